import {
  cellsOf,
  contradictionsOf,
  createdFarmerFields,
  createdFarmerRules,
  type CreatedFarmerBody,
  type CreatedFarmerField,
} from '#contract/farmers/createdFarmerFields.ts'
import { toAmount } from '#contract/kit/money.ts'
import { checkCells, columnKeys } from '#contract/kit/uploadKind.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Changes } from '#server/kit/audit/audit.ts'
import { businessYear } from '#server/kit/clock.ts'
import { isPgError, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal } from '#server/kit/scope.ts'
import { checkLists } from '#server/facts/checkLists.ts'
import { referenceData, type Place } from '#server/facts/referenceData.ts'
import type { StoredCreatedFarmer } from './createdFarmerRows.ts'
import { makersWith } from '#server/kit/records/recordKind.ts'

type Cells = Partial<Record<CreatedFarmerField, string>>
/** Checked values: places and variety are ids, the institution is its code. */
type FarmerValues = Record<CreatedFarmerField, string>
type Read = { values: FarmerValues; notes: { code: string; message: string }[] }

const keys = columnKeys(createdFarmerRules)

/** The values of a payload, checked by the rules of the farmers file. Throws with every problem, by field. */
export async function readFarmer(tx: Tx, actor: Actor, cells: Cells, body: CreatedFarmerBody): Promise<Read> {
  const asInFile = await namesForIds(tx, cells)
  const context = { year: businessYear(), lists: await checkLists(tx) }
  const { clean, problems } = checkCells(
    createdFarmerRules,
    keys.map((key) => asInFile[key] ?? ''),
    context,
  )
  const fields: Record<string, string> = { ...contradictionsOf(body), ...foreignGrower(actor, body) }
  for (const { column, message, severity } of problems)
    if (severity === 'error') fields[keys[column] ?? 'body'] ??= message
  if (Object.keys(fields).length > 0) throw new Refused('input.invalid', { details: { fields } })
  return {
    // One clean value for each key, in the order of the keys.
    values: Object.fromEntries(keys.map((key, index) => [key, clean[index] ?? ''])) as FarmerValues,
    notes: problems.map(({ code, message }) => ({ code, message })),
  }
}

/** A farmer sells through the own society: it may be named, and no other. */
function foreignGrower(actor: Actor, { grower }: CreatedFarmerBody): { grower?: string } {
  const named = String((typeof grower === 'object' ? grower?.id : grower) ?? '').trim()
  return ['', actor.organisationId, actor.organisationCode].includes(named)
    ? {}
    : { grower: 'Not a grower in your reach' }
}

/** Forms send the ids of places and varieties, files their names: the rules know names. */
async function namesForIds(tx: Tx, cells: Cells): Promise<Cells> {
  const data = await referenceData(tx)
  const named = (places: readonly Place[], value = ''): string =>
    /^\d+$/.test(value) ? (places.find(({ id }) => id === Number(value))?.name ?? value) : value
  return {
    ...cells,
    county: named(data.counties, cells.county),
    subCounty: named(data.subCounties, cells.subCounty),
    ward: named(data.wards, cells.ward),
    variety: named(data.varieties, cells.variety),
  }
}

/** A stored farmer as the cells it came from. */
export function cellsOfStored(stored: StoredCreatedFarmer): FarmerValues {
  const [one, two, three] = stored.produce
  const [priceOne, priceTwo, priceThree] = stored.price.map((cents) => (cents === null ? null : toAmount(cents)))
  return {
    firstName: stored.first_name,
    middleName: stored.middle_name,
    lastName: stored.last_name,
    farmerId: stored.id_number,
    memberNumber: stored.member_number,
    mobileNumber: stored.mobile_number,
    gender: stored.gender,
    yearOfBirth: String(stored.year_of_birth ?? ''),
    kraPin: stored.kra_pin,
    acreage: String(Number(stored.acreage)),
    numberOfTrees: String(stored.number_of_trees ?? ''),
    variety: String(stored.variety?.id ?? ''),
    county: String(stored.county.id),
    subCounty: String(stored.sub_county.id),
    ward: String(stored.ward.id),
    village: stored.village,
    institutionType: stored.institution_type,
    institution: stored.institution_code,
    accountName: stored.account_name,
    accountNumber: stored.account_number,
    currency: stored.currency,
    yearOneProduce: String(one ?? ''),
    yearTwoProduce: String(two ?? ''),
    yearThreeProduce: String(three ?? ''),
    yearOnePrice: String(priceOne ?? ''),
    yearTwoPrice: String(priceTwo ?? ''),
    yearThreePrice: String(priceThree ?? ''),
  }
}

/** What a payload changes of a stored farmer; a masked value that comes back unchanged is no change. */
export function changedCells(actor: Actor, stored: StoredCreatedFarmer, body: CreatedFarmerBody): Cells {
  const before = cellsOfStored(stored)
  return Object.fromEntries(
    Object.entries(cellsOf(body)).filter(([key, value]) => {
      const known = before[key as CreatedFarmerField] // border: cellsOf names these fields only
      return !(createdFarmerFields[key as CreatedFarmerField].personal && value === personal(actor, known))
    }),
  )
}

/** Before and after of what differs, as the audit trail shows it. */
export function changesBetween(before: FarmerValues, after: FarmerValues): Changes {
  const differing = keys.filter((key) => before[key] !== after[key])
  return Object.fromEntries(differing.map((key) => [key, { before: before[key], after: after[key] }]))
}

const whole = (value: string) => (value === '' ? null : Number(value))
const cents = (value: string) => (value === '' ? null : BigInt(value) * 100n)

/** The columns of a farmer's values, in the order of the table. */
const columnsOf = (values: FarmerValues) => ({
  first_name: values.firstName,
  middle_name: values.middleName,
  last_name: values.lastName,
  id_number: values.farmerId,
  member_number: values.memberNumber,
  mobile_number: values.mobileNumber,
  gender: values.gender,
  year_of_birth: whole(values.yearOfBirth),
  kra_pin: values.kraPin,
  acreage: values.acreage,
  number_of_trees: whole(values.numberOfTrees),
  variety_id: whole(values.variety),
  county_id: Number(values.county),
  sub_county_id: Number(values.subCounty),
  ward_id: Number(values.ward),
  village: values.village,
  institution_code: values.institution,
  account_name: values.accountName,
  account_number: values.accountNumber,
  currency: values.currency as 'KES' | 'USD', // border: the rule of the field allows these two
  year_one_produce_kg: whole(values.yearOneProduce),
  year_two_produce_kg: whole(values.yearTwoProduce),
  year_three_produce_kg: whole(values.yearThreeProduce),
  year_one_price_cents: cents(values.yearOnePrice),
  year_two_price_cents: cents(values.yearTwoPrice),
  year_three_price_cents: cents(values.yearThreePrice),
})

/** Keeps a new farmer, who waits for a checker. */
export async function insertFarmer(tx: Tx, actor: Actor, id: string, { values, notes }: Read): Promise<void> {
  await orRegistered(tx, actor, id, values, () =>
    tx
      .insertInto('farmers')
      .values({
        id,
        organisation_id: actor.organisationId,
        type: 'FCS_FARMER',
        ...columnsOf(values),
        entry_notes: JSON.stringify(notes),
        created_singly: true,
        account_state: 'UNVERIFIED',
        status: 'PENDING_APPROVAL',
        makers: [actor.userId],
      })
      .execute(),
  )
}

/** Writes the values of an edit: the editor becomes a maker, and the decision before is history. */
export async function rewriteFarmer(tx: Tx, actor: Actor, id: string, { values, notes }: Read): Promise<void> {
  await orRegistered(tx, actor, id, values, () =>
    tx
      .updateTable('farmers')
      .set({
        ...columnsOf(values),
        entry_notes: JSON.stringify(notes),
        account_state: 'UNVERIFIED',
        makers: makersWith(actor.userId),
        decided_by: null,
        decided_at: null,
        decision_comment: null,
        override_reason: null,
        // From here on the number and the ID are in use again, so that the indexes compare them.
        status: 'PENDING_APPROVAL',
      })
      .where('id', '=', id)
      .execute(),
  )
}

/** Says whose number it is when a member number or an ID is taken in the society: by the index, so also at the same moment. */
async function orRegistered(
  tx: Tx,
  actor: Actor,
  id: string,
  values: FarmerValues,
  write: () => Promise<unknown>,
): Promise<void> {
  try {
    await savepoint(tx, write)
  } catch (error) {
    if (!isPgError(error) || error.code !== '23505') throw error
    const fields = await takenFields(tx, { id, organisationId: actor.organisationId, ...values })
    throw new Refused('farmer.registered', { details: { fields } })
  }
}

type Numbers = { id: string | null; organisationId: string; memberNumber: string; farmerId: string }

/** Member number and ID that another member of the society has, each with who. */
export async function takenFields(tx: Tx, numbers: Numbers): Promise<{ memberNumber?: string; farmerId?: string }> {
  const others = await rows(
    tx,
    sql<{
      member: string
      identity: string
      who: string
    }>`select member_number as member, id_number as identity, member_number || ' ' || full_name as who from farmers
      where organisation_id = ${numbers.organisationId} and id is distinct from ${numbers.id} and status <> 'REJECTED'
        and (member_number = ${numbers.memberNumber} or id_number = ${numbers.farmerId})`,
  )
  const member = others.find((one) => one.member === numbers.memberNumber)
  const identity = others.find((one) => one.identity === numbers.farmerId)
  return {
    ...(member ? { memberNumber: `Already registered: ${member.who}` } : {}),
    ...(identity ? { farmerId: `Already registered: ${identity.who}` } : {}),
  }
}
