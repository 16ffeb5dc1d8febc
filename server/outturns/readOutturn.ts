import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { isOfOutturn } from '#server/facts/parchmentByOutturn.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'

/** An outturn number restarts every season. */
export type OutturnKey = { outturn: string; season: string }

const { cell } = stagedCells(columnKeys(parchmentFile))

type Taken = {
  status: string
  sent_at: Date
  sent_by: string | null
  decided_at: Date | null
  decided_by: string | null
}
type PartyColumns<Name extends string> = Record<`${Name}_code` | `${Name}_name`, string>

export type StoredParchment = Taken & {
  id: string
  organisation_id: string
  grade: string
  bags: number
  kilograms: string
} & PartyColumns<'grower' | 'miller'>

const taken = (at: ReturnType<typeof sql>) =>
  sql<Taken>`t.status, ${at} as sent_at, name_of_user(t.made_by) as sent_by, t.decided_at, name_of_user(t.decided_by) as decided_by`
const party = (name: string, alias: string) =>
  sql`${sql.ref(`${alias}.code`)} as ${sql.ref(`${name}_code`)}, ${sql.ref(`${alias}.name`)} as ${sql.ref(`${name}_name`)}`

/** The parchment of an outturn, of records that were sent and not rejected: the society's own, the mill's that it names, or all of them. */
export const readParchment = (tx: Tx, { outturn, season }: OutturnKey): Promise<StoredParchment[]> =>
  rows(
    tx,
    sql<StoredParchment>`select t.id, t.organisation_id, ${cell('grade')} as grade, ${cell('totalBags')}::int as bags, ${cell('netWeight')}::numeric as kilograms,
        ${taken(sql`t.created_at`)}, ${party('grower', 'o')}, ${party('miller', 'm')}
      from uploads t join upload_rows r on r.upload_id = t.id join parchment_records p on p.upload_id = t.id
        join organisations o on o.id = t.organisation_id join organisations m on m.id = p.miller_id
      where t.kind = 'parchment' and t.status not in ('CHECKING', 'FAILED_VALIDATION', 'DISCARDED', 'REJECTED') and r.state <> 'left_out'
        and ${isOfOutturn(outturn)} and ${cell('season')} = ${season} order by o.code, t.id, r.row_number`,
  )

export type StoredDispatch = Taken & {
  id: string
  grower_id: string | null
  grade: string
  split_number: number
  bags: number
  pockets: number
  sent_kg: string
  kilograms: string
  season: string
  sale_number: number
} & PartyColumns<'miller' | 'warehouse' | 'broker'>

export const readDispatched = (tx: Tx, { outturn, season }: OutturnKey): Promise<StoredDispatch[]> =>
  rows(
    tx,
    sql<StoredDispatch>`select t.id, t.grower_id, t.grade, t.split_number, t.bags, t.pockets, t.sent_net_kg as sent_kg, t.net_kg as kilograms, t.season, t.sale_number,
        ${taken(sql`t.created_at`)}, ${party('miller', 'm')}, ${party('warehouse', 'w')}, ${party('broker', 'b')}
      from dispatch_records t join organisations m on m.id = t.miller_id join organisations w on w.id = t.warehouse_id join organisations b on b.id = t.broker_id
      where t.outturn = ${outturn} and t.season = ${season} order by t.sale_number, t.grade, t.split_number, t.id`,
  )

export type StoredLot = Taken & {
  id: string
  grower_id: string | null
  lot_number: number
  grade: string
  split_number: string
  kilograms: string
  season: string
  sale_number: number
} & PartyColumns<'warehouse' | 'broker'>

export const readLots = (tx: Tx, { outturn, season }: OutturnKey): Promise<StoredLot[]> =>
  rows(
    tx,
    sql<StoredLot>`select t.id, t.grower_id, t.lot_number, t.grade, t.split_number, t.kilograms, t.season, t.sale_number,
        ${taken(sql`t.created_at`)}, ${party('warehouse', 'w')}, ${party('broker', 'b')}
      from catalogue_records t join organisations w on w.id = t.warehouse_id join organisations b on b.id = t.broker_id
      where t.outturn = ${outturn} and t.season = ${season} order by t.sale_number, t.lot_number, t.id`,
  )

type CherryBehind = { from: string; to: string; approved: string; members: number; mapped: number }

/** Members of these societies with approved cherry of a season until a day. Their plots are behind whatever was made of it. */
export const deliveredBetween = (
  societyIds: readonly string[],
  season: string,
  { from, to }: { from: string; to: string },
) =>
  sql`select d.farmer_id, sum(d.kilograms) as kilograms from cherry_deliveries d
    where d.organisation_id = any (${societyIds}::uuid[]) and d.season = ${season} and d.status = 'APPROVED' and d.delivered_on between ${from}::date and ${to}::date group by 1`

/** The cherry of societies between two days of a season; null behind a wall that hides it. */
export async function readCherry(
  tx: Tx,
  societyIds: readonly string[],
  season: string,
  days: { from: string; to: string },
): Promise<CherryBehind | null> {
  const [found] = await rows(
    tx,
    sql<Omit<CherryBehind, 'from' | 'to'>>`select coalesce(sum(d.kilograms), 0) as approved, count(*)::int as members,
        (count(*) filter (where exists (select from farm_plots p where p.farmer_id = d.farmer_id and p.status = 'VERIFIED')))::int as mapped
      from (${deliveredBetween(societyIds, season, days)}) d`,
  )
  return found ? { ...days, ...found } : null
}
