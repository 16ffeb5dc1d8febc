import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planNext, type LegFacts, type PayoutOrder, type PayoutStatus } from './planLegs.ts'

const own = { fundAccount: '01100975259001', transitAccount: '01100975259002', shortCode: '400200' }
const accounts = {
  INTERNALFT: { institutionCode: '0011', institutionType: 'BANK', accountNumber: '01109012345600' },
  PESALINK: { institutionCode: '0068', institutionType: 'BANK', accountNumber: '0680190123456' },
  MPESA: { institutionCode: 'MPESA', institutionType: 'M-PESA', accountNumber: '0712345678' },
}
const inShillings = { currency: 'KES', dealCode: null, receivedCents: null } as const
const order = fc
  .record({
    paymentType: fc.constantFrom('INTERNALFT', 'PESALINK', 'MPESA'),
    shillings: fc.integer({ min: 1, max: 999_999 }),
  })
  .map(({ paymentType, shillings }): PayoutOrder => ({
    ...own,
    ...accounts[paymentType],
    paymentType,
    amountCents: BigInt(shillings) * 100n,
    ...inShillings,
  }))

/** Plays a payout to its end; each leg is paid or refused as listed. */
function play(payout: PayoutOrder, isPaid: readonly boolean[]) {
  const legs: (LegFacts & { amountCents: bigint; from: string })[] = []
  const turns = isPaid.values()
  for (;;) {
    const stand = planNext(payout, legs)
    if (!stand.next) return { stand, legs }
    const { kind, amountCents, from } = stand.next
    for (const status of ['QUEUED', 'SENT', 'ACCEPTED', 'IN_DOUBT'] as const)
      expect(
        planNext(payout, [...legs, { kind, status, reason: '', bankReference: null, amountCents }]).next,
      ).toBeNull()
    const status = turns.next().value === false ? ('REFUSED' as const) : ('PAID' as const)
    legs.push({
      kind,
      status,
      reason: status === 'REFUSED' ? 'No' : '',
      bankReference: status === 'PAID' ? `TX${legs.length}` : null,
      amountCents,
      from,
    })
  }
}

test('however the banks decide, a payout ends, and its end says where the money is', () => {
  fc.assert(
    fc.property(order, fc.array(fc.boolean(), { maxLength: 8 }), (payout, isPaid) => {
      const { stand, legs } = play(payout, isPaid)
      const sum = (kind: string) =>
        legs.reduce((cents, leg) => (leg.kind === kind && leg.status === 'PAID' ? cents + leg.amountCents : cents), 0n)
      const left = sum('INTERNAL') - sum('RETURN')
      const reached = payout.paymentType === 'INTERNALFT' ? sum('INTERNAL') : sum('EXTERNAL')
      expect(legs[0]?.kind).toBe('INTERNAL')
      const returned = legs.findIndex(({ kind }) => kind === 'RETURN')
      if (returned >= 0) {
        expect(returned).toBe(legs.length - 1)
        expect(reached).toBe(0n)
      }
      const all = payout.amountCents
      const ends: Partial<Record<PayoutStatus, object>> = {
        PAID: { left: all, reached: all },
        FAILED: { left: 0n, reached: 0n },
        REVERSED: { left: 0n, reached: 0n },
      }
      const end = ends[stand.status]
      if (end) expect({ left, reached }).toEqual(end)
      else {
        expect(stand.status).toBe('REVERSAL_FAILED')
        expect(left).toBe(all)
        expect(reached < all).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('when a later part is refused nothing is returned over the head of who has the first', () => {
  const payout: PayoutOrder = {
    ...own,
    ...accounts.MPESA,
    ...inShillings,
    paymentType: 'MPESA',
    amountCents: 60_000_000n,
  }
  const { stand, legs } = play(payout, [true, true, false])
  expect(stand.status).toBe('REVERSAL_FAILED')
  expect(stand.reason).toContain('Part 2 of 3 was refused')
  expect(legs.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'INTERNAL PAID',
    'EXTERNAL PAID',
    'EXTERNAL REFUSED',
  ])
})
