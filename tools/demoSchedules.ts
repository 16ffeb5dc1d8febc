import type { CommunalPayment, GrowerDetails } from '#contract/schedules/communalPayments.ts'
import { demoPeople, until, type Demo } from './demoCalls.ts'

const growerCode = 'CF4100'

/** The first cycle of one society is computed, approved and paid; what is held or refused shows as such. */
export async function seedDemoSchedules({ address }: Demo): Promise<void> {
  const as = demoPeople(address)
  const [maker, manager] = [await as('fcs.maker'), await as('fcs.manager')]
  const { season } = (await maker.post<{ data: { season: string } }>('/payment/fetchFCSLimitInfo', { growerCode })).data
  const { data } = await maker.post<{ data: GrowerDetails }>('/payment/getGrowerDetails', { growerCode, season })
  const saved = await maker.post<{ data: CommunalPayment }>('/payment/saveCommunalPayment', {
    growerCode,
    season,
    commRate: data.communalRate,
    amount: data.farmerKesAccount.availableBalance,
    weight: data.totalCherry,
    loansToRecover: data.loans.map(({ id }) => id).join(','),
  })
  await manager.post(`/payment/approveFarmerSchedule/${manager.organisationId}`, {
    commId: saved.data.id,
    action: 'APPROVE',
    fingerprint: saved.data.fingerprint,
    approverComment:
      'The members with another name at the bank were called: they are held until they bring their cards',
  })
  await until(async () => {
    const { status } = await maker.get<CommunalPayment>(`/payment/communalPayment/${saved.data.id}`)
    return status.statusName !== 'APPROVED'
  })
}
