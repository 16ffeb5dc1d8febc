import type { farmerTypes } from '#contract/farmers/farmers.ts'
import type { LifeState } from '#contract/farmers/lifeStates.ts'
import { updatable, type UpdatableField } from '#contract/farmers/updateRequests.ts'
import type { BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'

type FarmerType = (typeof farmerTypes)[number]
export type Values = Partial<Record<UpdatableField, string>>

/** A farmer as a change of it needs to be known: the values by the names of farmerFields, only those of the farmer's type. */
export type FarmerRecord = {
  id: string
  organisationId: string
  type: FarmerType
  status: string
  lifeState: LifeState
  version: number
  accountState: 'VERIFIED' | 'NAME_DIFFERS' | 'UNVERIFIED'
  accountChangedAt: Date | null
  institutionType: BankAccount['institutionType']
  values: Values
}

const columnOf: Record<UpdatableField, string> = {
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  companyName: 'company_name',
  farmerId: 'id_number',
  companyRegistrationNumber: 'id_number',
  memberNumber: 'member_number',
  mobileNumber: 'mobile_number',
  gender: 'gender',
  yearOfBirth: 'year_of_birth',
  kraPin: 'kra_pin',
  companyKraPin: 'kra_pin',
  acreage: 'acreage',
  numberOfTrees: 'number_of_trees',
  village: 'village',
  institution: 'institution_code',
  accountName: 'account_name',
  accountNumber: 'account_number',
}
type Stored = Omit<FarmerRecord, 'values'> & { stored: Record<string, string> }

// Numbers are values of a form like all others: text without needless zeros, and nothing where there is none.
const numbers = new Set(['year_of_birth', 'acreage', 'number_of_trees'])
const asText = (name: string) =>
  numbers.has(name) ? sql`coalesce(trim_scale(t.${sql.ref(name)}::numeric)::text, '')` : sql`t.${sql.ref(name)}`
const columns = sql.join([...new Set(Object.values(columnOf))].map((name) => sql`${sql.lit(name)}, ${asText(name)}`))

/** Reads a farmer that the transaction may see; `lock` holds it until the end. */
export async function findFarmer(tx: Tx, id: string, { lock = false } = {}): Promise<FarmerRecord | undefined> {
  const [row] = await rows(
    tx,
    sql<Stored>`select t.id, t.organisation_id as "organisationId", t.type, t.status, t.life_state as "lifeState", t.version, t.account_state as "accountState",
      t.account_changed_at as "accountChangedAt", i.type as "institutionType", jsonb_build_object(${columns}) as stored
      from farmers t join institutions i on i.code = t.institution_code where t.id = ${id} ${lock ? sql`for update of t` : sql``}`,
  )
  if (!row) return undefined
  const { stored, ...farmer } = row
  return { ...farmer, values: valuesOf(farmer.type, stored) }
}

/** The values of a type of farmer, from a row's columns. */
export const valuesOf = (type: FarmerType, stored: Record<string, string>): Values =>
  Object.fromEntries(updatable[type].map((key) => [key, stored[columnOf[key]] ?? '']))

/** What a farmer is called, before or after a change. */
export const nameOf = (values: Values): string =>
  values.companyName || [values.firstName, values.middleName, values.lastName].filter(Boolean).join(' ')

/** The number by which the state knows a person or a company. */
export const identityOf = (values: Values): string | undefined => values.farmerId ?? values.companyRegistrationNumber

/** Writes changed values, the state of the account with them; answers the new version. */
export async function writeFarmer(
  tx: Tx,
  farmer: FarmerRecord,
  change: { values?: Values; lifeState?: string; accountState?: string; accountChangedAt?: Date },
): Promise<void> {
  const sets = Object.entries(change.values ?? {}).map(([key, value]) => {
    const column = columnOf[key as UpdatableField] // border: the keys of Values
    return sql`${sql.ref(column)} = ${numbers.has(column) ? sql`nullif(${value}, '')::numeric` : value}`
  })
  if (change.lifeState) sets.push(sql`life_state = ${change.lifeState}`)
  if (change.accountState) sets.push(sql`account_state = ${change.accountState}`)
  if (change.accountChangedAt) sets.push(sql`account_changed_at = ${change.accountChangedAt}`)
  await sql`update farmers set version = version + 1, ${sql.join(sets)} where id = ${farmer.id}`.execute(tx)
}
