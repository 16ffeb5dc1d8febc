import type { ClientBase } from 'pg'
import type { SettingName } from '#contract/house/settings.ts'
import { demoPasswordHash } from '#server/session/demo.ts'
import { businessDate } from '#server/kit/clock.ts'
import { chanceFrom } from './chance.ts'
import { seedDeliveries } from './deliveries.ts'
import { estates } from './names.ts'
import { firstDay, organisationOf, organisations, societies, userOf, users, type Society } from './organisations.ts'
import { markSample } from './sample.ts'
import { inventFarmer, nationalId, type SeedFarmer } from './people.ts'

/**
 * The demo valley, which is also the world of the tests: organisations, users and farmers, the same to the last digit every
 * time. Needs the reference facts and the roles; does nothing where it stands already.
 */
export async function seedDemo({ owner }: { owner: ClientBase }): Promise<void> {
  let isFirst = false
  await owner.query('begin')
  try {
    isFirst = await insertOrganisations(owner)
    if (isFirst) {
      await insertUsers(owner)
      await insertFunds(owner)
      const members = demoFarmers()
      await insertFarmers(owner, members)
      await seedDeliveries({ owner, members, today: businessDate() })
      await markSample(owner)
    }
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
  // Nothing would plan well before PostgreSQL has looked at it in its own time.
  if (isFirst) await owner.query('analyze')
}

/**
 * In the demo everybody has one password and nobody a phone at hand: no second factor and no fresh code, unless administrators
 * have chosen otherwise.
 */
export async function needNoFactors({ owner }: { owner: ClientBase }): Promise<void> {
  await owner.query(
    `insert into settings (name, value) select unnest($1::text[]), 'false' on conflict (name) do nothing`,
    [['moneyNeedsFreshCode', 'checkersNeedSecondFactor', 'everybodyNeedsSecondFactor'] satisfies SettingName[]],
  )
}

/** Every farmer of the demo, with the organisation and the people who registered them. */
export function demoFarmers() {
  let serial = 0
  return societies.flatMap((society, index) => {
    const chance = chanceFrom(`farmers of ${society.code}`)
    const by = registrars(society)
    return Array.from({ length: society.farmers }, (_, position) => {
      serial += 1
      const at = new Date(firstDay.getTime() + (position + index * 7) * 5_400_000)
      const id = chance.id(at)
      const person = inventFarmer({ chance, society, n: position + 1, serial })
      const farmer =
        position % 40 === 20 ? asCompany(person, estates[(position + index) % estates.length] ?? '', serial) : person
      return { id, organisation_id: organisationOf(society.code).id, created_at: at, ...by, ...farmer }
    })
  })
}

/** Who entered and who approved; the third society's register was taken over by the operator before it had users. */
function registrars(society: Society): { makers: string[]; decided_by: string | null; decided_at: Date | null } {
  const decided_at = new Date(firstDay.getTime() + 30 * 86_400_000)
  if (society.code === 'CF4100')
    return { makers: [userOf('fcs.maker').id], decided_by: userOf('fcs.checker').id, decided_at }
  if (society.code === 'CF4101')
    return { makers: [userOf('fcs2.maker').id], decided_by: userOf('fcs2.checker').id, decided_at }
  return { makers: [userOf('admin').id], decided_by: null, decided_at: null }
}

function asCompany(person: SeedFarmer, estate: string, serial: number): SeedFarmer {
  const name = `${estate} Estate Ltd`
  return {
    ...person,
    type: 'FCS_FARMER_COMPANY',
    first_name: '',
    middle_name: '',
    last_name: '',
    company_name: name,
    id_number: `PVT${nationalId(serial).slice(0, 7)}`,
    gender: '',
    year_of_birth: null,
    kra_pin: `P${String(51_000_000 + serial).padStart(9, '0')}M`,
    acreage: (Number(person.acreage) * 12).toFixed(2),
    number_of_trees: person.number_of_trees * 12,
    account_name: name,
    account_state: 'VERIFIED',
  }
}

async function insertOrganisations(owner: ClientBase): Promise<boolean> {
  const rows = organisations.map(({ countyId, ...one }) => ({
    ...one,
    county_id: countyId,
    active: true,
    created_at: firstDay,
  }))
  const inserted = await owner.query(
    `insert into organisations select * from json_populate_recordset(null::organisations, $1) on conflict do nothing`,
    [JSON.stringify(rows)],
  )
  return inserted.rowCount === rows.length
}

async function insertUsers(owner: ClientBase): Promise<void> {
  const rows = users.map((user) => ({
    id: user.id,
    organisation_id: organisationOf(user.organisationCode).id,
    username: user.username,
    full_name: user.fullName,
    email: `${user.username}@demo.example`,
    password_hash: demoPasswordHash,
    role_name: user.role,
  }))
  await owner.query(
    `insert into users (id, organisation_id, username, full_name, email, password_hash, role_name, password_changed_at, created_at)
     select id, organisation_id, username, full_name, email, password_hash, role_name, $2, $2 from json_populate_recordset(null::users, $1)`,
    [JSON.stringify(rows), firstDay],
  )
}

async function insertFarmers(owner: ClientBase, farmers: readonly object[]): Promise<void> {
  const columns = Object.keys(farmers[0] ?? {}).join(', ')
  await owner.query(
    `insert into farmers (${columns}, status) select ${columns}, 'APPROVED' from json_populate_recordset(null::farmers, $1)`,
    [JSON.stringify(farmers)],
  )
}

/** Where the lenders' money lies: 14 digits of a Co-operative Bank account each, and the float under a short code of M-PESA. */
export const demoFunds = [
  {
    code: 'KPCU',
    name: 'Coffee Cherry Advance Revolving Fund',
    account: '01141000100100',
    transit: '01141000100200',
    shortCode: '600100',
  },
  {
    code: 'COOP',
    name: 'Co-operative Bank coffee lending',
    account: '01141000200100',
    transit: '01141000200200',
    shortCode: '600200',
  },
] as const

async function insertFunds(owner: ClientBase): Promise<void> {
  for (const { code, name, account, transit, shortCode } of demoFunds)
    await owner.query(
      `insert into funds (organisation_id, name, account_number, transit_number, mpesa_short_code) values ($1, $2, $3, $4, $5)`,
      [organisationOf(code).id, name, account, transit, shortCode],
    )
}
