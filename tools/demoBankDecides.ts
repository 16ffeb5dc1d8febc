import type { ConversionRate } from '#contract/payments/conversionRates.ts'
import type { CommunalRate, CycleFigures } from '#contract/payments/communalRates.ts'
import { demoPeople, type Demo, type DemoPerson } from './demoCalls.ts'
import { laterDeal } from './demoConversions.ts'
import { approveSchedule, computeSchedule } from './demoSchedules.ts'
import { changeDollars } from './demoTransfers.ts'

const growerCode = 'CF4102'

/**
 * From now on the bank decides second: the third society has sold the first lots of the new season, and its manager has approved what
 * the members get. It waits at the bank.
 */
export async function seedDemoBankDecision({ address }: Demo): Promise<void> {
  const as = demoPeople(address)
  const [maker, checker, manager] = [await as('fcs3.maker'), await as('fcs3.checker'), await as('fcs3.manager')]
  const body = { rateCode: laterDeal.code }
  const { data: deal } = await maker.post<{ data: ConversionRate }>('/payment/conversionRate/update', body)
  await checker.post('/payment/conversionRate/approve', { id: deal.id, action: 'APPROVE' })
  await changeDollars(maker, checker)
  await setFloor(maker, manager)
  await letBankDecide(as)
  const schedule = await computeSchedule(maker, { growerCode })
  await approveSchedule(manager, schedule, 'As the committee read it out on 24 November, minute 9')
}

async function setFloor(maker: DemoPerson, manager: DemoPerson): Promise<void> {
  const { data: next } = await maker.post<{ data: CycleFigures }>('/payment/fetchFCSLimitInfo', { growerCode })
  const { season, cycle: paymentCycle } = next
  const { data } = await maker.post<{ data: CommunalRate }>('/payment/setCommunalRateLimit', {
    growerCode,
    limit: 3,
    season,
    paymentCycle,
    reason: 'First lots of the season, minute 8',
    lastPayment: false,
  })
  const path = `/payment/approveCommunalRate/${manager.organisationId}`
  await manager.post(path, { limitId: data.id, action: 'APPROVE' })
}

async function letBankDecide(as: (username: string) => Promise<DemoPerson>): Promise<void> {
  const [requester, decider] = [await as('admin'), await as('admin.checker')]
  const { data } = await requester.post<{ data: { id: string } }>('/admin/settings', {
    name: 'bankDecidesSchedules',
    value: true,
    reason: 'The bank looks at what societies pay from this season on',
  })
  await decider.post('/admin/changes/approve', { id: data.id })
}
