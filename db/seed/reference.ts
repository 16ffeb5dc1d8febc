import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { seedSeasons } from './seasons.ts'

const folder = join(import.meta.dirname, '../reference')

type Place = { id: number; name: string }
type SubCounty = Place & { countyId: number }
type Ward = Place & { subCountyId: number }
type Bank = { bankCode: string; bankSwiftCode: string | null }
type Institution = {
  institutionCode: string
  institutionName: string
  institutionType: string
  pic: string
  active: boolean
}

const counties = read<Place>('counties')
const subCounties = read<SubCounty>('subCounties')
const wards = read<Ward>('wards')
const varieties = read<Place>('varieties')
const institutions = read<Institution>('institutions')

/** The facts by their numbers and codes, for those who invent records of them. */
export const countyNames = namesOf(counties)
export const subCountyNames = namesOf(subCounties)
export const wardNames = namesOf(wards)
export const varietyNames = namesOf(varieties)
export const institutionNames: ReadonlyMap<string, { name: string; type: string }> = new Map(
  institutions.map((one) => [one.institutionCode, { name: one.institutionName, type: one.institutionType }]),
)
export const institutionCodes: ReadonlyMap<string, string> = new Map(
  institutions.map((one) => [one.institutionName, one.institutionCode]),
)
/** Every ward of a county, with the sub-county it lies in. */
export const wardsOfCounty = (countyId: number): { id: number; subCountyId: number }[] => {
  const inside = new Set(subCounties.filter((one) => one.countyId === countyId).map(({ id }) => id))
  return wards.filter(({ subCountyId }) => inside.has(subCountyId)).map(({ id, subCountyId }) => ({ id, subCountyId }))
}

/** Updates the reference tables to the facts of this build, as the owner, at every start after migrating. Nothing is removed: records point at it. */
export async function seedReference({ owner }: { owner: ClientBase }): Promise<void> {
  await seedSeasons({ owner })
  const bankOf = new Map(read<Bank>('banks').map((bank) => [bank.bankCode, bank]))
  const tables = {
    counties,
    sub_counties: subCounties.map(({ id, countyId, name }) => ({ id, county_id: countyId, name })),
    wards: wards.map(({ id, subCountyId, name }) => ({ id, sub_county_id: subCountyId, name })),
    varieties,
    institutions: institutions.map(({ institutionCode: code, institutionName, institutionType, pic, active }) => ({
      code,
      name: institutionName,
      type: institutionType,
      pic,
      bank_code: bankOf.get(code)?.bankCode ?? '',
      swift_code: bankOf.get(code)?.bankSwiftCode ?? '',
      active,
    })),
  }
  for (const [table, rows] of Object.entries(tables)) await upsert(owner, table, rows)
}

function read<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Row[] // border: db/reference/reference.test.ts checks the files
}

function namesOf(places: readonly Place[]): ReadonlyMap<number, string> {
  return new Map(places.map(({ id, name }) => [id, name]))
}

/** Writes the rows, whose keys are the columns of the table, its primary key first. */
async function upsert(owner: ClientBase, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const [id = '', ...others] = columns
  const changes = others.map((column) => `${column} = excluded.${column}`).join(', ')
  const differs = `(${others.map((column) => `t.${column}`).join(', ')}) is distinct from (${others.map((column) => `excluded.${column}`).join(', ')})`
  await owner.query(
    `insert into ${table} as t (${columns.join(', ')})
     select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1)
     on conflict (${id}) do update set ${changes} where ${differs}`,
    [JSON.stringify(rows)],
  )
}
