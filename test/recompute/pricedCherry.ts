import { gramsOf, sumOf, type RawBrought } from './rawTables.ts'

export type Priced = { farmer: string; factory: string; grams: bigint; cents: bigint }

/** Half a cent and more is a cent; a pool is never exceeded: those that gained most by rounding, of equal ones the first, have one less. */
export function priced(
  all: readonly { farmer: string; factory: string; grams: bigint }[],
  rate: bigint,
  pool: bigint,
): Priced[] {
  const rounded = all.map((one) => ({ ...one, cents: (2n * one.grams * rate + 1000n) / 2000n }))
  const gain = ({ cents, grams }: Priced): bigint => cents * 1000n - grams * rate
  let over = sumOf(rounded, ({ cents }) => cents) - pool
  const mostFirst = rounded.toSorted((one, other) =>
    gain(one) === gain(other) ? (one.farmer < other.farmer ? -1 : 1) : gain(one) > gain(other) ? -1 : 1,
  )
  return mostFirst.map((one) => (over-- > 0n ? { ...one, cents: one.cents - 1n } : one))
}

/** What each member brought to each factory, of which none has less than nothing: what is missing there is taken where most is. */
export function atFactories(brought: readonly RawBrought[]): { farmer: string; factory: string; grams: bigint }[] {
  const byPlace = new Map<string, { farmer: string; factory: string; grams: bigint }>()
  for (const { farmer, factory, kilograms } of brought) {
    const key = `${farmer} ${factory}`
    const before = byPlace.get(key)?.grams ?? 0n
    byPlace.set(key, { farmer, factory, grams: before + gramsOf(kilograms) })
  }
  return [...Map.groupBy(byPlace.values(), ({ farmer }) => farmer).values()].flatMap((places) => {
    let lacking = -sumOf(
      places.filter(({ grams }) => grams < 0n),
      ({ grams }) => grams,
    )
    return places
      .filter(({ grams }) => grams > 0n)
      .toSorted((one, other) =>
        one.grams === other.grams
          ? (one.factory ?? '~') < (other.factory ?? '~')
            ? -1
            : 1
          : one.grams > other.grams
            ? -1
            : 1,
      )
      .map((one) => {
        const taken = lacking < one.grams ? lacking : one.grams
        lacking -= taken
        return { ...one, grams: one.grams - taken }
      })
      .filter(({ grams }) => grams > 0n)
  })
}
