import type { ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import type { FactoryWeight } from '#contract/schedules/scheduleFactories.ts'
import { demoPeople, type Demo } from './demoCalls.ts'

const growerCode = 'CF4100'

/** The clerk of the society has begun the next payment: it stands in the wizard, with a rate for each factory that is being tried. */
export async function seedDemoDrafts({ address }: Demo): Promise<void> {
  const maker = await demoPeople(address)('fcs.maker')
  const { season } = (await maker.post<{ data: { season: string } }>('/payment/fetchFCSLimitInfo', { growerCode })).data
  const { data: draft } = await maker.post<{ data: ScheduleDraft }>('/payment/schedule/draft/open', { season })
  const { data: weights } = await maker.post<{ data: FactoryWeight[] }>('/payment/schedule/factories', {
    growerCode,
    season,
  })
  const { id, version, left, tried } = draft
  await maker.post('/payment/schedule/draft/save', {
    id,
    version,
    season,
    step: 3,
    left,
    byFactory: true,
    amounts: Object.fromEntries(weights.map(({ factory, even }) => [factory ?? '', even.toFixed(2)])),
    tried,
  })
}
