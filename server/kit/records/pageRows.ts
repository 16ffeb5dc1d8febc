import { countCap, usualSort, type ListQuery } from '#contract/kit/listScreen.ts'
import type { RawBuilder } from 'kysely'
import { one, rows, sql, together, type Tx } from '../db.ts'
import { plannedAnew } from '../postgres/keptPlans.ts'
import type { ListRequest, ListSource } from './listPage.ts'

/** What the rows of a list must meet. */
export type Condition = RawBuilder<unknown>

/** All of the conditions at once. */
export const all = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/**
 * Whether a column is one of these values. One alone is said as such: an index then answers in the order of its next column, and
 * PostgreSQL, which expects ten of an array, would plan anew for it each time.
 */
export const oneOf = (column: RawBuilder<unknown>, values: readonly (string | number)[]): Condition =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any (${values})`

/** How many records meet the conditions, counted to one above the cap. */
export async function countUpTo<Stored>(
  tx: Tx,
  source: ListSource<Stored>,
  conditions: readonly Condition[],
  cap: number,
  plan = sql``,
): Promise<number> {
  const counted = sql`select count(*)::int from (select 1 from ${source.base} where ${all(conditions)} limit ${sql.lit(cap + 1)}) capped`
  const { relation, where = [] } = source.allOf ?? {}
  const isWhole = conditions.length === where.length && conditions.every((one, at) => one === where[at])
  // What PostgreSQL knows of a table is true within a fraction, and nobody counts fifty thousand rows to be told that there are more.
  const n =
    relation !== undefined && isWhole && cap < everything
      ? sql`case when (select reltuples from pg_class where oid = to_regclass(${sql.lit(relation)})) > ${sql.lit(4 * cap)} then ${sql.lit(cap + 1)} else (${counted}) end`
      : sql`(${counted})`
  return (await one(tx, sql<{ n: number }>`${plan}select ${n} as n`)).n
}

type PageRows<Row> = { data: Row[]; total: number; cap: number }

type Orders = Record<'order' | 'fromEnd', RawBuilder<unknown>>

// So many rows before a page are passed over sooner than they are counted.
const farRows = 10_000

/**
 * Counts, unless that is done, and reads the page meanwhile: its ids by the narrow table first, so that page 1,000 costs little more
 * than page 1. A page far from the first is counted first, and read from the end where that is nearer: the last page is as near as the first.
 */
export async function orderedRows<Row extends object, Stored>(
  request: ListRequest<Row, Stored>,
  conditions: readonly Condition[],
  { order, fromEnd }: Orders,
  counted?: Promise<number | undefined>,
): Promise<PageRows<Row>> {
  const { tx, query, source } = request
  const cap = source.countsAll ? everything : source.find && query.filter ? searchCap : countCap
  const count = () => countUpTo(tx, { ...source, base: countedBase(request) }, conditions, cap, planOf(request))
  const before = query.page * query.size
  if (before >= farRows) {
    const total = (await counted) ?? (await count())
    const rest = total - before
    if (total <= cap && rest > 0 && rest < before)
      return { data: await lastRows(request, conditions, { fromEnd, rest }), total, cap }
    return { data: rest > 0 || total > cap ? await firstRows(request, conditions, order) : [], total, cap }
  }
  const [total, data] = await together([
    counted?.then((known) => known ?? count()) ?? count(),
    firstRows(request, conditions, order),
  ])
  return { data, total, cap }
}

/** The first rows that meet the conditions; nothing is counted. */
export const firstRows = <Row extends object, Stored>(
  request: ListRequest<Row, Stored>,
  conditions: readonly Condition[],
  order: RawBuilder<unknown>,
): Promise<Row[]> =>
  shownRows(
    request,
    sql`select ${idOf(request.source)} as id from ${request.source.base} where ${all(conditions)} order by ${order} ${slice(request.query)}`,
  )

/** A page of which `rest` rows stand from its first to the end of the list, read from there. */
async function lastRows<Row extends object, Stored>(
  request: ListRequest<Row, Stored>,
  conditions: readonly Condition[],
  { fromEnd, rest }: { fromEnd: RawBuilder<unknown>; rest: number },
): Promise<Row[]> {
  const { source, query } = request
  const after = Math.max(0, rest - query.size)
  const backwards = await shownRows(
    request,
    sql`select ${idOf(source)} as id from ${source.base} where ${all(conditions)} order by ${fromEnd} limit ${sql.lit(rest - after)} offset ${after}`,
  )
  return backwards.toReversed()
}

/** In a long list it depends on what is looked for, and in whose records, which index answers best. */
const planOf = <Row extends object, Stored>({ query, source }: ListRequest<Row, Stored>) =>
  sql.raw(
    source.find && !source.keepsPlan && (query.search || query.filter || query.waiting === 'Y') ? plannedAnew : '',
  )

/** Where records are counted: the smaller base while nothing is searched. */
export const countedBase = <Row extends object, Stored>({ query, source }: ListRequest<Row, Stored>) =>
  (query.search === '' && source.unsearchedBase) || source.base

// Written out: a plan that is kept for every limit expects a tenth of the table.
const slice = ({ size, page }: ListQuery) =>
  page === 0 ? sql`limit ${sql.lit(size)}` : sql`limit ${sql.lit(size)} offset ${page * size}`

/** What is shown of the row of a page's id. Looked up for each: `offset 0` keeps PostgreSQL from joining whole tables that it takes for small. */
const eachOf = <Stored>(source: ListSource<Stored>) =>
  sql`(select ${source.select} from ${source.from} where ${idOf(source)} = page.id offset 0)`

/** The rows behind the ids of a page, in the order the ids come in. */
async function shownRows<Row extends object, Stored>(
  request: ListRequest<Row, Stored>,
  ids: RawBuilder<unknown>,
): Promise<Row[]> {
  const { tx, source, shape } = request
  const stored = await rows(
    tx,
    sql<Stored>`${planOf(request)}with ids as materialized (${ids}), page as materialized (select id, row_number() over () as place from ids)
      select shown.* from page cross join lateral ${eachOf(source)} shown order by page.place`,
  )
  return stored.map(shape)
}

// In a long list a search or filter is counted no further; nobody pages through more hits than this.
const searchCap = 2_000
// Of several words together fewer are put in order than the first rows of the list would be looked through for, most of the time in vain.
const severalWordsCap = 12_000
// A word that so many have stands on the first page soon, whatever the order, unless the order goes by that very word.
const probedRows = 5_000
/** More than any list holds. */
export const everything = 2_147_483_647

type Conditions = { unsearched: readonly Condition[]; conditions: readonly Condition[] }

/** A search in a long list: all ids by the words first, then looked up one by one and put in order in the same statement. */
export async function searchedRows<Row extends object, Stored>(
  request: ListRequest<Row, Stored>,
  find: (most: number) => RawBuilder<unknown>,
  { unsearched, conditions, order, fromEnd }: Conditions & Orders,
): Promise<PageRows<Row>> {
  const { tx, query, screen, source, shape } = request
  const id = idOf(source)
  const words = conditions.length - unsearched.length
  const most = words > 1 ? severalWordsCap : searchCap
  const ids = sql`(select ids from found)`
  const isFew = sql`cardinality(${ids}) <= ${most}`
  const isUsual = query.sort === '' || query.sort === usualSort(screen)
  const isInOrder = source.isFoundInOrder && isUsual && unsearched.length === source.where.length
  const few = isInOrder
    ? sql`select id, place from unnest(${ids}) with ordinality as known (id, place) where ${isFew}`
    : sql`select ${id} as id, row_number() over (order by ${order}) as place from ${source.base} where ${id} = any (${ids}[:]) and ${all(unsearched)} and ${isFew}`
  const total = isInOrder ? sql`cardinality(${ids})` : sql`(select count(*)::int from few)`
  const answer = await rows(
    tx,
    sql<Stored & { found: number; total: number; place: bigint | null }>`
      with found as materialized (select array(select id from ${find(most + 1)} as id) as ids),
      few as (${few}),
      page as (select id, place from few order by place ${slice(query)}),
      counted as (select cardinality(${ids}) as found, ${total} as total)
      select counted.found, counted.total, shown.* from counted
      left join (select page.place, each.* from page cross join lateral ${eachOf(source)} each) shown on true order by shown.place`,
  )
  const { found = 0, total: counted = 0 } = answer[0] ?? {}
  if (found <= most)
    return { data: answer.filter(({ place }) => place !== null).map(shape), total: counted, cap: searchCap }
  if (query.filter) return orderedRows(request, conditions, { order, fromEnd })
  return {
    data: await commonWordRows(request, { find: find(everything), unsearched, conditions, order }),
    total: found,
    cap: searchCap,
  }
}

/** Many records have these words: the first of the list are looked at, then all that have them, never the list to its end. */
async function commonWordRows<Row extends object, Stored>(
  request: ListRequest<Row, Stored>,
  { find, unsearched, conditions, order }: Conditions & Record<'find' | 'order', RawBuilder<unknown>>,
): Promise<Row[]> {
  const { source, query } = request
  const id = idOf(source)
  const base = (query.sort === '' && source.newest?.(probedRows)) || source.base
  // The words are asked where the tables of the list are known by their names.
  const probed = sql`select ${id} as id, ${all(conditions)} as has from ${base} where ${all(unsearched)} order by ${order} limit ${sql.lit(probedRows)}`
  const data = await shownRows(request, sql`select id from (${probed}) probed where has ${slice(query)}`)
  if (data.length === query.size) return data
  const having = sql`select ${id} as id from ${find} as found join ${source.base} on ${id} = found where ${all(unsearched)} order by ${order} ${slice(query)}`
  return shownRows(request, having)
}

/** The id of a row of the list. */
export const idOf = <Stored>(source: ListSource<Stored>): RawBuilder<unknown> => source.id ?? sql`t.id`
