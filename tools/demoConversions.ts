import type { ConversionRate } from '#contract/payments/conversionRates.ts'
import { demoPeople, type Demo } from './demoCalls.ts'

const dayMs = 86_400_000
type PlannedDeal = {
  code: string
  rate: string
  days: number
  by: string
  reason?: string
  decision?: { by: string; action: 'APPROVE' | 'REJECT'; comment?: string }
}

/** The deal that waits until the next payment is drafted, and the one that waits then. */
export const draftDeal = '260931'
export const nextDeal = { code: '260955', rate: '129.455000', days: 14 }

/** Deals of three societies: one replaced, one rejected, one in force and one that waits; two more that nobody has submitted yet. */
const deals: readonly PlannedDeal[] = [
  { code: '260881', rate: '128.950000', days: 12, by: 'fcs.maker', decision: { by: 'fcs.checker', action: 'APPROVE' } },
  {
    code: '260902',
    rate: '119.400000',
    days: 12,
    by: 'fcs.maker',
    reason: 'First offer of the morning',
    decision: { by: 'fcs.checker', action: 'REJECT', comment: 'Nine shillings below last week. Ask the dealer again.' },
  },
  { code: '260917', rate: '129.362500', days: 14, by: 'fcs.maker', decision: { by: 'fcs.checker', action: 'APPROVE' } },
  { code: draftDeal, rate: '129.480000', days: 14, by: 'fcs.maker' },
  {
    code: '260944',
    rate: '129.510000',
    days: 14,
    by: 'fcs2.maker',
    decision: { by: 'fcs2.checker', action: 'APPROVE' },
  },
  {
    code: '260947',
    rate: '129.505000',
    days: 14,
    by: 'fcs3.maker',
    decision: { by: 'fcs3.checker', action: 'APPROVE' },
  },
]
/** The deal of the money that comes in last. */
export const laterDeal = { code: '260952', rate: '129.410000', days: 14 }
const toTry = [
  { code: '260950', rate: '129.550000', days: 30 },
  { code: '260951', rate: '140.000000', days: 30 },
]

/** Agrees on them at the bank, submits and decides them on a running server. */
export async function seedDemoConversions({ address, bank }: Demo): Promise<void> {
  await bank.control(
    'PUT',
    '/simulator/deals',
    [...deals, laterDeal, nextDeal, ...toTry].map(({ code, rate, days }) => ({
      dealCode: code,
      from: 'USD',
      to: 'KES',
      rate,
      expiresAt: new Date(Date.now() + days * dayMs).toISOString(),
    })),
  )
  const as = demoPeople(address)
  for (const { code, by, reason, decision } of deals) {
    const maker = await as(by)
    const body = { rateCode: code, ...(reason ? { reason } : {}) }
    const { data } = await maker.post<{ data: ConversionRate }>('/payment/conversionRate/update', body)
    if (!decision) continue
    const checker = await as(decision.by)
    const { action, comment } = decision
    await checker.post('/payment/conversionRate/approve', { id: data.id, action, approverComment: comment })
  }
}
