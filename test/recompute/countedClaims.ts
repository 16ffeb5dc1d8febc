import { isPaid, type CountedLot, type Held } from './countedLot.ts'
import type { RawSales, RawSlip } from './rawSales.ts'

/**
 * Takes the claims of lenders again, in the order in which lots were paid: of each grower the claim that was agreed first, as far as its
 * part goes. Writes into the lots what was taken, and holds it against what the claims say.
 */
export function countClaims(raw: RawSales, lots: ReadonlyMap<string, CountedLot>, held: Held): void {
  const left = new Map(raw.claims.map(({ id, cents }) => [id, BigInt(cents)]))
  for (const { slip, grower, net } of inOrderOfPayment(raw, lots)) {
    let part = net
    for (const claim of raw.claims.filter((one) => one.grower === grower && one.decidedAt <= slip.paidAt!)) {
      const open = left.get(claim.id)!
      const cents = open < part ? open : part
      if (cents === 0n) continue
      left.set(claim.id, open - cents)
      part -= cents
      lots.get(slip.id)!.taken.push({ claim: claim.id, grower, cents })
    }
  }
  for (const { id, document, cents, taken, status } of raw.claims) {
    held.money(`Claim ${document}, taken`, BigInt(taken), BigInt(cents) - left.get(id)!)
    if ((status === 'COVERED') !== (left.get(id) === 0n)) held.say(`Claim ${document}: is ${status}`)
  }
}

/** Parts of growers as they were taken from the proceeds: what was paid at once is taken together, grower after grower. */
function inOrderOfPayment({ slips, postings }: RawSales, lots: ReadonlyMap<string, CountedLot>) {
  const postedAt = new Map<string, number>()
  for (const [at, { reference }] of postings.entries()) {
    const [, slip = ''] = reference.split('/')
    if (!postedAt.has(slip)) postedAt.set(slip, at)
  }
  const first = (own: readonly RawSlip[]) => Math.min(...own.map(({ id }) => postedAt.get(id) ?? 0))
  const atOnce = Map.groupBy(
    slips.filter((slip) => isPaid(slip)),
    ({ paidAt }) => paidAt,
  )
  return [...atOnce.values()]
    .toSorted((one, other) => first(one) - first(other))
    .flatMap((own) =>
      own
        .flatMap((slip) => [...(lots.get(slip.id)?.shares ?? [])].map(([grower, { net }]) => ({ slip, grower, net })))
        .toSorted((one, other) => (one.grower + one.slip.id < other.grower + other.slip.id ? -1 : 1)),
    )
}
