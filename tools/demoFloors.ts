import type { CommunalRate, CycleFigures } from '#contract/payments/communalRates.ts'
import { seasonBefore } from '#contract/house/seasons.ts'
import { demoPeople, type Demo } from './demoCalls.ts'

type PlannedFloor = {
  by: string
  growerCode: string
  /** Of what the account gives for a kilogram on the day of the demo: cherry comes in all season, and the dollars are what they are. */
  share: number
  reason: string
  /** The last payment of the season before. */
  closes?: true
  decision?: { by: string; action: 'APPROVE' | 'REJECT'; comment?: string }
}

/** Each society has agreed on the lowest rate of its first cycle, one after a first that was too high, one for the last payment of the season before. */
const floors: readonly PlannedFloor[] = [
  {
    by: 'fcs.maker',
    growerCode: 'CF4100',
    share: 1.3,
    reason: 'Best price of the auction',
    decision: { by: 'fcs.manager', action: 'REJECT', comment: 'That was one lot. Take the average of the sales.' },
  },
  {
    by: 'fcs.maker',
    growerCode: 'CF4100',
    share: 0.9,
    reason: 'Advance of the first lots, general meeting of 14 November, minute 7',
    decision: { by: 'fcs.manager', action: 'APPROVE' },
  },
  {
    by: 'fcs2.maker',
    growerCode: 'CF4101',
    share: 0.9,
    reason: 'Committee of 20 November, minute 3',
    decision: { by: 'fcs2.manager', action: 'APPROVE' },
  },
  {
    by: 'fcs3.maker',
    growerCode: 'CF4102',
    share: 2,
    reason: 'Committee of 18 November, minute 5',
    closes: true,
    decision: { by: 'fcs3.manager', action: 'APPROVE' },
  },
]

/** Sets and decides them on a running server. */
export async function seedDemoFloors({ address }: Demo): Promise<void> {
  const as = demoPeople(address)
  for (const { by, growerCode, share, reason, decision, closes: lastPayment = false } of floors) {
    const maker = await as(by)
    const { data: now } = await maker.post<{ data: CycleFigures }>('/payment/fetchFCSLimitInfo', { growerCode })
    const season = lastPayment ? seasonBefore(now.season) : now.season
    const { data: next } = await maker.post<{ data: CycleFigures }>('/payment/computeCycle', { growerCode, season })
    const paymentCycle = next.cycle
    const { data } = await maker.post<{ data: CommunalRate }>('/payment/setCommunalRateLimit', {
      growerCode,
      limit: halfShillings(next.rate * share),
      season,
      paymentCycle,
      reason,
      lastPayment,
    })
    if (!decision) continue
    const checker = await as(decision.by)
    const { action, comment: approverComment } = decision
    await checker.post(`/payment/approveCommunalRate/${checker.organisationId}`, {
      limitId: data.id,
      action,
      approverComment,
    })
  }
}

/** As a committee would put it: down to the half shilling. */
const halfShillings = (shillings: number): number => Math.max(0.5, Math.floor(shillings * 2) / 2)
