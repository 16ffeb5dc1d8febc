import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { Actor } from '#contract/house/permissions.ts'
import {
  concerns,
  farmDetails,
  updatable,
  updateRequestFlow,
  type UpdateRequest,
} from '#contract/farmers/updateRequests.ts'
import { changeKind, changeSource, shapeChange, type StoredChange } from '#server/kit/records/changeRequests.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal, type Organisation } from '#server/kit/scope.ts'
import { nameOf, valuesOf, type FarmerRecord, type Values } from '#server/farmers/farmerValues.ts'

const notOfFarm = Object.values(updatable)
  .flat()
  .filter((key) => !farmDetails.some((name) => name === key))
// Written out: an expression that lists group by must be the same text each time.
const personalDetails = sql.join(notOfFarm.map((key) => sql.lit(key)))
/** What a request of the table `t` is about. */
export const concern = sql`case when t.subject = 'life_state' then 'LIFE_STATE' when t.subject = 'erasure' then 'ERASURE'
  when t.after ?| array['institution', 'accountNumber', 'accountName'] then 'BANK_DETAILS'
  when t.after ?| array[${personalDetails}] then 'PERSONAL_DETAILS' else 'FARM_DETAILS' end`
const concernLabel = sql.join(
  Object.entries(concerns).map(([code, label]) => sql`when ${sql.lit(code)} then ${sql.lit(label)}`),
  sql` `,
)

export const updateRequestKind = recordKind({
  ...changeKind(updateRequestFlow),
  atStake: sql<string>`case ${concern} ${concernLabel} end`,
})

type Stored = StoredChange & {
  farmer_id: string
  type: FarmerRecord['type']
  farmer: Record<string, string>
  bank_code: string
  concern: UpdateRequest['concern']
}

// The targets of other kinds are no ids of farmers; the case keeps them from being read as such.
const farmer = sql`case when t.kind = ${sql.lit(updateRequestFlow.kind)} then t.target_id::uuid end`

/** Update requests with the farmer they are about, newest first. */
export function updateRequestSource(organisation: Organisation): ListSource<Stored> {
  const source = changeSource(updateRequestKind, organisation, { concern })
  return {
    ...source,
    from: sql`${source.from} join farmers f on f.id = ${farmer}
      left join institutions i on i.code = coalesce(t.after ->> 'institution', f.institution_code)`,
    select: sql<Stored>`${source.select}, f.id as farmer_id, f.type, ${concern} as concern, coalesce(i.bank_code, '') as bank_code,
      jsonb_build_object('first_name', f.first_name, 'middle_name', f.middle_name, 'last_name', f.last_name, 'company_name', f.company_name, 'id_number', f.id_number,
        'member_number', f.member_number, 'mobile_number', f.mobile_number, 'gender', f.gender, 'institution_code', f.institution_code,
        'account_name', f.account_name, 'account_number', f.account_number) as farmer`,
  }
}

const personalKeys = new Set([
  'farmerId',
  'companyRegistrationNumber',
  'mobileNumber',
  'accountNumber',
  'kraPin',
  'companyKraPin',
])
const masked = (actor: Actor, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      personalKeys.has(key) && typeof value === 'string' ? personal(actor, value) : value,
    ]),
  )

/** An update request on the wire: the values that the farmer would have, before and after of those that change. */
export const shapeUpdateRequest =
  (actor: Actor) =>
  (stored: Stored): UpdateRequest => {
    const change: ChangeRequest = shapeChange(updateRequestKind, actor)(stored)
    // What a request stores of details was read by the rules of the fields: texts.
    const isOfValues = !['life_state', 'erasure'].includes(stored.subject)
    const after = isOfValues ? (stored.after as Values) : {}
    const values: Values = { ...valuesOf(stored.type, stored.farmer), ...after }
    const shown = (key: keyof Values) =>
      personalKeys.has(key) ? personal(actor, values[key] ?? '') : (values[key] ?? '')
    return {
      ...change,
      // The trail keeps the title for ever: that of an erasure has no name, and the name is shown as long as there is one.
      title: stored.subject === 'erasure' ? `${nameOf(values)}, ${values.memberNumber}` : change.title,
      before: masked(actor, stored.before),
      after: masked(actor, stored.after),
      organisation: {
        id: stored.organisation_id,
        organisationCode: stored.organisation_code,
        organisationName: stored.organisation_name,
      },
      growerId: stored.farmer_id,
      firstName: shown('firstName'),
      middleName: shown('middleName'),
      lastName: shown('lastName'),
      farmerId: shown(stored.type === 'FCS_FARMER' ? 'farmerId' : 'companyRegistrationNumber'),
      mobileNumber: shown('mobileNumber'),
      memberNumber: shown('memberNumber'),
      gender: shown('gender'),
      bankCode: stored.bank_code,
      bankAccount: shown('accountNumber'),
      companyName: shown('companyName'),
      companyRegistrationNumber: shown('companyRegistrationNumber'),
      concern: stored.concern,
      risks: stored.notes.length,
    }
  }

/** One update request that the transaction may see. */
export async function getUpdateRequest(tx: Tx, actor: Actor, id: string): Promise<UpdateRequest> {
  const [request] = await readRequests(tx, actor, sql`t.id = ${id}`)
  if (!request) throw new Refused('record.not_found')
  return request
}

/** The latest requests about one farmer. */
export const requestsOf = (tx: Tx, actor: Actor, farmerId: string): Promise<UpdateRequest[]> =>
  readRequests(tx, actor, sql`t.target_id = ${farmerId}`)

async function readRequests(tx: Tx, actor: Actor, which: ReturnType<typeof sql>): Promise<UpdateRequest[]> {
  const { from, select, where } = updateRequestSource(null)
  const conditions = sql.join([...where, which], sql` and `)
  const requests = await rows(
    tx,
    sql<Stored>`select ${select} from ${from} where ${conditions} order by t.id desc limit 100`,
  )
  return requests.map(shapeUpdateRequest(actor))
}
