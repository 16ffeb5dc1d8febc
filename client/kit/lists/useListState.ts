import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ListSource } from './useListPage.ts'
import {
  filtersOf,
  filterText,
  isNarrowed,
  parseListSearch,
  sortOf,
  type Filters,
  type ListSearch,
  type ListTab,
} from './listState.ts'
import { chooseRows, useRowsOnPage } from './rowsOnPage.ts'

/** State of a list, kept in the address: a reload, a bookmark or a sent link shows the same. */
export function useListState({ list, also = {} }: ListSource, firstTab: ListTab) {
  const search = parseListSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const tab = search.tab ?? firstTab
  const { rows, fits } = useRowsOnPage(list)
  const size = search.size ?? rows
  const change = (changes: Partial<ListSearch>, { replace = false }: { replace?: boolean } = {}) =>
    void navigate({
      to: '.',
      // Kit serves every route, so the router cannot know here which search it is; parseListSearch checks it on the way in.
      // A page behind the first is that of its size, also in a window of another height.
      search: ((now: Record<string, unknown>) =>
        without({ ...now, ...(changes.page === undefined ? {} : { size }), ...changes })) as never,
      replace,
      resetScroll: false,
    })
  /** Changes the query: the answer starts at its first page. */
  const changeQuery = (changes: Partial<ListSearch>, how?: { replace?: boolean }) =>
    change({ ...changes, page: undefined }, how)
  return {
    search,
    tab,
    sort: sortOf(list, search.sort),
    filters: filtersOf(list, search.filter),
    size,
    fits: fits === undefined ? fits : fits && (search.page !== undefined || size === rows),
    /** Remembers how many rows a page of this list has; as many as fit when left out. */
    chooseRows: (rows: number | undefined) => {
      chooseRows(list.name, rows)
      changeQuery({ size: undefined })
    },
    narrowed: isNarrowed(list, search) || Object.keys(also).length > 0,
    reset: () =>
      changeQuery({
        search: undefined,
        filter: undefined,
        ...Object.fromEntries(Object.keys(also).map((key) => [key, undefined])),
      }),
    change,
    changeQuery,
    setFilters: (filters: Filters) => changeQuery({ filter: filterText(filters) }),
    setTab: (next: ListTab) => changeQuery({ tab: next === firstTab ? undefined : next }),
    open: (id: string | undefined) => change({ open: id }, { replace: search.open !== undefined }),
  }
}
export type ListState = ReturnType<typeof useListState>

const without = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
