import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FarmerOverview } from '#contract/farmers/farmerOverview.ts'
import { dayOfSeasonBefore, seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { newReceipt } from '#test/kit/deliveryFiles.ts'
import { authorisedLoans } from '#test/kit/loanReports.ts'
import { settle } from '#test/kit/loans.ts'
import type { Person } from '#test/kit/people.ts'
import { freshMember, freshMembers, openRequest, type Member } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let clerk: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  clerk = world.people.wanjikuMaker
})
afterAll(() => world.close())

const overviewOf = async (reader: Person, { id }: Pick<Member, 'id'>, query: Record<string, string> = {}) =>
  (await reader.get<FarmerOverview>(`/farmer/${id}/overview`, { size: '100', ...query })).body
const kindsOf = ({ timeline }: FarmerOverview) => timeline.data.map(({ what }) => what)

/** A delivery as it was entered and approved on a day. */
const deliver = (member: Member, day: string, kilograms: number, status = 'APPROVED') =>
  world.owner.query(
    `insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, receipt_number, kilograms, type, status, makers, made_by, created_at)
     select uuidv7(), $1, $2, $3, $4, $5, $6, 'DELIVERY', $7, array[u.id], u.id, now() from users u where u.username = 'fcs.maker'`,
    [world.organisationId('CF4100'), member.id, seasonOfDate(day), day, newReceipt(), kilograms, status],
  )

test('cherry is compared with the same day of the season before, and not with all of it', async () => {
  const member = await freshMember(world)
  const none = await overviewOf(clerk, member)
  const today = businessDate()
  const lastYear = dayOfSeasonBefore(today)
  const dayLater = new Date(Date.parse(lastYear) + 86_400_000).toISOString().slice(0, 10)
  await deliver(member, today, 10)
  await deliver(member, today, 3, 'PENDING_APPROVAL')
  await deliver(member, lastYear, 7)
  // On the last day of a season the next day is of another one.
  await deliver(member, dayLater, 5)
  const { cherry, timeline } = await overviewOf(clerk, member)
  const isSame = seasonOfDate(dayLater) === seasonBefore(seasonOfDate(today))
  expect(cherry).toMatchObject({ season: seasonOfDate(today), before: { toDay: lastYear } })
  expect(cherry.approvedKg - none.cherry.approvedKg).toBeCloseTo(10)
  expect(cherry.pendingKg - none.cherry.pendingKg).toBeCloseTo(3)
  expect(cherry.pending - none.cherry.pending).toBe(1)
  expect(cherry.before.toDayKg - none.cherry.before.toDayKg).toBeCloseTo(7)
  expect(cherry.before.wholeKg - none.cherry.before.wholeKg).toBeCloseTo(isSame ? 12 : 7)
  const ofToday = timeline.data.find(({ day }) => day === today)
  expect(ofToday).toMatchObject({ what: 'DELIVERIES', isMonth: false, pending: 1 })
  expect(timeline.data.filter(({ isMonth }) => isMonth).every(({ day }) => day?.endsWith('-01'))).toBe(true)
})

test('29 February is compared with the 28th', () => {
  expect(dayOfSeasonBefore('2028-02-29')).toBe('2027-02-28')
  expect(dayOfSeasonBefore('2027-03-01')).toBe('2026-03-01')
})

test('money, payments that stand, requests and papers are told from one call, and add up', async () => {
  const member = await freshMember(world)
  const [paid = '', back = ''] = await authorisedLoans(world, member.id, [3_000, 2_000])
  const under = await overviewOf(clerk, member)
  expect(under.money?.standing.map(({ loanId }) => loanId).toSorted()).toEqual([paid, back].toSorted())
  await settle(world, [paid], 'PAID')
  await settle(world, [back], 'FAILED')
  await world.owner.query(
    `update payouts set status = case source_id when $1 then 'PAID' else 'FAILED' end, settled_at = now() where source_id in ($1, $2)`,
    [paid, back],
  )
  await openRequest(clerk, member, { mobileNumber: '0733600911' })
  await clerk.get(`/farmer/loan_statement/CF4100/${member.id}`)
  await clerk.get(`/farmer/payment_statement/CF4100/${member.id}/paper`)
  const { money, timeline } = await overviewOf(clerk, member)
  expect(money?.debt).toBeGreaterThanOrEqual(3_000)
  expect(money?.debt).toBeLessThan(3_500)
  expect(money?.limit?.available).toBe(2_000)
  expect(money?.standing.map(({ loanId, payout }) => [loanId, payout])).toEqual([[back, 'FAILED']])
  expect(new Set(timeline.data.map(({ what }) => what))).toEqual(
    new Set([...kindsOf(under), 'STATEMENT', 'PAYMENT_STATEMENT', 'REQUEST']),
  )
  for (const what of ['LOAN', 'PAYMENT', 'LIMIT', 'REGISTERED'] as const) expect(kindsOf(under)).toContain(what)
  expect(timeline.data.map(({ at }) => at)).toEqual(
    timeline.data
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )

  const pages = await Promise.all(
    [0, 1, 2, 3].map((page) => overviewOf(clerk, member, { page: String(page), size: '3' })),
  )
  const ids = pages.slice(0, Math.ceil(timeline.page.totalElements / 3)).flatMap((one) => one.timeline.data)
  expect(ids.map(({ id }) => id).slice(0, 12)).toEqual(timeline.data.map(({ id }) => id).slice(0, 12))
})

test('who does not read loans sees no money of the farmer, not even in the timeline', async () => {
  const member = await freshMember(world)
  await settle(world, await authorisedLoans(world, member.id, [1_000]), 'PAID')
  const { rows } = await world.owner.query<{ permissions: string[] }>(
    `select permissions from roles where name = 'FCS_CHECKER'`,
  )
  const set = (permissions: readonly string[]) =>
    world.owner.query(`update roles set permissions = $1 where name = 'FCS_CHECKER'`, [permissions])
  await set(['CAN_APPROVE_FARMERS'])
  try {
    const { money, timeline } = await overviewOf(world.people.otienoChecker, member)
    expect(money).toBeNull()
    for (const { what, amount } of timeline.data) expect([what, amount]).toEqual([what, null])
  } finally {
    await set(rows[0]?.permissions ?? [])
  }
})

test("another society's farmer is not found, and findings are those of the register", async () => {
  const [theirs] = await freshMembers(world, 1, { society: 'CF4101' })
  expect((await clerk.get(`/farmer/${theirs?.id}/overview`)).status).toBe(404)
  const member = await freshMember(world)
  await world.owner.query(
    `insert into quality_findings (organisation_id, kind, farmer_id) values ($1, 'minor', $2) on conflict do nothing`,
    [world.organisationId('CF4100'), member.id],
  )
  expect((await overviewOf(clerk, member)).findings).toContain('minor')
  expect((await overviewOf(world.people.aminaViewer, theirs ?? member)).timeline.data.length).toBeGreaterThan(0)
})
