import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dashboard, Lent, OpenExceptions, Turns } from '#contract/dashboard/dashboard.ts'
import type { SideBySide } from '#contract/dashboard/sideBySide.ts'
import { seasonBefore } from '#contract/house/seasons.ts'
import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { dayAfter } from '#server/facts/days.ts'
import { businessDate } from '#server/kit/clock.ts'
import { sendFarmers } from '#test/kit/farmerUploads.ts'
import { authorisedLoans } from '#test/kit/loanReports.ts'
import { grantLimit, makePayable, requestLoan, settle } from '#test/kit/loans.ts'
import type { Person } from '#test/kit/people.ts'
import { freshMembers, type Member } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let members: Member[]
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  members = await freshMembers(world, 3)
})
afterAll(() => world.close())

const turnsOf = async (reader: Person, organisation = reader.organisationCode) =>
  (await reader.get<Turns>(`/dashboard/${organisation}/turns`)).body.people
const lentOf = async (reader: Person, organisation = reader.organisationCode) =>
  (await reader.get<Lent>(`/dashboard/${organisation}/lent`)).body

test('what waits is shown at whoever can decide it, never at who made it, and is as much as the inbox holds', async () => {
  const { wanjikuMaker, otienoChecker, margaretManager, peterBankChecker, purityChecker, mercyKpcuChecker } =
    world.people
  const before = await turnsOf(wanjikuMaker)
  await sendFarmers(wanjikuMaker, 2)
  const after = await turnsOf(wanjikuMaker)
  const named = (people: Turns['people'], name: string) => people.find(({ fullName }) => fullName === name)
  expect(named(after, 'Wanjiku Kamau')).toBeUndefined()
  const mine = named(after, 'Otieno Ouma')
  expect(mine?.total).toBe((named(before, 'Otieno Ouma')?.total ?? 0) + 1)
  expect(after.map(({ oldest }) => oldest)).toEqual(after.map(({ oldest }) => oldest).toSorted())
  for (const { ages, total } of after) expect(Object.values(ages).reduce((sum, n) => sum + n, 0)).toBe(total)
  // Parchment and shared files have doors of their own; the inbox of a checker of a society holds nothing else here.
  for (const person of [otienoChecker, margaretManager]) {
    const { body } = await person.get<{ total: number; user?: string }>('/inbox/counts')
    expect(after.map(({ total }) => total)).toContain(body.total)
  }
  // Who sees every society reads the same of one of them, and of the own house when none is named.
  expect(await turnsOf(peterBankChecker, 'CF4100')).toEqual(after)
  expect(named(await turnsOf(peterBankChecker), 'Otieno Ouma')).toBeUndefined()
  expect(named(await turnsOf(purityChecker), 'Otieno Ouma')).toBeUndefined()
  expect((await purityChecker.get('/dashboard/CF4100/turns')).status).toBe(404)
  // Nobody reads who works in another house that sees everybody.
  expect((await mercyKpcuChecker.get('/dashboard/COOP/turns')).status).toBe(404)
})

test('what is lent and owed is kept of each society, and a fund of another lender is not in sight', async () => {
  const { wanjikuMaker, peterBankChecker, mercyKpcuChecker, aminaViewer } = world.people
  await keepFigures(world.house, { all: true })
  const before = await lentOf(wanjikuMaker)
  const [first, second, third] = members
  const [paid = '', back = ''] = await authorisedLoans(world, first?.id ?? '', [3_000, 2_000])
  await settle(world, [paid], 'PAID')
  await settle(world, [back], 'FAILED')
  await authorisedLoans(world, second?.id ?? '', [4_000])
  await makePayable(world, [third?.id ?? ''])
  await grantLimit(world, third?.id ?? '', 5_000)
  await requestLoan(wanjikuMaker, third?.id ?? '', 1_000)
  // The loans themselves make the figures due.
  await world.owner.query(`update society_figures set counted_at = counted_at - interval '1 hour'`)
  await keepFigures(world.house)
  const after = await lentOf(wanjikuMaker)
  const { rows } = await world.owner.query<{ owed: string }>(
    `select owed_cents / 100.0 as owed from loan_requests where id = $1`,
    [paid],
  )
  const owed = Number(rows[0]?.owed)
  expect(after.all.loans - before.all.loans).toBe(1)
  expect(after.all.owed - before.all.owed).toBeCloseTo(owed)
  expect(after.all.lent - before.all.lent).toBeCloseTo(owed)
  expect(after.all.repaid).toBeCloseTo(before.all.repaid)
  const due = (lent: Lent, state: Lent['due'][number]['state']) => lent.due.find((one) => one.state === state)
  expect((due(after, 'PROCESSING')?.amount ?? 0) - (due(before, 'PROCESSING')?.amount ?? 0)).toBe(4_000)
  expect((due(after, 'PENDING_APPROVAL')?.amount ?? 0) - (due(before, 'PENDING_APPROVAL')?.amount ?? 0)).toBe(1_000)
  expect(after.societies).toEqual([])

  const ofBank = await lentOf(peterBankChecker)
  expect(ofBank.societies.find(({ organisationCode }) => organisationCode === 'CF4100')?.owed).toBeCloseTo(
    after.all.owed,
  )
  expect(ofBank.societies.reduce((sum, one) => sum + one.owed, 0)).toBeCloseTo(ofBank.all.owed)
  expect((await lentOf(aminaViewer)).all).toEqual(ofBank.all)
  // KPCU lent these; what the bank lends is not in its sight.
  expect((await lentOf(mercyKpcuChecker)).all.owed).toBeCloseTo(after.all.owed)
  await world.owner.query(
    `insert into society_lending values ($1, $2, $3, 1, 50000, 50000) on conflict (organisation_id, lender_id, season) do update set owed_cents = 50000, lent_cents = 50000`,
    [world.organisationId('CF4101'), world.organisationId('COOP'), '2025/2026'],
  )
  expect((await lentOf(mercyKpcuChecker, 'CF4101')).all.owed).toBe(0)
  expect((await lentOf(peterBankChecker, 'CF4101')).all.owed).toBe(500)
  const besideOf = async (reader: Person) =>
    (await reader.get<SideBySide>(`/dashboard/${reader.organisationCode}/sides`)).body.societies.find(
      ({ organisationCode }) => organisationCode === 'CF4101',
    )?.owed
  expect([await besideOf(mercyKpcuChecker), await besideOf(peterBankChecker)]).toEqual([0, 500])
  for (const path of ['lent', 'sides', 'turns'])
    expect((await wanjikuMaker.get(`/dashboard/CF4101/${path}`)).status).toBe(404)
})

test('open exceptions are counted by kind and age, of the own fund only', async () => {
  const { peterBankChecker, mercyKpcuChecker, wanjikuMaker } = world.people
  const read = async (reader: Person) =>
    (await reader.get<OpenExceptions>(`/dashboard/${reader.organisationCode}/exceptions`)).body.kinds
  const add = (lender: string, daysAgo: number, resolution: string | null = null) =>
    world.owner.query(
      `insert into recon_items (id, organisation_id, account_number, kind, amount_cents, booked_on, created_at, resolution, resolved_at)
       values (uuidv7(), $1, '01100000000001', 'MISSING_IN_BANK', 12500, $2, now(), $3, case when $3::text is null then null else now() end)`,
      [world.organisationId(lender), dayAfter(businessDate(), -daysAgo), resolution],
    )
  await add('KPCU', 0)
  await add('KPCU', 30)
  await add('KPCU', 30, 'BANK_ERROR')
  await add('COOP', 30)
  const kinds = await read(peterBankChecker)
  expect(kinds).toMatchObject([{ kind: 'MISSING_IN_BANK', total: 3, amount: 375, ages: { upTo1: 1, above7: 2 } }])
  expect(await read(mercyKpcuChecker)).toMatchObject([{ total: 2, ages: { upTo1: 1, above7: 1 } }])
  expect((await mercyKpcuChecker.get<OpenExceptions>('/dashboard/COOP/exceptions')).body.kinds).toEqual([])
  expect((await wanjikuMaker.get('/dashboard/CF4100/exceptions')).status).toBe(403)
})

test('counties and societies side by side are the same figures as the dashboards of each', async () => {
  const { aminaViewer, wanjikuMaker } = world.people
  await keepFigures(world.house, { all: true })
  const { counties, societies, season } = (await aminaViewer.get<SideBySide>('/dashboard/GOVT/sides')).body
  expect(societies.map(({ organisationCode }) => organisationCode).toSorted()).toEqual(['CF4100', 'CF4101', 'CF4102'])
  for (const society of societies) {
    const { body } = await aminaViewer.get<Dashboard>(`/dashboard/${society.organisationCode}`)
    const of = (name: string) => body.seasons.find((one) => one.season === name)
    expect(society.kilograms).toBeCloseTo(of(season)?.approvedKg ?? 0)
    expect(society.beforeKg).toBeCloseTo(of(seasonBefore(season))?.toDayKg ?? 0)
    expect([society.farmers, society.verified]).toEqual([body.farmers.count, body.farmers.verified])
    expect(society.score).toBeCloseTo(body.quality.score ?? -1, 0)
    expect(society.owed).toBe((await lentOf(aminaViewer, society.organisationCode)).all.owed)
    expect(society.delivered).toBeLessThanOrEqual(society.farmers)
  }
  for (const key of ['farmers', 'kilograms', 'beforeKg', 'delivered', 'owed'] as const) {
    const sum = (rows: readonly Record<typeof key, number | null>[]) =>
      rows.reduce((total, row) => total + Number(row[key]), 0)
    expect(sum(counties)).toBeCloseTo(sum(societies))
  }
  expect(counties.find(({ name }) => name === 'Nyeri')).toMatchObject({ id: 19, societies: 1 })
  expect((await wanjikuMaker.get<SideBySide>('/dashboard/CF4100/sides')).body.societies).toHaveLength(1)
})
