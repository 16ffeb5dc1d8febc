import type { Hit, HitFact, HitGroup } from '#contract/house/search.ts'
import type { Endpoint, Status } from '#contract/kit/endpoint.ts'
import { listQuery, type ListScreen } from '#contract/kit/listScreen.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { rows, sql, type Tx } from '../db.ts'
import { orderOf, patternsOf, type Listing, type ListRequest, type ListSource } from './listPage.ts'
import { firstRows, idOf, searchedRows } from './pageRows.ts'

/** How many records of a kind are found at once. */
const mostHits = 5

/** A list in which the search of the house looks: the call that says who reads it, and its first hits. */
export type Searched = {
  list: Pick<Endpoint, 'allow' | 'reach'>
  find: (call: Listing) => Promise<HitGroup>
}

type FoundIn<Row extends object, Stored> = {
  /** As in the inbox. */
  kind: string
  list: Pick<Endpoint, 'allow' | 'reach'>
  screen: ListScreen
  flow?: Workflow
  source: (call: Listing) => ListSource<Stored> | Promise<ListSource<Stored>>
  shape: (actor: Listing['actor']) => (stored: Stored) => Row
}

/** A list whose declaration says what of its records is `found`, as the search of the house reads it: behind the walls of the list. */
export const searched = <Row extends object, Stored>(parts: FoundIn<Row, Stored>): Searched => ({
  list: parts.list,
  find: async (call) => {
    const { kind, screen, flow } = parts
    // One more than is shown tells whether there are more.
    const query = listQuery.parse({ paginate: 'Y', size: mostHits + 1, search: call.query.search })
    const source = await parts.source({ ...call, query })
    const request = { tx: call.tx, actor: call.actor, screen, query, source, shape: parts.shape(call.actor) }
    const found = await findRows(request)
    const hits = found.slice(0, mostHits).map((row) => hitOf(row, screen, flow))
    return { kind, hits: await withMatches(call.tx, source, query.search, hits), more: found.length > mostHits }
  },
})

/** The first rows that hold all words, in the order of the list. */
async function findRows<Row extends object, Stored>(request: ListRequest<Row, Stored>): Promise<Row[]> {
  const { query, source } = request
  const { find, where: unsearched } = source
  const patterns = patternsOf(query.search)
  const conditions = [...unsearched, ...patterns.map((pattern) => sql`${source.search} like ${pattern}`)]
  const order = orderOf(request)
  if (!find) return firstRows(request, conditions, order)
  return (
    await searchedRows(request, (most) => find(patterns, most), {
      unsearched,
      conditions,
      order,
      fromEnd: orderOf(request, { fromEnd: true }),
    })
  ).data
}

function hitOf(row: object, screen: ListScreen, flow: Workflow | undefined): Hit {
  const values = row as Record<string, unknown> // border: keys of columns are checked where the list is declared
  const { columns, found = [] } = screen
  const [title] = columns.filter(({ card }) => card === 'title')
  const facts = found.flatMap((key): HitFact[] => {
    const value = factOf(values[key])
    const options = screen.filters?.find((filter) => filter.key === key)?.options
    const label = options?.find((option) => option.value === value)?.title ?? stateLabel(value, flow)
    const as = columns.find((one) => one.key === key)?.as ?? 'text'
    return value === null ? [] : [{ as, value: label ?? value }]
  })
  return {
    id: textOf(values['id']),
    title: textOf(title && values[title.key]),
    organisationName: textOf(values['organisationName']),
    matched: null,
    facts,
  }
}

/** A value as a hit carries it; nothing for what is empty. */
function factOf(value: unknown): string | number | null {
  if (typeof value === 'number') return value
  return (isStatus(value) ? value.statusName : textOf(value)) || null
}

/** What people call a state of the wire. */
const stateLabel = (name: string | number | null, flow: Workflow | undefined): string | undefined =>
  Object.values(flow?.states ?? {}).find((state) => state.name === name)?.label

const textOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
const isStatus = (value: unknown): value is Status =>
  typeof value === 'object' && value !== null && 'statusName' in value

/** Adds what the search met in each record that its row does not show. */
async function withMatches<Stored>(tx: Tx, source: ListSource<Stored>, search: string, hits: Hit[]): Promise<Hit[]> {
  if (!source.matched || hits.length === 0) return hits
  const ids = hits.map(({ id }) => id)
  const matches = await rows(
    tx,
    sql<{
      id: string
      matched: string | null
    }>`select ${idOf(source)} as id, ${source.matched(patternsOf(search))} as matched
      from ${source.base} where ${idOf(source)} = any (${ids})`,
  )
  const byId = new Map(matches.map(({ id, matched }) => [id, matched]))
  return hits.map((hit) => ({ ...hit, matched: byId.get(hit.id) ?? null }))
}
