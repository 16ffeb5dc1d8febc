import { isPaid, partOf, type CountedLot, type Held } from './countedLot.ts'
import { sumOf } from './rawTables.ts'
import type { RawLeg, RawSales } from './rawSales.ts'

/**
 * What buyers paid came in once, and was what their lots came to; of a paid lot every part left the proceeds once and went to whom it is
 * for, by one payment of the bank; of a lot that nobody has paid nothing moved.
 */
export function recomputeSaleMoney(raw: RawSales, lots: ReadonlyMap<string, CountedLot>, held: Held): void {
  const postingsOf = Map.groupBy(raw.postings, ({ reference }) => reference)
  const payoutsOf = Map.groupBy(
    raw.payouts.filter(({ status }) => status === 'PAID'),
    ({ source }) => source,
  )
  const legsOf = Map.groupBy(raw.legs, ({ slip }) => slip)
  const paid = raw.slips.filter((slip) => isPaid(slip))
  const known = new Set<string>()
  /** One posting under this reference, of so much, from the account of a kind to another; or none. */
  function once(
    what: string,
    reference: string,
    cents: bigint,
    between?: { debit: string; credit: string; of: string | null },
  ) {
    const own = postingsOf.get(reference) ?? []
    known.add(reference)
    held.count(`${what}, postings`, own.length, cents > 0n ? 1 : 0)
    for (const posting of own) {
      held.money(`${what}, posted`, BigInt(posting.cents), cents)
      if (between && (posting.debit !== between.debit || posting.credit !== between.credit))
        held.say(`${what}: was posted from ${posting.credit} to ${posting.debit}`)
      if (between?.of && posting.debitOf !== between.of) held.say(`${what}: was posted to ${posting.debitOf}`)
    }
  }

  for (const slip of raw.slips)
    for (const leg of legsOf.get(slip.id) ?? []) holdLeg(leg, `${slip.number}, ${partOf(leg)}`, isPaid(slip))
  for (const [payment, slips] of Map.groupBy(paid, (slip) => slip.payment ?? '')) {
    const due = sumOf(slips, ({ id }) => lots.get(id)?.gross ?? 0n)
    const [{ invoice } = { invoice: '' }] = slips
    if (slips.some((slip) => slip.invoice !== invoice)) held.say(`Invoice ${invoice}: paid another one too`)
    holdPayment(payment, `Invoice ${invoice}`, due)
  }
  for (const { id } of raw.payments)
    if (!paid.some(({ payment }) => payment === id)) held.say(`The payment ${id} of a buyer has paid no lot`)
  const sources = new Set(raw.legs.map(({ sentAs }) => sentAs))
  for (const source of payoutsOf.keys())
    if (!sources.has(source)) held.say(`A payment of the bank is of no leg: ${source}`)
  for (const { reference, cents, debit, credit } of raw.postings)
    if (!known.has(reference) && !(debit === 'proceeds' && reference.startsWith('opening/')))
      held.say(`${reference}: posted from ${credit} to ${debit}, and is nothing that was counted: ${cents}`)

  /** The dollars came in once: as people said, or by the line of the statement that it was. */
  function holdPayment(id: string, name: string, due: bigint): void {
    const recorded = raw.payments.find((payment) => payment.id === id)
    const receipt = raw.receipts.find(({ line }) => line === (recorded ? recorded.line : id))
    if (recorded) held.money(`${name}, recorded`, BigInt(recorded.cents), due)
    else if (!receipt) held.say(`${name}: was paid by nothing that is known`)
    if (receipt) held.money(`${name}, on the statement`, BigInt(receipt.cents), due)
    const references = [`buyer_payment/${id}`, ...(receipt ? [`statement/${receipt.id}`] : [])]
    const [reference = ''] = references.filter((one) => postingsOf.has(one))
    once(name, reference, due, { debit: 'proceeds', credit: 'outside', of: null })
    held.count(`${name}, ways in which it came in`, references.filter((one) => postingsOf.has(one)).length, 1)
  }

  function holdLeg(leg: RawLeg, name: string, isOfPaid: boolean): void {
    const { id, slip, place, kind, payee, status, sentAs } = leg
    const cents = BigInt(leg.cents)
    const isGoing = isOfPaid && (payee !== null || kind === 'EXCHANGE')
    const arrived = isGoing && status === 'PAID' ? cents : 0n
    if (!isGoing && status !== 'WAITING') held.say(`${name}: is ${status}, and nobody has paid the lot`)
    once(name, `eslip/${slip}/${place}`, isGoing ? cents : 0n, { debit: 'clearing', credit: 'proceeds', of: payee })
    const at = kind === 'GROWER' ? 'non_checkoff' : 'outside'
    once(`${name}, arrived`, `eslip_leg/${id}/arrived`, arrived, { debit: at, credit: 'clearing', of: payee })
    const payouts = sentAs === null ? [] : (payoutsOf.get(sentAs) ?? [])
    held.count(`${name}, payments of the bank`, payouts.length, arrived > 0n ? 1 : 0)
    for (const payout of payouts) {
      held.money(`${name}, paid`, BigInt(payout.cents), cents)
      if (payee !== null && payout.payee !== payee) held.say(`${name}: was paid to ${payout.payee}`)
    }
  }
}
