import { useNavigate, useSearch } from '@tanstack/react-router'
import { parseListSearch } from './listState.ts'
import type { Paging } from './Pager.tsx'

/** The page of a list that is a part of another screen, kept in the address. `page` counts from zero, as the wire does. */
export function usePages(pageSize: number): Paging & { page: number } {
  const { page = 1, size = pageSize } = parseListSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changes: { page?: number | undefined; size?: number | undefined }) =>
    void navigate({ to: '.', search: ((now: object) => ({ ...now, ...changes })) as never, resetScroll: false })
  return { page: page - 1, size, change, chooseRows: (next) => change({ size: next, page: undefined }) }
}
