import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboard/dashboard.ts'
import type { Farmer } from '#contract/farmers/farmers.ts'
import { dayOfSeasonBefore, seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { newId } from '#server/kit/ids.ts'
import { deliveriesCsv, deliveryForm, memberOf, newReceipt, sendDeliveries } from '#test/kit/deliveryFiles.ts'
import { sendFarmers } from '#test/kit/farmerUploads.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let clerk: Person
let checker: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  clerk = world.people.wanjikuMaker
  checker = world.people.otienoChecker
})
afterAll(() => world?.close())

const read = async (reader = clerk, society = reader.organisationCode, season?: string) =>
  (await reader.get<Dashboard>(`/dashboard/${society}`, season ? { season } : {})).body
const seasonOf = ({ seasons }: Dashboard, season = seasonOfDate(businessDate())) =>
  seasons.find((one) => one.season === season) ?? { approvedKg: 0, pendingKg: 0, pending: 0 }
const thisWeek = () => {
  const today = businessDate()
  const day = (new Date(today).getUTCDay() + 6) % 7
  return new Date(Date.parse(today) - day * 86_400_000).toISOString().slice(0, 10)
}
const weekOf = ({ weeks }: Dashboard) =>
  weeks.find(({ week }) => week === thisWeek()) ?? { approvedKg: 0, pendingKg: 0 }
const waitingOf = ({ waiting }: Dashboard, kind: string) => waiting.find((one) => one.kind === kind)

type Entered = { data: { id: string; version: number } }
const enter = async (kilograms: string, member: string) =>
  (
    await clerk.post<Entered>(
      '/farmercherry',
      deliveryForm(member, kilograms, { receiptNumber: newReceipt(), deliveredOn: businessDate() }),
    )
  ).body.data
const decide = (action: string, { id, version }: Entered['data']) =>
  checker.post('/farmercherry/approve', { action, confirmCherry: { id, version, approverComment: 'Seen' } })

/** The weeks, and the days of what waits, as they are kept, against the deliveries themselves. */
async function expectKeptRight() {
  const { rows } = await world.owner.query(
    `with kept as (select organisation_id, season, week, sum(approved_kg) as approved, sum(pending_kg) as pending from delivery_weeks group by 1, 2, 3),
      real as (select organisation_id, season, date_trunc('week', delivered_on)::date as week, coalesce(sum(kilograms) filter (where status = 'APPROVED'), 0) as approved,
        coalesce(sum(kilograms) filter (where status = 'PENDING_APPROVAL'), 0) as pending
        from cherry_deliveries where status <> 'DECLINED' group by 1, 2, 3)
     select * from kept full join real using (organisation_id, season, week)
     where (coalesce(kept.approved, 0), coalesce(kept.pending, 0)) is distinct from (coalesce(real.approved, 0), coalesce(real.pending, 0))`,
  )
  expect(rows).toEqual([])
  const days = await world.owner.query(
    `with kept as (select organisation_id, season, day, sum(approved_kg) as kg from delivery_days group by 1, 2, 3 having sum(approved_kg) <> 0),
      real as (select organisation_id, season, delivered_on as day, sum(kilograms) as kg from cherry_deliveries where status = 'APPROVED' group by 1, 2, 3 having sum(kilograms) <> 0)
     select * from kept full join real using (organisation_id, season, day) where kept.kg is distinct from real.kg`,
  )
  expect(days.rows).toEqual([])
  const waiting = await world.owner.query(
    `with kept as (select organisation_id, season, day, sum(waiting) as n from waiting_deliveries group by 1, 2, 3),
      real as (select organisation_id, season, (created_at at time zone 'Africa/Nairobi')::date as day, count(*) as n from cherry_deliveries where status = 'PENDING_APPROVAL' group by 1, 2, 3)
     select * from kept full join real using (organisation_id, season, day) where coalesce(kept.n, 0) <> coalesce(real.n, 0)`,
  )
  expect(waiting.rows).toEqual([])
}

describe('kilograms', () => {
  test('of a delivery stand in its week and season at once, first waiting, then approved', async () => {
    const before = await read()
    const entered = await enter('12.5', memberOf('CF4100', 40))
    const waiting = await read()
    expect(weekOf(waiting).pendingKg - weekOf(before).pendingKg).toBeCloseTo(12.5)
    expect(seasonOf(waiting).pendingKg - seasonOf(before).pendingKg).toBeCloseTo(12.5)
    expect(seasonOf(waiting).pending - seasonOf(before).pending).toBe(1)
    await decide('approve', entered)
    const approved = await read()
    expect(weekOf(approved).approvedKg - weekOf(before).approvedKg).toBeCloseTo(12.5)
    expect(weekOf(approved).pendingKg).toBeCloseTo(weekOf(before).pendingKg)
    await expectKeptRight()
  })

  test('that are declined count nowhere', async () => {
    const before = await read()
    await decide('decline', await enter('30', memberOf('CF4100', 41)))
    const after = await read()
    expect([seasonOf(after), weekOf(after)]).toEqual([seasonOf(before), weekOf(before)])
    await expectKeptRight()
  })

  test('are right while many enter, decide and fold at the same time', async () => {
    const fold = () => keepFigures(world.house)
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const entered = await enter(String(n + 1), memberOf('CF4100', 50 + n))
        await Promise.all([decide(n % 3 === 0 ? 'decline' : 'approve', entered), fold()])
      }),
    )
    await expectKeptRight()
    await fold()
    await expectKeptRight()
    const { rows } = await world.owner.query(
      `select organisation_id from delivery_weeks group by organisation_id, season, week having count(*) > 1
       union all select organisation_id from delivery_days group by organisation_id, season, day having count(*) > 1
       union all select organisation_id from waiting_deliveries group by organisation_id, season, day having count(*) > 1 or sum(waiting) = 0`,
    )
    expect(rows).toEqual([])
  })

  test('of all in reach are those of the societies together', async () => {
    const { peterBankChecker } = world.people
    const all = await read(peterBankChecker)
    const each = await Promise.all(['CF4100', 'CF4101', 'CF4102'].map((code) => read(peterBankChecker, code)))
    for (const { season, approvedKg, pendingKg } of all.seasons) {
      const sum = (key: 'approvedKg' | 'pendingKg') =>
        each.reduce((total, one) => total + seasonOf(one, season)[key], 0)
      expect(sum('approvedKg')).toBeCloseTo(approvedKg)
      expect(sum('pendingKg')).toBeCloseTo(pendingKg)
    }
    expect(each[0]).toEqual(await read())
  })

  test('are compared with the same day of the season before, and a running week with its same weekdays', async () => {
    const { today, seasons, weeks, season } = await read()
    expect(today).toBe(businessDate())
    const kilogramsOf = async (name: string, from: string, to: string) =>
      Number(
        (
          await world.owner.query<{ kg: string }>(
            `select coalesce(sum(kilograms), 0) as kg from cherry_deliveries where organisation_id = $1 and season = $2 and status = 'APPROVED' and delivered_on between $3 and $4`,
            [world.organisationId('CF4100'), name, from, to],
          )
        ).rows[0]?.kg,
      )
    const before = seasonBefore(season)
    for (const [name, day] of [
      [before, dayOfSeasonBefore(today)],
      [season, today],
    ] as const)
      expect(seasons.find((one) => one.season === name)?.toDayKg).toBeCloseTo(
        await kilogramsOf(name, '2000-01-01', day),
      )
    const back = (day: string, days = 364) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
    const whole = weeks.filter(({ week }) => week < thisWeek() && week > `${season.slice(0, 4)}-10-07`)
    for (const { week, beforeKg } of whole)
      expect(beforeKg).toBeCloseTo(await kilogramsOf(before, back(week), back(week, 358)))
    const running = weeks.find(({ week }) => week === thisWeek())
    expect(running?.beforeKg ?? 0).toBeCloseTo(await kilogramsOf(before, back(thisWeek()), back(today)))
    expect(weeks.every(({ week }) => week <= today)).toBe(true)
  })

  test('of an earlier season are shown when it is asked for', async () => {
    const { seasons } = await read()
    const earlier = seasons[0]?.season ?? ''
    const { weeks, season } = await read(clerk, 'CF4100', earlier)
    expect(season).toBe(earlier)
    const total = weeks.reduce((sum, { approvedKg }) => sum + approvedKg, 0)
    expect(total).toBeCloseTo(seasons[0]?.approvedKg ?? -1)
    for (const { week } of weeks) expect(new Date(week).getUTCDay()).toBe(1)
  })
})

describe('what waits', () => {
  test('is counted by kind and by age, whoever asks', async () => {
    await sendFarmers(clerk, 2)
    await sendDeliveries(clerk, deliveriesCsv(3))
    const dashboard = await read()
    expect(waitingOf(dashboard, 'farmer_upload')).toMatchObject({ ages: { upTo1: 1 }, total: 1 })
    expect(waitingOf(dashboard, 'cherry_delivery_upload')).toMatchObject({ total: 1 })
    expect((await read(checker)).waiting).toEqual(dashboard.waiting)
    const deliveries = waitingOf(dashboard, 'cherry_delivery')
    expect(deliveries?.total).toBe(dashboard.seasons.reduce((sum, { pending }) => sum + pending, 0))
    for (const { ages, total } of dashboard.waiting)
      expect(Object.values(ages).reduce((sum, n) => sum + n, 0)).toBe(total)
  })

  test('grows old by working days', async () => {
    const { id } = await sendFarmers(clerk, 1, {}, 'old.csv')
    const before = waitingOf(await read(), 'farmer_upload')
    await world.owner.query(`update uploads set created_at = $2 where id = $1`, [
      id,
      new Date(now().getTime() - 20 * 86_400_000),
    ])
    const after = waitingOf(await read(), 'farmer_upload')
    expect(after?.total).toBe(before?.total)
    expect(after?.ages.above7).toBe((before?.ages.above7 ?? 0) + 1)
  })

  test('grows no older on days that are gazetted as off', async () => {
    const before = waitingOf(await read(), 'farmer_upload')
    expect(before?.ages.above7).toBeGreaterThan(0)
    await world.owner.query(
      `insert into public_holidays (day, name, day_off, changed_at) select d, 'Days of mourning', true, now() from generate_series($1::date - 30, $1::date, '1 day') d`,
      [businessDate()],
    )
    expect(waitingOf(await read(), 'farmer_upload')?.ages).toEqual({
      upTo1: before?.total,
      upTo3: 0,
      upTo7: 0,
      above7: 0,
    })
    await world.owner.query('update public_holidays set day_off = false')
    const worked = waitingOf(await read(), 'farmer_upload')
    expect([worked?.total, worked?.ages.above7]).toEqual([before?.total, before?.ages.above7])
    await world.owner.query('delete from public_holidays')
  })

  test('leaves out drafts and what is decided', async () => {
    const before = waitingOf(await read(), 'farmer_upload')?.total ?? 0
    const { id, version } = await sendFarmers(clerk, 1, {}, 'declined.csv')
    await checker.post('/upload/cherry/decline_farmer', { id, version, approverComment: 'No' })
    expect(waitingOf(await read(), 'farmer_upload')?.total ?? 0).toBe(before)
  })
})

describe('farmers and their data', () => {
  test('are the numbers of the lists that they lead to', async () => {
    await keepFigures(world.house, { all: true })
    const { farmers, asOf } = await read()
    const list = async (filter?: string) =>
      (await clerk.get<Farmer[]>('/upload/cherry/getFarmers/CF4100', filter ? { filter } : {})).body.length
    expect(farmers).toEqual({
      count: await list(),
      active: await list('lifeState:ACTIVE'),
      verified: await list('accountState:VERIFIED'),
    })
    expect(Date.parse(asOf ?? '')).toBeGreaterThan(now().getTime() - 60_000)
  })

  test('have no time before every society was counted', async () => {
    await world.owner.query('delete from society_figures where organisation_id = $1', [world.organisationId('CF4102')])
    expect((await read(world.people.peterBankChecker)).asOf).toBeNull()
    expect((await read()).asOf).not.toBeNull()
    await keepFigures(world.house)
    expect((await read(world.people.peterBankChecker)).asOf).not.toBeNull()
  })
})

describe('who reads it', () => {
  test('the government sees numbers of any society, and of nobody a name', async () => {
    const { aminaViewer } = world.people
    const { rows } = await world.owner.query<{ value: string }>(
      `select unnest(array[id_number, mobile_number, account_number, full_name]) as value from farmers`,
    )
    for (const society of ['GOVT', 'CF4101']) {
      const { status, body } = await aminaViewer.get<Dashboard>(`/dashboard/${society}`)
      expect(status).toBe(200)
      expect(rows.filter(({ value }) => JSON.stringify(body).includes(value))).toEqual([])
    }
  })

  test('a society reads its own only', async () => {
    for (const society of ['CF4101', world.organisationId('CF4101'), newId()])
      expect((await clerk.get(`/dashboard/${society}`)).status).toBe(404)
    const figures = JSON.stringify(await read())
    expect(figures).not.toContain('CF4101')
    // What the neighbour does moves nothing here.
    const before = await read()
    await sendDeliveries(world.people.danielMaker, deliveriesCsv(2, {}, 'CF4101'))
    expect(await read()).toEqual(before)
  })

  test('who has nothing to do with farmers has no dashboard', async () => {
    for (const name of ['kipronoMillerMaker', 'naomiWarehouseClerk', 'samuelAdministrator'] as const)
      expect((await world.people[name].get(`/dashboard/${world.people[name].organisationCode}`)).status).toBe(403)
  })
})
