import { sellsCoffee } from '#contract/house/organisationTypes.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import type { StockStage } from '#contract/stock/stockRows.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { all, type Condition } from '#server/kit/records/pageRows.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'

type Part = ReturnType<typeof sql>
type Sought = {
  /** Null is every grower in reach. */
  growerId: string | null
  /** Of any record that it has come through. */
  id?: string
  /** Only coffee that is there. */
  stages?: readonly StockStage[]
  /** What parts of sold lots `s` must meet. */
  sold?: readonly Condition[]
  /** Of what is sold so many, the latest sale first: enough for a page of the latest. */
  newest?: number | undefined
  /** Without what only the e-slip of a part says: lists are counted and put in order by the parts alone. */
  isNarrow?: boolean
}

const { cell } = stagedCells(columnKeys(parchmentFile))

/** Whether this user asks for one of many growers; everybody else reads the own coffee whatever is asked for. */
const choosesGrower = (actor: Actor): boolean => scopeOf(actor).wide || sellsCoffee(actor.organisationType)

/** Of no organisation: who asks for a code that nobody has finds nothing. */
const unknownGrower = '00000000-0000-0000-0000-000000000000'

/** The grower that a call is about; null for all in reach. */
export async function growerSought(tx: Tx, actor: Actor, growerCode: string): Promise<string | null> {
  if (!choosesGrower(actor)) return actor.organisationId
  if (growerCode === '') return null
  const [found] = await rows(tx, sql<{ id: string }>`select id from organisations where code = ${growerCode}`)
  return found?.id ?? unknownGrower
}

/** The walls show coffee to every party of it; here its grower and who sells it read it, each the own. */
export function inReach(actor: Actor, growerId: string | null, grower: Part, seller: Part): Part {
  const asked = growerId === null ? sql`true` : sql`${grower} = ${growerId}`
  if (scopeOf(actor).wide) return asked
  const seeks = sellsCoffee(actor.organisationType) ? seller : grower
  return sql`${asked} and ${seeks} = ${actor.organisationId}`
}

/**
 * Parts of sold lots in reach whose text holds the words of a search, by an index that the walls would hide, the latest sale first: their
 * ids, or with `WithDays` a table of `id` and `day`.
 */
export const findSold = (...asked: Finding): Part => sql`find_sold_parts${wordsOfParts(...asked)}`
export const findSoldWithDays = (...asked: Finding): Part => sql`sold_parts_with${wordsOfParts(...asked)}`

type Finding = [actor: Actor, growerId: string | null, patterns: string[], most: number]
function wordsOfParts(...[actor, growerId, patterns, most]: Finding): Part {
  const own = scopeOf(actor).wide ? null : actor.organisationId
  const [seller, grower] = sellsCoffee(actor.organisationType) ? [own, growerId] : [null, own ?? growerId]
  return sql`(${seller}, ${grower}, ${patterns}, ${most})`
}

/** The index of all that is sold, which the list of a reader of every grower has whole. */
export const allSold = (actor: Actor, growerId: string | null, where: readonly Condition[]) =>
  scopeOf(actor).wide && growerId === null ? { allOf: { relation: 'eslip_shares_by_day', where } } : {}

export const inSeason = (season: string, column: Part) => (season === '' ? sql`true` : sql`${column} = ${season}`)

/** What was sold: of a bulked lot each grower's part. */
export const soldBy = (actor: Actor, growerId: string | null, season: string) =>
  sql`eslip_shares s join eslips e on e.id = s.eslip_id
    where not s.voided and ${inReach(actor, growerId, sql`s.grower_id`, sql`s.organisation_id`)} and ${inSeason(season, sql`s.season`)}`

const nobody = sql`null::uuid`
export const livingDispatch = sql`d.status not in ('REJECTED', 'DELETED')`
/** The records of parchment that were sent, `t`, with their rows `r`. */
export const parchmentRows = sql`uploads t join upload_rows r on r.upload_id = t.id join parchment_records p on p.upload_id = t.id
  where t.kind = 'parchment' and t.status not in ('CHECKING', 'FAILED_VALIDATION', 'DISCARDED', 'REJECTED') and r.state <> 'left_out'`
export const parchmentCells = {
  outturn: cell('outturn'),
  season: cell('season'),
  grade: cell('grade'),
  kilograms: sql`${cell('netWeight')}::numeric`,
}
const dayOf = (at: Part) => sql`(${at} at time zone 'Africa/Nairobi')::date`
/** Of a dispatch record `d` and a lot `c`: the coffee of the one is offered in the other. */
export const sameCoffee = sql`c.season = d.season and c.outturn = d.outturn and c.grade = d.grade
  and (c.dispatch_record_id = d.id or coalesce(nullif(c.split_number, ''), '0') = d.split_number::text)`

// As the partial indexes of the database say it. A lot or a dispatch record that is sold is followed in its e-slip.
const openLot = sql`c.status not in ('REJECTED', 'WITHDRAWN', 'SOLD')`
const openDispatch = sql`d.status not in ('REJECTED', 'DELETED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED')`

// What the e-slip `e` of a part says, or nothing in its place.
const slipColumns = {
  wide: sql`e.id, e.catalogue_record_id, e.dispatch_record_id, e.miller_id, e.warehouse_id, e.broker_id,
    e.outturn, e.grade, e.status, e.lot_number, e.eslip_number, e.warrant_number, e.price_cents`,
  narrow: sql`${nobody}, ${nobody}, ${nobody}, ${nobody}, ${nobody}, ${nobody}, null::text, null::text, null::text, null::integer, null::text, null::text, null::bigint`,
}

// Named once for all stages.
const itemColumns = sql`stage, id, grower_id, season, sale_number, brought, day, kilograms, search_text, eslip_id, lot_id, dispatch_id, miller_id, warehouse_id, broker_id,
  outturn, grade, status, lot_number, eslip_number, warrant_number, price_cents`

/** Coffee of growers, each part of it once: in the last record that it has come to. */
export function stockItems(
  actor: Actor,
  { growerId, id, stages, sold: soldWhere = [], newest, isNarrow }: Sought,
): Part {
  const named = (condition: Part) => (id === undefined ? sql`true` : condition)
  const { outturn, season, grade } = parchmentCells
  const sold = sql`
    select 'SOLD', s.id, s.grower_id, s.season, s.sale_number, s.outturn, s.sale_date, s.kilograms, s.search_text,
      ${isNarrow ? slipColumns.narrow : slipColumns.wide}
    from eslip_shares s ${isNarrow ? sql`` : sql`join eslips e on e.id = s.eslip_id`}
    where not s.voided and ${inReach(actor, growerId, sql`s.grower_id`, sql`s.organisation_id`)} and ${all(soldWhere)}
      and ${named(sql`s.id in (select o.id from eslip_shares o where o.id = ${id} union all
        select o.id from eslips n join eslip_shares o on o.eslip_id = n.id where n.id = ${id} or n.catalogue_record_id = ${id} or n.dispatch_record_id = ${id})`)}`
  const items: Record<StockStage, Part> = {
    SOLD: newest === undefined ? sold : sql`(${sold} order by s.sale_date desc, s.id desc limit ${newest})`,
    LOT: sql`
    select 'LOT', c.id, c.grower_id, c.season, c.sale_number, c.outturn, ${dayOf(sql`c.created_at`)}, c.kilograms, null::text,
      ${nobody}, c.id, c.dispatch_record_id, c.miller_id, c.warehouse_id, c.broker_id, c.outturn, c.grade, c.status, c.lot_number, null::text, null::text, null::bigint
    from catalogue_records c
    where ${openLot} and not exists (select from eslips e where e.catalogue_record_id = c.id and e.status <> 'VOID')
      and ${inReach(actor, growerId, sql`c.grower_id`, sql`c.broker_id`)} and ${named(sql`(c.id = ${id} or c.dispatch_record_id = ${id})`)}`,
    CLEAN: sql`
    select 'CLEAN', d.id, d.grower_id, d.season, d.sale_number, d.outturn, ${dayOf(sql`d.created_at`)}, d.net_kg, null::text,
      ${nobody}, ${nobody}, d.id, d.miller_id, d.warehouse_id, d.broker_id, d.outturn, d.grade, d.status, null::integer, null::text, null::text, null::bigint
    from dispatch_records d
    where ${openDispatch} and not exists (select from catalogue_records c where ${sameCoffee} and c.status not in ('REJECTED', 'WITHDRAWN'))
      and not exists (select from eslips e where e.dispatch_record_id = d.id and e.status <> 'VOID')
      and ${inReach(actor, growerId, sql`d.grower_id`, sql`d.broker_id`)} and ${named(sql`d.id = ${id}`)}`,
    PARCHMENT: sql`
    select 'PARCHMENT', r.id, t.organisation_id, ${season}, null::smallint, ${outturn}, ${dayOf(sql`t.created_at`)}, ${parchmentCells.kilograms}, null::text,
      ${nobody}, ${nobody}, ${nobody}, p.miller_id, ${nobody}, ${nobody}, null::text, null::text, t.status, null::integer, null::text, null::text, null::bigint
    from ${parchmentRows} and ${grade} is not null
      and not exists (select from dispatch_records d where d.season = ${season} and d.outturn = ${outturn} and ${livingDispatch})
      and not exists (select from catalogue_records c where c.season = ${season} and c.outturn = ${outturn} and c.status not in ('REJECTED', 'WITHDRAWN'))
      and not exists (select from eslip_shares s where s.grower_id = t.organisation_id and s.outturn = ${outturn} and s.season = ${season} and not s.voided)
      and ${inReach(actor, growerId, sql`t.organisation_id`, nobody)} and ${named(sql`r.id = any (array(select o.id from upload_rows o where o.id = ${id} union all select o.id from upload_rows o where o.upload_id = ${id}))`)}`,
  }
  const asked = Object.entries(items).filter(([stage]) => stages?.some((one) => one === stage) ?? true)
  const together = sql.join(
    asked.map(([, rows]) => rows),
    sql` union all `,
  )
  return sql`select * from (${together}) items (${itemColumns})`
}
