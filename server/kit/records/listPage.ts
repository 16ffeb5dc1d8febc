import {
  countCap,
  usualSort,
  withEach,
  type EachColumn,
  type FilterOption,
  type ListQuery,
  type ListScreen,
  type PageOf,
} from '#contract/kit/listScreen.ts'
import { statesWaitingFor } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { RawBuilder } from 'kysely'
import { rows, sql, together, type Tx } from '../db.ts'
import { everyRow } from './everyRow.ts'
import { exportRows, isAudited, type Format } from './exportRows.ts'
import { all, countUpTo, countedBase, everything, idOf, searchedRows, orderedRows, type Condition } from './pageRows.ts'
import { pageWithin } from './pageWithin.ts'
import { barredFrom, type RecordKind } from './recordKind.ts'
import { Refused } from '../refused.ts'
import type { Organisation } from '../scope.ts'
import type { StreamReply } from '../web/serve.ts'

/** How a declared list is read: its tables, and the expression behind each column that can be named in a query. */
export type ListSource<Stored> = {
  /** What filters, search and sort need, with the main table as `t`. */
  base: RawBuilder<unknown>
  /** The table, or the index of a part of one, all of whose rows this reader's list has while these very conditions alone narrow it. */
  allOf?: { relation: string; where: readonly Condition[] }
  /** A smaller base in which the records can be counted while nothing is searched: `where` and filters need no more. */
  unsearchedBase?: RawBuilder<unknown>
  /** What a shown row needs; joined to the page's ids only. */
  from: RawBuilder<unknown>
  select: RawBuilder<Stored>
  where: readonly Condition[]
  /** Sortable and filterable columns. */
  columns: Readonly<Record<string, RawBuilder<unknown>>>
  /** Filters that an index answers better when they are written otherwise than "the column is one of these". */
  filters?: Readonly<Record<string, (values: string[]) => Condition>>
  /** Options that an open filter has besides the declared ones: `value` and `title`, in order. */
  options?: Readonly<Record<string, RawBuilder<FilterOption>>>
  /** Its records are counted to the last, where an index does that: people page to its end, which a capped list hides. */
  countsAll?: boolean
  /** How many records it has while nothing is searched or filtered, where a record that is read anyway keeps the number. */
  total?: (tx: Tx) => Promise<number>
  /** Upper-case text that the words of a search must stand in. */
  search: RawBuilder<string>
  /** For long lists over one table: answers at most so many ids whose text holds all patterns, by an index the wall would hide. */
  find?: (patterns: string[], most: number) => RawBuilder<unknown>
  /** The same indexes answer whatever is filtered: a plan of a long list can be kept. */
  keepsPlan?: boolean
  /** What is found comes in the list's own order and meets `where`: nothing is looked up only to put it in order. */
  isFoundInOrder?: boolean
  /** A base that holds so many of the first rows in the usual order, where the whole one is dear to put in order. */
  newest?: (most: number) => RawBuilder<unknown>
  /** What a search has met in the records that their rows do not show whole, such as one outturn of many. */
  matched?: (patterns: string[]) => RawBuilder<string | null>
  /** The columns in place of a declared one that stands for several, in order. */
  each?: Readonly<Record<string, (tx: Tx) => Promise<EachColumn[]>>>
  /** Last sort key, which makes the order total. */
  id?: RawBuilder<unknown>
}

/** The input of a call that lists the records of an organisation, or of all in reach. */
export type Listing = { tx: Tx; actor: Actor; organisation: Organisation; query: ListQuery }

/** A list as it is requested. */
export type ListRequest<Row extends object, Stored> = {
  tx: Tx
  actor: Actor
  screen: ListScreen
  query: ListQuery
  source: ListSource<Stored>
  shape: (stored: Stored) => Row
  /** Adds to the rows of a page, or of a part of a bare list or file, what is read for many at once. */
  complete?: (tx: Tx, rows: Row[]) => Promise<Row[]>
  /** Lists of records with a workflow: adds the tab "Waiting for you". */
  kind?: RecordKind
}

/**
 * Answers a declared list in the shape the query asks for: a page, the bare list of old clients, or a file.
 * Only declared columns can be named; everything a person types is a bound parameter.
 */
export async function listPage<Row extends object, Stored>(
  request: ListRequest<Row, Stored>,
): Promise<PageOf<Row> | StreamReply> {
  const { tx, query, source } = request
  const { find } = source
  const patterns = patternsOf(query.search)
  const unsearched = [...source.where, ...filterConditions(request)]
  const waiting = request.kind && waitingCondition(request.kind, request.actor)
  // A list without a workflow of its own, such as the inbox, already holds only what waits.
  if (query.waiting === 'Y' && waiting) unsearched.push(waiting)
  const conditions = [...unsearched, ...searchConditions(request)]
  const order = orderOf(request)
  const orders = { order, fromEnd: orderOf(request, { fromEnd: true }) }
  const format = query.export ?? (query.paginate === 'Y' ? null : 'json')
  if (format) {
    const { screen, actor } = request
    // What the page finds, by the same index: a whole number is its owner's alone.
    const sent =
      find && patterns.length > 0
        ? [...unsearched, sql`${idOf(source)} in (select id from ${find(patterns, everything)} as id)`]
        : conditions
    const count = isCounted(screen, format) ? await countToSend(request, sent, format) : undefined
    return exportRows({
      screen: format === 'json' ? screen : withEach(screen, await eachColumns(request)),
      actor,
      format,
      query,
      count,
      rows: (read) => everyShapedRow(read, request, sent, order),
    })
  }
  const isPlain = conditions.length === source.where.length
  const isCounting = query.counts === 'Y'
  // Options of a short list are counted in one pass with the list itself; a long one is counted first, by an index alone.
  const kept = isPlain || isCounting ? source.total?.(tx) : undefined
  const first = isCounting && !find ? filterCounts(request, kept && (() => kept)) : undefined
  const known = isPlain ? (kept ?? first?.then(({ total }) => total)) : undefined
  const found = pageWithin(query, async (number) => {
    const at = { ...request, query: { ...query, page: number } }
    const pageRows =
      find && patterns.length > 0
        ? await searchedRows(at, (most) => find(patterns, most), { unsearched, conditions, ...orders })
        : await orderedRows(at, conditions, orders, known)
    return { ...pageRows, counted: Math.min(pageRows.total, pageRows.cap) }
  })
  const totalOfAll = isPlain ? async () => (await found).total : undefined
  const [{ data, page, total, cap }, counts, options, waits, columns] = await together([
    found,
    first ?? (isCounting ? filterCounts(request, totalOfAll) : undefined),
    isCounting ? openOptions(request) : {},
    waiting ? countUpTo(tx, source, [...source.where, waiting], countCap) : undefined,
    source.each ? eachColumns(request) : undefined,
  ])
  return {
    data: request.complete ? await request.complete(tx, data) : data,
    page: { ...page, ...(total > cap ? { totalIsMinimum: true } : {}) },
    ...(counts ? { counts: counts.counts, ...options } : {}),
    ...(waits === undefined ? {} : { waiting: waits }),
    ...(columns ? { columns } : {}),
  }
}

// A sheet of Excel has 1,048,576 rows, the headings among them.
const sheetRows = 1_048_575
const tooLong = {
  xlsx: 'A workbook holds at most 1,048,575 rows. Narrow the list, or export it as CSV.',
  json: 'At most 1,048,575 rows are sent at once. Narrow the list, read it by pages, or export it as CSV.',
}

const isCounted = (screen: ListScreen, format: Format): boolean => format === 'xlsx' || isAudited(screen, format)

/** How many rows leave, at most. Refuses a workbook that no spreadsheet program could open, and a bare list as long. */
async function countToSend<Row extends object, Stored>(
  { tx, source }: ListRequest<Row, Stored>,
  conditions: readonly Condition[],
  format: Format,
): Promise<number> {
  const count = await countUpTo(tx, source, conditions, format === 'csv' ? everything : sheetRows)
  if (count > sheetRows && (format === 'xlsx' || format === 'json'))
    throw new Refused('input.invalid', {
      message: tooLong[format],
      details: { fields: { [format === 'json' ? 'paginate' : 'export']: tooLong[format] } },
    })
  return count
}

/** Records in a state this user could decide and made by somebody else. */
export function waitingCondition(kind: RecordKind, actor: Actor): Condition {
  const states = statesWaitingFor(kind.flow, actor)
  return states.length === 0
    ? sql`false`
    : // Written out, as the plan that PostgreSQL makes for any states seems dearer to it than one that it makes anew each time.
      sql`(t.status in (${sql.join(states.map((state) => sql.lit(state)))}) and not ${actor.userId}::uuid = any (${barredFrom(kind)}) and ${kind.decidedBy?.(actor) ?? sql`true`})`
}

/** A mobile as people write it: 0712 345 678, +254 712 345 678. What all ways have in common is searched for. */
const mobile = /^(?:0|\+?254)([17]\d{8})$/

/** The words of a search, as patterns for LIKE. */
export const patternsOf = (search: string): string[] => {
  const [, digits] = mobile.exec(search.replaceAll(/\s/g, '')) ?? []
  const words = digits ? [digits] : search.toUpperCase().split(/\s+/).filter(Boolean).slice(0, 6)
  return words.map((word) => `%${word.replace(mobile, '$1').replace(/[\\%_]/g, '\\$&')}%`)
}

type Sought<Stored> = Pick<ListRequest<object, Stored>, 'screen'> & {
  query: Pick<ListQuery, 'search' | 'filter'>
  source: Pick<ListSource<Stored>, 'where' | 'search' | 'filters' | 'columns'>
}

/** What a row must meet that the search and the filters of a list match, for whoever adds such rows up. */
export const soughtBy = <Stored>(sought: Sought<Stored>): Condition[] => [
  ...sought.source.where,
  ...filterConditions(sought),
  ...searchConditions(sought),
]

const searchConditions = <Stored>({ query, source }: Sought<Stored>): Condition[] =>
  patternsOf(query.search).map((pattern) => sql`${source.search} like ${pattern}`)

function filterConditions<Stored>({ query, screen, source }: Sought<Stored>): Condition[] {
  const selected = new Map<string, string[]>()
  for (const pair of query.filter.split(',').filter(Boolean)) {
    const [key = '', written = ''] = pair.split(':')
    const declared = screen.filters?.find((filter) => filter.key === key)
    const value = declared?.also?.[written] ?? written
    if (!declared?.open && !declared?.options.some((option) => option.value === value))
      throw new Refused('input.invalid', { details: { fields: { filter: `Unknown filter ${pair}` } } })
    selected.set(key, [...(selected.get(key) ?? []), value])
  }
  return [...selected].map(
    ([key, values]) => source.filters?.[key]?.(values) ?? sql`${column(source, key)} = any (${values})`,
  )
}

/** The order that the query asks for, which the list must declare; else its own. `fromEnd` answers the very reverse of it. */
export function orderOf<Row extends object, Stored>(
  { query, screen, source }: ListRequest<Row, Stored>,
  { fromEnd = false } = {},
): RawBuilder<unknown> {
  const sort = query.sort || usualSort(screen)
  const key = sort.replace(/^-/, '')
  if (!screen.columns.some((declared) => declared.key === key && declared.sort))
    throw new Refused('input.invalid', { details: { fields: { sort: `Cannot sort by ${key}` } } })
  const direction = sort.startsWith('-') === fromEnd ? sql`asc` : sql`desc`
  return sql`${column(source, key)} ${direction}, ${source.id ?? sql`t.id`} ${direction}`
}

function column<Stored>(source: Pick<ListSource<Stored>, 'columns'>, key: string): RawBuilder<unknown> {
  const expression = source.columns[key]
  if (!expression) throw new Error(`the list declares ${key}, its source does not`)
  return expression
}

// In a longer list the filters stand without numbers: counting every option reads every row.
const filterCountCap = 10_000
type Counted = { counts: Record<string, Record<string, number>>; total?: number }

/** How many records each option has, and the list itself. `known` is how many there are, where the list has counted them already. */
async function filterCounts<Row extends object, Stored>(
  request: ListRequest<Row, Stored>,
  known?: () => Promise<number>,
): Promise<Counted> {
  const { tx, screen, source } = request
  const counts: Counted['counts'] = {}
  const keys = (screen.filters ?? []).map(({ key }) => key)
  if (keys.length === 0) return { counts }
  const least = (await known?.()) ?? (source.find ? await countUpTo(tx, source, source.where, filterCountCap) : 0)
  if (least > filterCountCap) return { counts }
  // One pass over the rows; the few combinations of options are added up here.
  const ids = keys.map((_, index) => sql.id(`option${index}`))
  const names = sql.join(ids)
  const read = sql.join(keys.map((key, index) => sql`(${column(source, key)})::text as ${ids[index]}`))
  const combinations = await rows(
    tx,
    sql<{ values: string[]; n: number }>`select array[${names}] as values, count(*)::int as n from (
        select ${read} from ${countedBase(request)} where ${all(source.where)} limit ${sql.lit(filterCountCap + 1)}) counted
      group by ${names}`,
  )
  const total = combinations.reduce((sum, { n }) => sum + n, 0)
  if (total > filterCountCap) return { counts }
  for (const { values: options, n } of combinations)
    for (const [index, key] of keys.entries()) {
      const option = options[index] ?? ''
      counts[key] = { ...counts[key], [option]: (counts[key]?.[option] ?? 0) + n }
    }
  return { counts, total }
}

async function openOptions<Row extends object, Stored>({ tx, screen, source }: ListRequest<Row, Stored>) {
  const open = (screen.filters ?? []).flatMap(({ open: isOpen, key, options }) => {
    const read = isOpen && source.options?.[key]
    return read ? [{ key, read, declared: new Set(options.map(({ value }) => value)) }] : []
  })
  const options = await together(
    open.map(
      async ({ key, read, declared }) =>
        [key, (await rows(tx, read)).filter(({ value }) => !declared.has(value))] as const,
    ),
  )
  return open.length > 0 ? { options: Object.fromEntries(options) } : {}
}

/** What stands in place of the columns that stand for several. */
async function eachColumns<Row extends object, Stored>({ tx, source }: ListRequest<Row, Stored>) {
  const columns = Object.entries(source.each ?? {}).map(async ([key, read]) => [key, await read(tx)] as const)
  return Object.fromEntries(await together(columns))
}

/** All rows through a cursor: a list of any length in little memory. */
async function* everyShapedRow<Row extends object, Stored>(
  tx: Tx,
  { source, shape, complete }: ListRequest<Row, Stored>,
  conditions: readonly Condition[],
  order: RawBuilder<unknown>,
): AsyncGenerator<Row> {
  const query = sql<Stored>`select ${source.select} from ${source.from} where ${all(conditions)} order by ${order}`
  for await (const batch of everyRow(tx, query)) {
    const shaped = batch.map((stored) => shape(stored))
    yield* complete ? await complete(tx, shaped) : shaped
  }
}
