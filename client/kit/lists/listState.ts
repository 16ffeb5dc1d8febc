import type { ListScreen } from '#contract/kit/listScreen.ts'
import { rowsOnPage } from './rowsOnPage.ts'

/** What the address of a list says. Everything is optional: what is absent is the declared default. */
export type ListSearch = {
  /** Counted from one, as people read it; the wire counts from zero. */
  page?: number | undefined
  size?: number | undefined
  search?: string | undefined
  sort?: string | undefined
  filter?: string | undefined
  tab?: ListTab | undefined
  /** Id of the record whose drawer is open. */
  open?: string | undefined
  /** What waits is looked at one record after the other. */
  review?: 'Y' | undefined
}
export type ListTab = 'waiting' | 'all'

/** The search part of an address as it was written, which may be anything. */
export type RawSearch = { [name: string]: unknown }

/** Filters by key; a filter may have several values. */
export type Filters = Readonly<Record<string, readonly string[]>>

const textOf = (value: unknown, max: number): string | undefined => {
  // The router reads `search=0712` as a number; people mean the digits.
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, max) : undefined
}

/** Reads a day of an address, such as 2026-11-21; a broken one is as if it were not there. */
export function dayIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
  // The 31st of February is written like a day, and is none.
  return new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ? value : undefined
}

/** Reads the search part of an address. Never throws: an unknown or broken value is as if it were not there. */
export function parseListSearch(search: RawSearch): ListSearch {
  const page = Number(search['page'])
  const size = Number(search['size'])
  const tab = search['tab']
  return {
    page: Number.isSafeInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
    size: Number.isSafeInteger(size) && size >= 5 && size <= 100 ? size : undefined,
    search: textOf(search['search'], 100),
    sort: textOf(search['sort'], 60),
    filter: textOf(search['filter'], 500),
    tab: tab === 'waiting' || tab === 'all' ? tab : undefined,
    open: textOf(search['open'], 60),
    review: search['review'] === 'Y' ? 'Y' : undefined,
  }
}

type Declared = Pick<ListScreen, 'name' | 'columns' | 'filters' | 'sort' | 'pageSize'>
export type Sort = { key: string; direction: 'asc' | 'desc' }

/** The sort of the address when the list declares it, else the declared default. */
export function sortOf(list: Declared, sort: string | undefined): Sort {
  const key = sort?.replace(/^-/, '')
  if (!key || !list.columns.some((column) => column.key === key && column.sort)) return list.sort
  return { key, direction: sort?.startsWith('-') ? 'desc' : 'asc' }
}

/** As on the wire: a leading minus means descending. */
export const sortText = ({ key, direction }: Sort): string => (direction === 'desc' ? `-${key}` : key)

/** What a press on a heading means: sort by it, then turn it round. */
export const nextSort = (now: Sort, key: string): Sort => ({
  key,
  direction: now.key === key && now.direction === 'asc' ? 'desc' : 'asc',
})

/** Filters of the address, without what the list does not declare. */
export function filtersOf(list: Declared, text: string | undefined): Filters {
  const filters: Record<string, string[]> = {}
  for (const pair of (text ?? '').split(',')) {
    const [key = '', value = ''] = pair.split(':', 2)
    const declared = list.filters?.find((filter) => filter.key === key)
    if (!declared?.open && !declared?.options.some((option) => option.value === value)) continue
    filters[key] = [...(filters[key] ?? []).filter((other) => other !== value), value]
  }
  return filters
}

/** As on the wire: `status:PENDING_APPROVAL,gender:FEMALE`; undefined when nothing is filtered. */
export function filterText(filters: Filters): string | undefined {
  const pairs = Object.entries(filters).flatMap(([key, values]) => values.map((value) => `${key}:${value}`))
  return pairs.length > 0 ? pairs.join(',') : undefined
}

/** Turns one option of a filter on or off. */
export function toggleFilter(filters: Filters, key: string, value: string): Filters {
  const now = filters[key] ?? []
  const next = now.includes(value) ? now.filter((other) => other !== value) : [...now, value]
  return { ...filters, [key]: next }
}

/** The query of a page, as the server takes it. */
export function pageQuery(list: Declared, search: ListSearch, tab: ListTab) {
  return {
    paginate: 'Y',
    page: (search.page ?? 1) - 1,
    size: search.size ?? rowsOnPage(list),
    ...matchQuery(list, search, tab),
  } as const
}

/** What decides which records match and in which order: shared by pages, exports and "select all". */
export function matchQuery(list: Declared, search: ListSearch, tab: ListTab) {
  const filter = filterText(filtersOf(list, search.filter))
  return {
    ...(search.search ? { search: search.search.trim() } : {}),
    sort: sortText(sortOf(list, search.sort)),
    ...(filter ? { filter } : {}),
    ...(tab === 'waiting' ? { waiting: 'Y' as const } : {}),
  }
}

/** What a saved view keeps: the question, not the page or the open record. */
export function viewOf({ size, search, sort, filter, tab }: ListSearch): string {
  const kept = { size, search, sort, filter, tab }
  const params = Object.entries(kept).filter(([, value]) => value !== undefined)
  return new URLSearchParams(params.map(([key, value]) => [key, String(value)])).toString()
}

/** The address that a saved view stands for. */
export const searchOfView = (query: string): ListSearch =>
  parseListSearch(Object.fromEntries(new URLSearchParams(query)))

/** Whether the list is narrowed, so that an empty page means "none match" and not "none yet". */
export const isNarrowed = (list: Declared, search: ListSearch): boolean =>
  Boolean(search.search) || filterText(filtersOf(list, search.filter)) !== undefined
