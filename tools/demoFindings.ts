import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { businessYear } from '#server/kit/clock.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import { type Demo } from './demoCalls.ts'

/** What is wrong with the data of every real register, so that each finding of the demo has somebody in it. Counts all societies. */
export async function seedDemoFindings({ house }: Demo): Promise<void> {
  await house.db.transaction('system', spoil)
  await keepFigures(house, { all: true })
}

async function spoil(tx: Tx): Promise<void> {
  const [own, next, last] = ['CF4100', 'CF4101', 'CF4102'].map((code) => organisationOf(code).id)
  const members = (society = '', from = 0, count = 1) =>
    sql`select id from farmers where organisation_id = ${society} and type = 'FCS_FARMER' and status = 'APPROVED' order by member_number offset ${from} limit ${count}`
  const first = (society = '', from = 0) =>
    sql`(select f.id, f.id_number, f.mobile_number, f.institution_code, f.account_number, f.account_name from farmers f where f.id in (${members(society, from)})) one`
  for (const [society, from] of [
    [own, 80],
    [next, 60],
  ] as const) {
    // A family with one phone, and a clerk who is paid for four.
    await sql`update farmers f set mobile_number = one.mobile_number from ${first(society, from)} where f.id in (${members(society, from, 5)})`.execute(
      tx,
    )
    await sql`update farmers f set institution_code = one.institution_code, account_number = one.account_number, account_state = 'NAME_DIFFERS'
      from ${first(society, from + 10)} where f.id in (${members(society, from + 11, 3)})`.execute(tx)
    await sql`update farmers set year_of_birth = ${businessYear() - 16} where id in (${members(society, from + 20)})`.execute(
      tx,
    )
    await sql`update farmers set year_of_birth = null where id in (${members(society, from + 22, 6)})`.execute(tx)
    await sql`update farmers set number_of_trees = null where id in (${members(society, from + 30, 4)})`.execute(tx)
  }
  // Members of two societies.
  await sql`update farmers f set id_number = one.id_number, mobile_number = one.mobile_number from ${first(own, 110)} where f.id in (${members(last, 20)})`.execute(
    tx,
  )
  await sql`update farmers f set institution_code = one.institution_code, account_number = one.account_number from ${first(next, 40)} where f.id in (${members(own, 112)})`.execute(
    tx,
  )
}
