import type { ConversionRate } from '#contract/payments/conversionRates.ts'
import type { ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import type { FactoryWeight } from '#contract/schedules/scheduleFactories.ts'
import { demoPeople, until, type Demo, type DemoPerson } from './demoCalls.ts'
import { draftDeal, nextDeal } from './demoConversions.ts'
import { lendToGrowers } from './demoLoans.ts'
import { availableOf, changeDollars } from './demoTransfers.ts'

const growerCode = 'CF4100'
/** The rest stays for the retention that waits. */
const dollars = 9_000

/** The clerk of the society has begun the next payment: it stands in the wizard, with a rate for each factory that is being tried. */
export async function seedDemoDrafts({ address, house }: Demo): Promise<void> {
  const as = demoPeople(address)
  const [maker, checker] = [await as('fcs.maker'), await as('fcs.checker')]
  await fillAccount(maker, checker)
  await lendToGrowers({ address, house }, { from: 4, count: 3 })
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

/** The deal that waited is in force by now, and used for dollars that came in since; the next one waits. */
async function fillAccount(maker: DemoPerson, checker: DemoPerson): Promise<void> {
  const deals = await maker.get<ConversionRate[]>(
    `/payment/conversionRate/history?organisationId=${maker.organisationId}`,
  )
  const waiting = deals.find(({ rateCode }) => rateCode === draftDeal)
  if (waiting) await checker.post('/payment/conversionRate/approve', { id: waiting.id, action: 'APPROVE' })
  // They come with the sale that is being paid, once the bank has moved what is the society's.
  await until(async () => (await availableOf(maker, 'NON_CHECKOFF')) >= dollars)
  await changeDollars(maker, checker, dollars)
  await maker.post('/payment/conversionRate/update', { rateCode: nextDeal.code })
}
