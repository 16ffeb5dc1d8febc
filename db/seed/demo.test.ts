import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { nameMatch } from '#server/kit/bank/bankNames.ts'
import { verifyPassword } from '#server/session/password.ts'
import { demoPassword, demoPasswordHash } from '#server/session/demo.ts'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { businessDate } from '#server/kit/clock.ts'
import { seedBig } from './big.ts'
import { seedBigDeliveries } from './bigDeliveries.ts'
import { chanceFrom } from './chance.ts'
import { demoFarmers, seedDemo } from './demo.ts'
import { demoDeliveries } from './deliveries.ts'
import { organisationOf, organisations, societies, userOf, users } from './organisations.ts'
import { nationalId } from './people.ts'
import { seedReference } from './reference.ts'
import { seedRoles } from './roles.ts'

let database: TestDatabase
let owner: pg.Client
const count = async (sql: string): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from ${sql}`)
  return rows[0]?.n ?? 0
}

beforeAll(async () => {
  database = await makeTestDatabase()
  owner = new pg.Client(database.config)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('the valley is the same every time, also when it is seeded again', async () => {
  await seedReference({ owner })
  await seedRoles({ owner })
  await seedDemo({ owner })
  expect(await count('organisations')).toBe(organisations.length)
  expect(await count('users')).toBe(users.length)
  expect(await count('farmers')).toBe(350)
  expect(await count('wards')).toBe(1450)
  expect(demoFarmers()).toEqual(demoFarmers())
  // Docs and tests name these.
  expect(organisationOf('CF4100').id).toBe('019bb0ca-3300-7c8f-aad1-dc663fe94838')
  expect(userOf('fcs.maker').fullName).toBe('Wanjiku Kamau')
})

test('ids have the shape of ours and sort by time', () => {
  const farmers = demoFarmers().filter(({ member_number }) => member_number.startsWith('OT'))
  expect(
    farmers.every(({ id }) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true)
  expect(farmers.map(({ id }) => id)).toEqual(farmers.map(({ id }) => id).toSorted())
  expect(new Set([...demoFarmers(), ...users, ...organisations].map(({ id }) => id)).size).toBe(
    350 + users.length + organisations.length,
  )
})

test('people of the valley are told apart by ID, mobile and member number, and live in a ward of their county', async () => {
  for (const column of ['id_number', 'mobile_number', 'member_number', 'account_number'])
    expect(await count(`(select distinct ${column} from farmers) d`)).toBe(350)
  expect(
    await count(
      `farmers f join wards w on w.id = f.ward_id join sub_counties s on s.id = w.sub_county_id
       where s.id <> f.sub_county_id or s.county_id <> f.county_id`,
    ),
  ).toBe(0)
  const { rows } = await owner.query(`select institution_code from farmers group by 1 having count(*) > 5`)
  expect(rows.length).toBeGreaterThanOrEqual(6)
})

test('account names match, except where the account is said to differ', () => {
  for (const farmer of demoFarmers()) {
    const name = farmer.company_name || `${farmer.first_name} ${farmer.middle_name} ${farmer.last_name}`
    if (farmer.account_state === 'VERIFIED') expect(nameMatch(name, farmer.account_name).matches, name).toBe(true)
    if (farmer.account_state === 'NAME_DIFFERS') expect(nameMatch(name, farmer.account_name).matches, name).toBe(false)
  }
})

test('the stored hash is that of the demo password', async () => {
  expect(await verifyPassword(demoPassword, demoPasswordHash)).toEqual({ right: true, rehash: false })
})

test('chance draws alike from one word and differently from another', () => {
  const draw = (word: string) => Array.from({ length: 5 }, chanceFrom(word).next)
  expect(draw('coffee')).toEqual(draw('coffee'))
  expect(draw('coffee')).not.toEqual(draw('tea'))
  const ids = new Set(Array.from({ length: 100_000 }, (_, n) => nationalId(1_000_000 + n)))
  expect(ids.size).toBe(100_000)
})

test('the valley’s deliveries lie in the past, in their season, each member’s seasons weigh what was approved', async () => {
  expect(await count(`cherry_deliveries`)).toBeGreaterThan(2_000)
  expect(
    await count(
      `cherry_deliveries d join seasons s on s.name = d.season where d.delivered_on >= now() or d.delivered_on not between s.starts_on and s.ends_on or d.created_at > now() or d.decided_at > now()`,
    ),
  ).toBe(0)
  expect(
    await count(
      `season_weights w where approved_kg <> (select coalesce(sum(kilograms), 0) from cherry_deliveries d where d.farmer_id = w.farmer_id and d.season = w.season and d.status = 'APPROVED')`,
    ),
  ).toBe(0)
  for (const status of ['PENDING_APPROVAL', 'DECLINED'])
    expect(await count(`cherry_deliveries where status = '${status}'`)).toBeGreaterThan(0)
})

test.each([
  '2026-10-01',
  '2026-10-03',
  '2026-10-20',
  '2026-11-01',
  '2026-12-20',
  '2027-02-28',
  '2028-02-29',
  '2027-05-04',
  '2027-09-30',
])('on %s every society has cherry of the season, of nearly all members, and none of a day to come', (today) => {
  const members = demoFarmers()
  const endOfToday = new Date(`${today}T21:00:00Z`)
  const deliveries = demoDeliveries(members, today)
  expect(deliveries.filter(({ created_at, delivered_on }) => created_at > endOfToday || delivered_on > today)).toEqual(
    [],
  )
  expect(new Set(deliveries.map(({ id }) => id)).size).toBe(deliveries.length)
  for (const { code } of societies) {
    const { id } = organisationOf(code)
    const own = members.filter((member) => member.organisation_id === id)
    const current = deliveries.filter(
      ({ organisation_id, season, status }) =>
        organisation_id === id && season === seasonOfDate(today) && status === 'APPROVED',
    )
    const bringing = new Set(current.map(({ farmer_id }) => farmer_id))
    expect([code, bringing.size / own.length > 0.6, current.length > own.length]).toEqual([code, true, true])
  }
})

test('a large database is filled once', async () => {
  const options = { client: owner, farmers: 2_500, societies: 7 }
  expect(await seedBig(options)).toBe(2_500)
  expect(await count(`organisations where code like 'CB%'`)).toBe(7)
  expect(await count('farmers')).toBe(2_850)
  await expect(seedBig(options)).rejects.toThrow('The society CB0001 is there already')
  const before = await count('cherry_deliveries')
  const indexes = await count(`pg_indexes where tablename = 'cherry_deliveries'`)
  expect(await seedBigDeliveries({ client: owner, deliveries: 8_550, today: businessDate() })).toBe(8_550)
  expect(await count('cherry_deliveries')).toBe(before + 8_550)
  // Nobody sees makers of another society, nor what they made.
  expect(
    await count(
      `cherry_deliveries d join users u on u.id = d.made_by where u.organisation_id <> d.organisation_id and u.full_name = 'Former clerk'`,
    ),
  ).toBe(0)
  expect(await count(`pg_indexes where tablename = 'cherry_deliveries'`)).toBe(indexes)
})
