import type { Headline, HeadlineName } from '#contract/house/headlines.ts'
import type { SelectedRecord } from './selection.ts'

type Measure = 'kilograms' | 'amount'
type Unusual = { id: string; title: string; value: number }

/** What many decisions do together, summed from what each of them does. */
type StakeSum = {
  records: number
  /** Where all of them do the same. */
  says: HeadlineName | undefined
  members: number
  /** Rows of files that become records. */
  entries: number
  kilograms: number
  amount: number
  /** What is compared, and the largest of it. */
  measure: Measure | undefined
  largest: number
  unusual: readonly Unusual[]
}

/** A value stands out above this many times the middle one. */
const timesTheMiddle = 3
/** Among fewer nothing is usual. */
const fewest = 4

type Known = SelectedRecord & { headline: Headline }

/** Sums what deciding these records does, and names those that stand out. */
export function stakeOf(records: readonly SelectedRecord[]): StakeSum {
  const known = records.filter((record): record is Known => Boolean(record.headline))
  const sum = (key: Measure | 'count') => known.reduce((total, { headline }) => total + (headline[key] ?? 0), 0)
  const measure = (['kilograms', 'amount'] as const).find((key) =>
    known.some(({ headline }) => headline[key] !== undefined),
  )
  const values = measure
    ? known.map(({ id, title, headline }) => ({ id, title, value: Math.abs(headline[measure] ?? 0) }))
    : []
  const sorted = values.map(({ value }) => value).toSorted((a, b) => a - b)
  const middle = middleOf(sorted)
  const names = new Set(known.map(({ headline }) => headline.says))
  return {
    records: records.length,
    says: names.size === 1 && known.length === records.length ? known[0]?.headline.says : undefined,
    members: new Set(known.flatMap(({ headline }) => headline.member ?? [])).size,
    entries: known.some(({ headline }) => headline.member === undefined) ? sum('count') : 0,
    kilograms: sum('kilograms'),
    amount: sum('amount'),
    measure,
    largest: sorted.at(-1) ?? 0,
    unusual:
      values.length < fewest
        ? []
        : values.filter(({ value }) => value > timesTheMiddle * middle).toSorted((a, b) => b.value - a.value),
  }
}

const middleOf = (sorted: readonly number[]): number => {
  const half = Math.floor(sorted.length / 2)
  const [below = 0, above = 0] = [sorted[half - 1], sorted[half]]
  return sorted.length % 2 === 0 ? (below + above) / 2 : above
}
