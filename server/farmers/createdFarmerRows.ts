import { toAmount } from '#contract/kit/money.ts'
import { createdFarmerFlow, type CreatedFarmer } from '#contract/farmers/createdFarmers.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { decidedColumns, makerAndDecider, shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal, searchesOpenly, type Organisation } from '#server/kit/scope.ts'

/** Farmers as records with a workflow. Those of files are approved with their file and only stay. */
export const createdFarmerKind = recordKind({
  flow: createdFarmerFlow,
  table: 'farmers',
  where: sql<boolean>`true`,
  title: sql<string>`t.full_name || ', ' || t.member_number`,
  atStake: sql<string>`trim_scale(t.acreage) || case t.acreage when 1 then ' acre' else ' acres' end`,
})

export type StoredCreatedFarmer = DecidedRow & {
  id: string
  organisation_id: string
  organisation_code: string
  organisation_name: string
  first_name: string
  middle_name: string
  last_name: string
  full_name: string
  id_number: string
  member_number: string
  mobile_number: string
  gender: string
  year_of_birth: number | null
  kra_pin: string
  acreage: string
  number_of_trees: number | null
  variety: { id: number; name: string } | null
  county: { id: number; name: string }
  sub_county: { id: number; name: string }
  ward: { id: number; name: string }
  village: string
  produce: (number | null)[]
  price: (bigint | null)[]
  institution_type: 'BANK' | 'M-PESA' | 'SACCO' | 'MFB'
  institution_code: string
  institution_name: string
  bank_code: string
  account_name: string
  account_number: string
  account_state: CreatedFarmer['accountState']
  currency: string
  entry_notes: { code: string; message: string }[]
  override_reason: string | null
}

const from = sql`farmers t join organisations o on o.id = t.organisation_id
  join counties c on c.id = t.county_id join sub_counties s on s.id = t.sub_county_id join wards w on w.id = t.ward_id left join varieties v on v.id = t.variety_id
  join institutions i on i.code = t.institution_code ${makerAndDecider}`
const place = (table: 'c' | 's' | 'w') =>
  sql`jsonb_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)})`
const select = sql<StoredCreatedFarmer>`t.id, t.organisation_id, o.code as organisation_code, o.name as organisation_name,
  t.first_name, t.middle_name, t.last_name, t.full_name, t.id_number, t.member_number, t.mobile_number, t.gender, t.year_of_birth, t.kra_pin, t.acreage, t.number_of_trees,
  case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name) end as variety, ${place('c')} as county, ${place('s')} as sub_county, ${place('w')} as ward, t.village,
  array[t.year_one_produce_kg, t.year_two_produce_kg, t.year_three_produce_kg] as produce, array[t.year_one_price_cents, t.year_two_price_cents, t.year_three_price_cents] as price,
  i.type as institution_type, t.institution_code, i.name as institution_name, i.bank_code, t.account_name, t.account_number, t.account_state, t.currency,
  t.entry_notes, t.override_reason, ${decidedColumns}`

/** How the created farmers are read, the last one first. */
export function createdFarmerSource(
  actor: Actor,
  organisation: Organisation,
  search: string,
): ListSource<StoredCreatedFarmer> {
  return {
    base: sql`farmers t`,
    from,
    select,
    where: [
      sql`t.created_singly`,
      ...(organisation ? [sql`t.organisation_id = ${organisation.id}`] : []),
      ...searchesOpenly(actor, search, sql`t.full_name || ' ' || t.member_number`),
    ],
    columns: {
      memberNumber: sql`t.member_number`,
      fullName: sql`t.full_name`,
      gender: sql`t.gender`,
      accountState: sql`t.account_state`,
      created: sql`t.id`,
      // The filter speaks the wire's words.
      status: sql`case t.status when 'REJECTED' then 'DECLINED' else t.status end`,
    },
    search: sql<string>`t.search_text`,
  }
}

/** A created farmer as the database holds it, when the transaction may see it. */
export async function findStoredFarmer(tx: Tx, id: string): Promise<StoredCreatedFarmer | undefined> {
  const [stored] = await rows(
    tx,
    sql<StoredCreatedFarmer>`select ${select} from ${from} where t.id = ${id} and t.created_singly`,
  )
  return stored
}

/** The same, for whom it must be there. */
export async function getStoredFarmer(tx: Tx, id: string): Promise<StoredCreatedFarmer> {
  const stored = await findStoredFarmer(tx, id)
  if (!stored) throw new Refused('record.not_found')
  return stored
}

/** A created farmer on the wire, with the steps this user may take. */
export const shapeCreatedFarmer =
  (actor: Actor) =>
  (stored: StoredCreatedFarmer): CreatedFarmer => {
    const account = personal(actor, stored.account_number)
    const [one = null, two = null, three = null] = stored.produce
    const [priceOne = null, priceTwo = null, priceThree = null] = stored.price.map(priceOf)
    return {
      id: stored.id,
      farmerId: personal(actor, stored.id_number),
      firstName: stored.first_name,
      middleName: stored.middle_name,
      lastName: stored.last_name,
      fullName: stored.full_name,
      memberNumber: stored.member_number,
      mobileNumber: personal(actor, stored.mobile_number),
      gender: stored.gender,
      yearOfBirth: stored.year_of_birth,
      kraPin: personal(actor, stored.kra_pin),
      acreage: Number(stored.acreage),
      numberOfTrees: stored.number_of_trees,
      productVariety: stored.variety?.name ?? '',
      variety: stored.variety,
      county: stored.county,
      subCounty: stored.sub_county,
      ward: stored.ward,
      yearOneProduce: one,
      yearTwoProduce: two,
      yearThreeProduce: three,
      yearOnePrice: priceOne,
      yearTwoPrice: priceTwo,
      yearThreePrice: priceThree,
      organisation: {
        id: stored.organisation_id,
        organisationCode: stored.organisation_code,
        village: stored.village,
      },
      place: [stored.village, stored.ward.name, stored.sub_county.name, stored.county.name].filter(Boolean).join(', '),
      organisationName: stored.organisation_name,
      growerCode: stored.organisation_code,
      institutionType: stored.institution_type,
      institutionCode: stored.institution_code,
      institutionName: stored.institution_name,
      bankCode: stored.bank_code,
      bankAccount: account,
      accountName: stored.account_name,
      farmerBankDetail: {
        bank: { id: stored.institution_code },
        bankName: stored.institution_name,
        currency: stored.currency,
        accountName: stored.account_name,
        account,
      },
      accountState: stored.account_state,
      ...shapeDecided(createdFarmerFlow, stored, actor),
      approverComments: stored.decision_comment,
      overrideReason: stored.override_reason,
    }
  }

// An array of int8 comes as numbers or texts, whatever its driver makes of the elements.
const priceOf = (cents: bigint | number | string | null): number | null =>
  cents === null ? null : toAmount(String(cents))
