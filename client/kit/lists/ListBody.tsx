import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { PageOf } from '#contract/kit/listScreen.ts'
import type { CallRefused } from '../call.ts'
import { DataCards } from './DataCards.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { ListSkeleton, NoneMatch, NoneWaiting, NoneYet, NotLoaded, type NextStep } from './ListFaces.tsx'
import { Pager } from './Pager.tsx'
import type { ListState } from './useListState.ts'

type ListBodyProps<Row> = {
  page: UseQueryResult<PageOf<Row>, CallRefused>
  state: ListState
  narrow: boolean
  next: NextStep | undefined
  allWaits: boolean
  table: DataTableProps<Row>
}

/** The faces of a list: on its way, failed, empty in three ways, or rows with their pager. */
export function ListBody<Row extends object>({ page, state, narrow, next, allWaits, table }: ListBodyProps<Row>) {
  const reload = () => void page.refetch()
  const shown = page.data?.page
  const here = (shown?.number ?? 0) + 1
  const beyond = shown !== undefined && !page.isPlaceholderData && here < (state.search.page ?? 1)
  // Deciding the last record of the last page leaves an address behind the end; the server answers the new end.
  const turnTo = useEffectEvent((number: number) =>
    state.change({ page: number > 1 ? number : undefined }, { replace: true }),
  )
  useEffect(() => {
    if (beyond) turnTo(here)
  }, [beyond, here])
  if (page.isPending) return <ListSkeleton />
  if (page.isError && !page.data) return <NotLoaded is="list" refused={page.error} onReload={reload} />
  if (table.rows.length === 0) {
    if (state.narrowed) return <NoneMatch onReset={state.reset} />
    if (allWaits) return <NoneWaiting hint={next?.text} />
    if (state.tab === 'waiting') return <NoneWaiting onAll={() => state.setTab('all')} />
    return <NoneYet next={next} onReload={reload} />
  }
  return (
    <>
      {narrow ? <DataCards {...table} /> : <DataTable {...table} />}
      {shown && <Pager page={shown} state={state} />}
    </>
  )
}
