/** The value below which `share` of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Runs floor and product by turns, so that other work on the machine meets both alike. Answers the medians and the median of the ratios. */
export async function byTurns({
  rounds,
  floor,
  product,
}: {
  rounds: number
  floor: (round: number) => Promise<number>
  product: (round: number) => Promise<number>
}): Promise<{ floor: number; product: number; ratio: number }> {
  const floors: number[] = []
  const products: number[] = []
  for (let round = 0; round < rounds; round++) {
    floors.push(await floor(round))
    products.push(await product(round))
  }
  return {
    floor: median(floors),
    product: median(products),
    ratio: median(products.map((took, round) => took / (floors[round] ?? Number.NaN))),
  }
}
