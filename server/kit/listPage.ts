import { countCap, type ListQuery, type ListScreen, type PageOf } from '#contract/kit/listScreen.ts'
import { statesWaitingFor } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/permissions.ts'
import type { RawBuilder } from 'kysely'
import { clientOf, one, rows, sql, type Tx } from './db.ts'
import { exportRows } from './exportRows.ts'
import type { RecordKind } from './recordKind.ts'
import { Refused } from './refused.ts'
import { streamReply, type StreamReply } from './serve.ts'

type Condition = RawBuilder<unknown>

/** How a declared list is read: its tables, and the expression behind each column that can be named in a query. */
export type ListSource<Stored> = {
  /** What filters, search and sort need, with the main table as `t`. */
  base: RawBuilder<unknown>
  /** What a shown row needs; joined to the page's ids only. */
  from: RawBuilder<unknown>
  select: RawBuilder<Stored>
  where: readonly Condition[]
  /** Sortable and filterable columns. */
  columns: Readonly<Record<string, RawBuilder<unknown>>>
  /** Upper-case text that the words of a search must stand in. */
  search: RawBuilder<string>
  /** Last sort key, which makes the order total. */
  id?: RawBuilder<unknown>
}

type Ask<Row extends object, Stored> = {
  tx: Tx
  actor: Actor
  screen: ListScreen
  query: ListQuery
  source: ListSource<Stored>
  shape: (stored: Stored) => Row
  /** Lists of records with a workflow: adds the tab "Waiting for you". */
  kind?: RecordKind
}

/**
 * Answers a declared list in the shape the query asks for: a page, the bare list of old clients, or a file.
 * Only declared columns can be named; everything a person types is a bound parameter.
 */
export async function listPage<Row extends object, Stored>(ask: Ask<Row, Stored>): Promise<PageOf<Row> | StreamReply> {
  const { tx, query, source } = ask
  const conditions = [...source.where, ...searchConditions(source, query.search), ...filterConditions(ask)]
  const waiting = ask.kind && waitingCondition(ask.kind, ask.actor)
  // A list without a workflow of its own, such as the inbox, already holds only what waits.
  if (query.waiting === 'Y' && waiting) conditions.push(waiting)
  const order = orderOf(ask)
  if (query.export)
    return exportRows({
      screen: ask.screen,
      actor: ask.actor,
      format: query.export,
      rows: (read) => everyRow(read, ask, conditions, order),
    })
  if (query.paginate !== 'Y')
    return streamReply({
      type: 'application/json; charset=utf-8',
      produce: (read) => asJsonArray(everyRow(read, ask, conditions, order)),
    })
  const total = await countUpTo(tx, source, conditions)
  const data = await pageRows(ask, conditions, order)
  const page = {
    size: query.size,
    number: query.page,
    totalElements: Math.min(total, countCap),
    totalPages: Math.ceil(Math.min(total, countCap) / query.size),
    ...(total > countCap ? { totalIsMinimum: true } : {}),
  }
  return {
    data,
    page,
    ...(query.counts === 'Y' ? { counts: await filterCounts(ask) } : {}),
    ...(waiting ? { waiting: await countUpTo(tx, source, [...source.where, waiting]) } : {}),
  }
}

/** Records in a state this user could decide and made by somebody else. */
export function waitingCondition(kind: RecordKind, actor: Actor): Condition {
  const states = statesWaitingFor(kind.flow, actor)
  return states.length === 0
    ? sql`false`
    : sql`(t.status = any (${states}) and not ${actor.userId}::uuid = any (t.makers))`
}

const all = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

function searchConditions<Stored>(source: ListSource<Stored>, search: string): Condition[] {
  const words = search.toUpperCase().split(/\s+/).filter(Boolean).slice(0, 6)
  return words.map((word) => sql`${source.search} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
}

function filterConditions<Row extends object, Stored>({ query, screen, source }: Ask<Row, Stored>): Condition[] {
  const wanted = new Map<string, string[]>()
  for (const pair of query.filter.split(',').filter(Boolean)) {
    const [key = '', value = ''] = pair.split(':')
    const declared = screen.filters?.find((filter) => filter.key === key)
    if (!declared?.options.some((option) => option.value === value))
      throw new Refused('input.invalid', { details: { fields: { filter: `Unknown filter ${pair}` } } })
    wanted.set(key, [...(wanted.get(key) ?? []), value])
  }
  return [...wanted].map(([key, values]) => sql`${column(source, key)} = any (${values})`)
}

function orderOf<Row extends object, Stored>({ query, screen, source }: Ask<Row, Stored>): RawBuilder<unknown> {
  const asked = query.sort || `${screen.sort.direction === 'desc' ? '-' : ''}${screen.sort.key}`
  const key = asked.replace(/^-/, '')
  if (!screen.columns.some((declared) => declared.key === key && declared.sort))
    throw new Refused('input.invalid', { details: { fields: { sort: `Cannot sort by ${key}` } } })
  const direction = asked.startsWith('-') ? sql`desc` : sql`asc`
  return sql`${column(source, key)} ${direction}, ${source.id ?? sql`t.id`} ${direction}`
}

function column<Stored>(source: ListSource<Stored>, key: string): RawBuilder<unknown> {
  const found = source.columns[key]
  if (!found) throw new Error(`the list declares ${key}, its source does not`)
  return found
}

async function countUpTo<Stored>(
  tx: Tx,
  source: ListSource<Stored>,
  conditions: readonly Condition[],
): Promise<number> {
  const counted = sql`select 1 from ${source.base} where ${all(conditions)} limit ${countCap + 1}`
  return (await one(tx, sql<{ n: number }>`select count(*)::int as n from (${counted}) capped`)).n
}

/** Finds the page's ids by the narrow table first, then joins what is shown: page 1,000 costs little more than page 1. */
async function pageRows<Row extends object, Stored>(
  { tx, query, source, shape }: Ask<Row, Stored>,
  conditions: readonly Condition[],
  order: RawBuilder<unknown>,
): Promise<Row[]> {
  const id = source.id ?? sql`t.id`
  const found = await rows(
    tx,
    sql<Stored>`with page as materialized (
        select ${id} as id, row_number() over (order by ${order}) as place from ${source.base} where ${all(conditions)} order by ${order} limit ${query.size} offset ${query.page * query.size})
      select ${source.select} from page join ${source.from} on ${id} = page.id order by page.place`,
  )
  return found.map(shape)
}

async function filterCounts<Row extends object, Stored>({
  tx,
  screen,
  source,
}: Ask<Row, Stored>): Promise<Record<string, Record<string, number>>> {
  const counted: Record<string, Record<string, number>> = {}
  for (const { key } of screen.filters ?? []) {
    const found = await rows(
      tx,
      sql<{
        value: string
        n: number
      }>`select (${column(source, key)})::text as value, count(*)::int as n from ${source.base} where ${all(source.where)} group by 1`,
    )
    counted[key] = Object.fromEntries(found.map(({ value, n }) => [value, n]))
  }
  return counted
}

/** All rows through a cursor: a list of any length in little memory. */
async function* everyRow<Row extends object, Stored>(
  tx: Tx,
  { source, shape }: Ask<Row, Stored>,
  conditions: readonly Condition[],
  order: RawBuilder<unknown>,
): AsyncGenerator<Row> {
  const query =
    sql<Stored>`select ${source.select} from ${source.from} where ${all(conditions)} order by ${order}`.compile(tx)
  const client = clientOf(tx)
  await client.query(`declare every_row no scroll cursor for ${query.sql}`, [...query.parameters])
  for (;;) {
    const { rows: batch } = await client.query('fetch 2000 from every_row')
    for (const stored of batch) yield shape(stored as Stored)
    if (batch.length < 2000) return
  }
}

async function* asJsonArray(items: AsyncIterable<object>): AsyncGenerator<string> {
  let buffered = '['
  let first = true
  for await (const item of items) {
    buffered += (first ? '' : ',') + JSON.stringify(item)
    first = false
    if (buffered.length > 65_536) {
      yield buffered
      buffered = ''
    }
  }
  yield `${buffered}]`
}
