import type { Actor } from '#contract/house/permissions.ts'
import { toAmount } from '#contract/kit/money.ts'
import type { ListQuery } from '#contract/kit/listScreen.ts'
import { stockTrackerList, trackedIn, type StockStage, type TrackedStock } from '#contract/stock/stockRows.ts'
import type { RawBuilder } from 'kysely'
import { sql } from '#server/kit/db.ts'
import { soughtBy, type ListSource } from '#server/kit/records/listPage.ts'
import type { Condition } from '#server/kit/records/pageRows.ts'
import { statusOf } from '#server/kit/web/status.ts'
import { allSold, findSoldWithDays, stockItems } from './stockItems.ts'

type Stored = Omit<TrackedStock, 'price' | 'weight' | 'state'> & { priceCents: bigint | null; kilograms: string }
type Sought = { growerId: string | null; startDate: string; endDate: string; query: ListQuery }

/** Where coffee is, each part of it in the last record that it has come to. */
export function trackedSource(actor: Actor, { growerId, startDate, endDate, query }: Sought): ListSource<Stored> {
  const parties = sql`left join organisations m on m.id = t.miller_id left join organisations g on g.id = t.grower_id`
  const stages = stagesIn(query.filter)
  const items = sql`(${stockItems(actor, { growerId, stages, isNarrow: true })}) t`
  const isLatest = query.paginate === 'Y' && !query.export && query.search === '' && /^(?:-day)?$/.test(query.sort)
  const sold = isLatest ? soldSought({ startDate, endDate, query }) : []
  const first = (most: number) =>
    sql`(${stockItems(actor, { growerId, stages, sold, newest: most, isNarrow: true })}) t ${parties}`
  const search = sql<string>`coalesce(t.search_text, upper(concat_ws(' ', t.brought, t.outturn, t.lot_number, g.code, g.name)))`
  const holds = (patterns: string[]) =>
    sql.join(
      patterns.map((pattern) => sql`${search} like ${pattern}`),
      sql` and `,
    )
  const where = between(sql`t.day`, { startDate, endDate })
  return {
    base: isLatest ? first((query.page + 1) * query.size) : sql`${items} ${parties}`,
    unsearchedBase: items,
    from: sql`(${stockItems(actor, { growerId })}) t ${parties}`,
    select: sql<Stored>`t.id, t.stage, t.day, case when t.eslip_id is not null then t.day end as "dateBought", coalesce(g.code, '') as "growerCode", coalesce(g.name, '') as "growerName",
      t.eslip_number as "eslipNumber", t.brought as "growerOutturnNumber", m.code as "millerCode", t.brought as "parchmentOutturnNumber", t.outturn as "cleanCoffeeOuttun",
      t.grade as "cleanGrade", t.warrant_number as "warrantNumber", t.lot_number::text as "lotNumber", t.sale_number::int as "saleNumber", t.season, t.kilograms,
      t.price_cents as "priceCents", t.status`,
    where,
    ...allSold(actor, growerId, []),
    keepsPlan: true,
    columns: {
      day: sql`t.day`,
      growerOutturnNumber: sql`t.brought`,
      growerCode: sql`coalesce(g.code, '')`,
      weight: sql`t.kilograms`,
      stage: sql`t.stage`,
      season: sql`t.season`,
    },
    search,
    // What is not sold yet is little beside what was ever sold.
    find: (patterns, most) =>
      sql`unnest(array(select id from (select id, day from ${findSoldWithDays(actor, growerId, patterns, most)} union all
        (select t.id, t.day from (${stockItems(actor, { growerId, stages: unsold, isNarrow: true })}) t ${parties} where ${holds(patterns)} limit ${most})) found order by day desc, id desc))`,
    isFoundInOrder: where.length === 0,
    newest: first,
  }
}

const unsold = ['LOT', 'CLEAN', 'PARCHMENT'] as const

/** What stages a filter names, that nothing is read of the others; all where it names none. */
function stagesIn(filter: string): readonly StockStage[] {
  const all = [...unsold, 'SOLD'] as const
  const named = all.filter((stage) => filter.split(',').includes(`stage:${stage}`))
  return named.length === 0 ? all : named
}

/** What dates and filters ask of the parts of sold lots `s` themselves, so that the newest of them are the newest that match. */
const soldSought = ({ startDate, endDate, query }: Omit<Sought, 'growerId'>): Condition[] =>
  soughtBy({
    screen: stockTrackerList,
    query,
    source: {
      where: between(sql`s.sale_date`, { startDate, endDate }),
      columns: { stage: sql`'SOLD'`, season: sql`s.season` },
      search: sql`s.search_text`,
    },
  })

const between = (day: RawBuilder<unknown>, { startDate, endDate }: Record<'startDate' | 'endDate', string>) => [
  ...(startDate === '' ? [] : [sql`${day} >= ${startDate}::date`]),
  ...(endDate === '' ? [] : [sql`${day} <= ${endDate}::date`]),
]

export const shapeTracked = ({ priceCents, kilograms, ...row }: Stored): TrackedStock => {
  const state = statusOf(trackedIn[row.stage], row.status)
  return {
    ...row,
    weight: Number(kilograms),
    price: priceCents === null ? null : toAmount(priceCents),
    status: state.statusName,
    state,
  }
}
