import { seasonStart } from '#contract/house/seasons.ts'
import type { ComputedSale, Sale } from '#contract/sales/sales.ts'
import { dayAfter, daysBetween } from '#server/facts/days.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { payingSale, seedHeldSale, settledSale } from './demoHeldSales.ts'
import { demoPeople, type Demo, type DemoPerson } from './demoCalls.ts'

type Answer = { data: Sale }
const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * The calendar around today, a sale a week: two that were held, one whose catalogue is closed, one whose dispatch has ended, one that
 * takes dispatch, and one that waits; beside them what was declined, withdrawn, changed and cancelled.
 */
export async function seedDemoSales(demo: Demo): Promise<void> {
  const { address } = demo
  const as = demoPeople(address)
  const [broker, marketer, checker, administrator] = await Promise.all([
    as('broker.maker'),
    as('marketer.maker'),
    as('marketer.checker'),
    as('admin.checker'),
  ])
  // On a day off the sale of the next working day has its catalogue closed already.
  const today = await workingDay(broker, businessDate())
  for (const plan of [settledSale, payingSale]) {
    const held = await workingDay(broker, dayAfter(today.saleDate, -plan.daysAgo))
    const open = await whereCherryIs(broker, await takingDispatch(broker, dayAfter(today.saleDate, 14)))
    // In the first days of a season what is to come is of another one than what was held: it keeps the number of its own.
    const { saleNumber } = numbered(held.season === open.season ? held : open)
    const sale = await approve(checker, await propose(broker, open, saleNumber))
    await seedHeldSale(demo, plan, {
      sale: await inThisSeason(demo.house, { brokerId: broker.organisationId, sale, held }),
      held,
    })
  }
  // What was held may be of this season's numbers by now.
  await approve(administrator, await propose(broker, await workingDay(broker, today.saleDate)))
  const next = await approve(checker, await propose(marketer, await workingDay(broker, dayAfter(today.saleDate, 7))))
  await approve(
    checker,
    await broker.post<Answer>('/admin/sales', {
      ...daysOf(next),
      promptDate: dayAfter(next.saleDate, 2),
      replaces: next.id,
      reason: 'Buyers have agreed to pay within two days',
    }),
  )
  const open = await approve(checker, await propose(broker, await takingDispatch(broker, dayAfter(today.saleDate, 14))))
  const after = await workingDay(broker, dayAfter(open.saleDate, 7))
  const declined = await broker.post<Answer>('/admin/sales', {
    ...numbered(after),
    saleDate: after.saleDate,
    dispatchCutoff: new Date(Date.parse(after.dispatchCutoff) - 5 * dayMs).toISOString(),
    reason: 'The road to the warehouse is closed',
  })
  await checker.post('/admin/sales/decline', {
    id: declined.data.id,
    approverComment: 'Mills need the whole week. The road opens on Monday.',
  })
  const waiting = await propose(broker, after)
  const extra = await workingDay(broker, dayAfter(after.saleDate, 7))
  const second = { ...extra, season: waiting.data.season, saleNumber: waiting.data.saleNumber + 1 }
  const withdrawn = await propose(marketer, second)
  await marketer.post('/admin/sales/withdraw', { id: withdrawn.data.id })
  const cancelled = await approve(checker, await propose(marketer, second))
  const reason = 'Not enough coffee in the warehouses for a sale in this week'
  await approve(administrator, await marketer.post<Answer>('/admin/sales/cancel', { id: cancelled.id, reason }))
}

const compute = (person: DemoPerson, saleDate: string) =>
  person.get<ComputedSale>(`/admin/sales/computed?saleDate=${saleDate}`)

/** The days of a sale on the first day from this one on which people work. */
async function workingDay(person: DemoPerson, from: string): Promise<ComputedSale> {
  const computed = await compute(person, from)
  return computed.problems['saleDate'] ? workingDay(person, dayAfter(from, 1)) : computed
}

/** The same of the first day whose dispatch does not end today. */
async function takingDispatch(person: DemoPerson, from: string): Promise<ComputedSale> {
  const computed = await workingDay(person, from)
  const isOpen = Date.parse(computed.dispatchCutoff) > now().getTime() + dayMs
  return isOpen ? computed : takingDispatch(person, dayAfter(computed.saleDate, 1))
}

/**
 * In the last weeks of a season what takes dispatch by the usual days is of the season to come, of which there is no cherry yet: then
 * the last sale of the season, to which coffee may come until the day before it.
 */
export async function whereCherryIs(
  person: DemoPerson,
  open: ComputedSale,
): Promise<ComputedSale & { reason?: string }> {
  if (open.season === currentSeason()) return open
  const last = await workingDayBefore(person, seasonStart(open.saleDate))
  const dispatchCutoff = new Date(Date.parse(last.catalogueClose) - 5 * hourMs)
  return dispatchCutoff.getTime() > now().getTime() + hourMs
    ? {
        ...last,
        dispatchCutoff: dispatchCutoff.toISOString(),
        reason: 'The last sale of the season takes coffee until the end',
      }
    : open
}

type Moved = { brokerId: string; sale: Sale; held: Pick<ComputedSale, 'season' | 'saleNumber' | 'saleDate'> }

/** On the last day of a season no sale of it is to come: the one that takes dispatch is moved into it, as it is moved to the day on which it was held. */
export async function inThisSeason(
  { db }: Demo['house'],
  { brokerId, sale, held }: Moved,
): Promise<Pick<Sale, 'season' | 'saleNumber'>> {
  const season = currentSeason()
  if (sale.season === season) return sale
  const { saleNumber } = numbered(held)
  await db.transaction({ organisationId: brokerId, wide: false }, (tx) =>
    sql`update sales set season = ${season}, sale_number = ${saleNumber} where id = ${sale.id}`.execute(tx),
  )
  return { season, saleNumber }
}

/** The last day before this one on which people work. */
async function workingDayBefore(person: DemoPerson, before: string): Promise<ComputedSale> {
  const computed = await compute(person, dayAfter(before, -1))
  return computed.problems['saleDate'] ? workingDayBefore(person, dayAfter(before, -1)) : computed
}

/** A week has a sale: the first of a season that is entered here has the number of its week. */
function numbered({ season, saleNumber, saleDate }: Pick<ComputedSale, 'season' | 'saleNumber' | 'saleDate'>) {
  const week = Math.floor(daysBetween(seasonStart(saleDate), saleDate) / 7) + 1
  return { season, saleNumber: saleNumber === 1 ? week : saleNumber }
}

const propose = (
  person: DemoPerson,
  computed: ComputedSale & { reason?: string },
  saleNumber = numbered(computed).saleNumber,
): Promise<Answer> => {
  const { season, saleDate, dispatchCutoff, reason } = computed
  // Whoever departs from the usual days says which and why.
  return person.post('/admin/sales', { season, saleNumber, saleDate, ...(reason ? { dispatchCutoff, reason } : {}) })
}

const approve = async (person: DemoPerson, { data: { id } }: Answer): Promise<Sale> =>
  (await person.post<Answer>('/admin/sales/approve', { id })).data

const daysOf = ({ season, saleNumber, saleDate, dispatchCutoff, catalogueClose }: Sale) => ({
  season,
  saleNumber,
  saleDate,
  dispatchCutoff,
  catalogueClose,
})
