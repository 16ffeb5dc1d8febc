import { usualRecoveries } from '#contract/house/outturns.ts'

/** What is known of the kilograms of an outturn; null where nothing is recorded, or not for this reader. Grams, so that nothing is lost. */
export type OutturnWeights = {
  /** Grades of the parchment that came in. */
  parchmentGrades: readonly string[]
  parchment: bigint | null
  /** As the mill dispatched it. */
  dispatched: bigint | null
  /** Of that what the warehouse has taken in, as it was dispatched and as it was weighed again. */
  takenIn: { dispatched: bigint; received: bigint } | null
  /** In catalogues: offered, agreed or sold. */
  catalogued: bigint | null
  sold: bigint | null
}

export const balanceStages = ['MILLING', 'TRANSPORT', 'CATALOGUE', 'SALE'] as const
type BalanceStage = (typeof balanceStages)[number]

/** What is pointed out about a stage. */
export const balanceNotes = {
  more_than_came: 'More came out than went in.',
  below_usual: 'Less came out than is usual; more of the outturn may follow.',
  above_usual: 'More came out than is usual.',
  weight_differs: 'The warehouse weighed otherwise than the mill.',
  not_catalogued: 'Some of it is in no catalogue yet.',
  not_sold: 'Some of it is not sold yet.',
} as const
type BalanceNote = keyof typeof balanceNotes

/** One stage of an outturn: what went in, what came out, and the loss between them; `share` is what came out, in percent with one decimal. */
type BalanceRow = {
  stage: BalanceStage
  went: bigint
  came: bigint
  loss: bigint
  share: number
  note: BalanceNote | null
}

/**
 * The kilograms of an outturn from stage to stage: of its parchment what was dispatched, of that what was received, of that what is
 * catalogued, and sold. A stage of which one side is not known is left out.
 */
export function kilogramBalance(weights: OutturnWeights): BalanceRow[] {
  const { parchment, parchmentGrades, dispatched, takenIn, catalogued, sold } = weights
  const usual = usualRecoveries.find(({ grades }) =>
    parchmentGrades.every((grade) => grades.some((one) => one === grade)),
  )
  return [
    ...stage('MILLING', parchment, dispatched, ({ share, went, came }) => {
      if (came > went) return 'more_than_came'
      if (!usual || parchmentGrades.length === 0) return null
      return share < usual.from ? 'below_usual' : share > usual.to ? 'above_usual' : null
    }),
    ...stage('TRANSPORT', takenIn?.dispatched ?? null, takenIn?.received ?? null, ({ loss }) =>
      loss === 0n ? null : 'weight_differs',
    ),
    ...stage('CATALOGUE', takenIn?.received ?? null, catalogued, ({ loss }) =>
      loss < 0n ? 'more_than_came' : loss > 0n ? 'not_catalogued' : null,
    ),
    ...stage('SALE', catalogued, sold, ({ loss }) => (loss < 0n ? 'more_than_came' : loss > 0n ? 'not_sold' : null)),
  ]
}

function stage(
  name: BalanceStage,
  went: bigint | null,
  came: bigint | null,
  noteOf: (row: Omit<BalanceRow, 'note'>) => BalanceNote | null,
): BalanceRow[] {
  if (went === null || came === null || went <= 0n) return []
  const row = {
    stage: name,
    went,
    came,
    loss: went - came,
    share: Number((came * 1000n * 2n + went) / (went * 2n)) / 10,
  }
  return [{ ...row, note: noteOf(row) }]
}
