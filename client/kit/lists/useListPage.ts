import type { z } from 'zod'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { ListScreen, PageOf } from '#contract/kit/listScreen.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { call, type CallRefused } from '../call.ts'
import { isHeld } from '../review/heldDecision.ts'
import { keyOf, queryClient } from '../queries.ts'
import { matchQuery, pageQuery, type ListSearch, type ListTab } from './listState.ts'

/** A list on the server: its declaration, the call that answers it, and the parameters of the call's path. */
export type ListSource = {
  list: ListScreen
  endpoint: Endpoint
  params?: Record<string, string>
  /** What it is the list of, where the call takes that in its query. */
  of?: Readonly<Record<string, string>>
  /** The call for one of its records by `:id`; without it a link opens only what is on the page. */
  one?: Endpoint | undefined
  /** The query besides search and filters; its names stand in the address too. */
  also?: Readonly<Record<string, string>>
  /** Whoever decides these records starts with those that wait; `all` when nothing else is in the list. */
  waits?: Workflow | 'all'
  /** It opens with all of its records, also for whoever decides some of them. */
  opensAll?: true
}

/** Requests a page of any list. Kit cannot know the row's type: the caller names it and the declaration vouches for it. */
const requestPage = <Row>(source: ListSource, query: object, signal?: AbortSignal): Promise<PageOf<Row>> =>
  call(source.endpoint as Endpoint & { answer: z.ZodType<PageOf<Row>> }, {
    ...({ params: source.params ?? {}, query } as object),
    ...(signal ? { signal } : {}),
  })

/** What a call for the list is asked besides the search and the filters. */
export const besides = ({ of, also }: ListSource) => ({ ...of, ...also })

function queryOf<Row>(source: ListSource, asked: object) {
  const query = { ...asked, ...besides(source) }
  return {
    queryKey: keyOf(source.endpoint, { params: source.params ?? {}, query }),
    queryFn: ({ signal }: { signal: AbortSignal }) => requestPage<Row>(source, query, signal),
  }
}

/** Options of the call behind a page: a route that prepares a list requests exactly what its screen will request. */
export function listPageQuery<Row>(source: ListSource, search: ListSearch, tab: ListTab) {
  return queryOf<Row>(source, pageQuery(source.list, search, tab))
}

/** The page that the address asks for. The page before stays on the screen until the next one has arrived. */
export function useListPage<Row>(source: ListSource, search: ListSearch, tab: ListTab) {
  return useQuery<PageOf<Row>, CallRefused>({
    ...listPageQuery<Row>(source, search, tab),
    placeholderData: keepPreviousData,
  })
}

/** How many records each option of the filters has, and the options that users made: of the whole list, whatever is searched for. */
export function filterCountsQuery(source: ListSource) {
  return queryOf(source, { paginate: 'Y', page: 0, size: 1, counts: 'Y' })
}

/** Rows that are read to choose all matching ones; more than this is not decided in one go. */
const selectAllMost = 1000

/** Reads every matching row, up to `selectAllMost`. */
export async function fetchMatching<Row>(source: ListSource, search: ListSearch, tab: ListTab): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 0; rows.length < selectAllMost; page++) {
    const query = { paginate: 'Y', page, size: 100, ...matchQuery(source.list, search, tab), ...besides(source) }
    const answer = await requestPage<Row>(source, query)
    // The list has become shorter meanwhile: this page was read already.
    if (answer.page.number < page) break
    rows.push(...answer.data)
    if (page + 1 >= answer.page.totalPages) break
  }
  return rows.slice(0, selectAllMost)
}

/** The first record that waits for the user, whatever was searched for; `decided` is through already. */
export async function fetchNextWaiting<Row extends object>(
  source: ListSource,
  decided: string,
): Promise<Row | undefined> {
  const query = { paginate: 'Y', page: 0, size: 3, ...matchQuery(source.list, {}, 'waiting'), ...besides(source) }
  const { data } = await requestPage<Row>(source, query)
  return data.find((row) => !('id' in row) || (row.id !== decided && !isHeld(String(row.id))))
}

/** A row that was on the screen before, when its page has moved on without it. */
function cachedRow<Row extends object>(source: ListSource, id: string): Row | undefined {
  const pages = queryClient.getQueriesData<PageOf<Row>>({ queryKey: keyOf(source.endpoint) })
  for (const [, page] of pages) {
    const row = page?.data?.find((row) => 'id' in row && row.id === id)
    if (row) return row
  }
  return undefined
}

/**
 * The record that the address opens although no page shows it: what was on the screen before, else the server's answer.
 * `isReading` until that has come.
 */
export function useRowElsewhere<Row extends object>(
  source: ListSource,
  id: string | undefined,
): { row: Row | undefined; isReading: boolean } {
  const cached = id === undefined ? undefined : cachedRow<Row>(source, id)
  const params = { ...source.params, id: id ?? '' }
  const { data, isLoading } = useQuery<Row>({
    queryKey: source.one ? keyOf(source.one, { params: { id } }) : ['one of nothing'],
    // border: the row that the record declares
    queryFn: ({ signal }) => call(source.one as Endpoint & { answer: z.ZodType<Row> }, { params, signal } as object),
    enabled: source.one !== undefined && id !== undefined && cached === undefined,
  })
  return { row: cached ?? data, isReading: isLoading }
}
