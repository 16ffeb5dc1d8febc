import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { remarksOf } from '#contract/kit/record.ts'
import { decisionsOn, selectable, stampOf, type Decisions } from './decisions.ts'
import type { Picking } from '../lists/DataTable.tsx'
import { add, noSelection, pageState, remove, toggle, type SelectedRecord } from './selection.ts'
import { showRefusal } from '../queries.ts'
import { fetchMatching, type ListSource } from '../lists/useListPage.ts'
import type { ListState } from '../lists/useListState.ts'

type About<Row> = {
  source: ListSource
  state: ListState
  decisions: Decisions<Row> | undefined
  rows: readonly Row[]
}

/** The chosen records of a list, over its pages. */
export function useSelection<Row extends object>({ source, state, decisions, rows }: About<Row>) {
  const [selection, setSelection] = useState(noSelection)
  const bulk = Boolean(decisions?.takeMany) && Object.values(decisions?.flow.steps ?? {}).some((step) => step.bulk)
  const selectedOf = (row: Row) => selectedRecord(row, decisions)
  const flowOf = (row: Row) => decisions && decisionsOn(decisions, row).flow
  const canSelect = (row: Row) => selectable(flowOf(row), row) === 'yes'
  const onPage = rows.filter(canSelect).map(selectedOf)
  const ids = onPage.map(({ id }) => id)
  const page = pageState(selection, ids)
  const selectAll = useMutation({
    mutationFn: () => fetchMatching<Row>(source, state.search, state.tab),
    onSuccess: (matching) => setSelection((now) => add(now, matching.filter(canSelect).map(selectedOf))),
    onError: showRefusal,
  })
  const picking: Picking = {
    state: page,
    flowOf: (row) => flowOf(row as Row),
    has: (id) => selection.has(id),
    // The table hands back the rows it was given.
    toggle: (row) => setSelection((now) => toggle(now, selectedOf(row as Row))),
    togglePage: () => setSelection((now) => (page === 'all' ? remove(now, ids) : add(now, onPage))),
  }
  return {
    selection,
    picking: bulk && (ids.length > 0 || selection.size > 0) ? picking : undefined,
    canPick: canSelect,
    selectAll,
    clear: () => setSelection(noSelection),
    drop: (done: readonly string[]) => setSelection((now) => remove(now, done)),
  }
}

/** A record as it is seen now, to be decided with others. */
export function selectedRecord<Row extends object>(row: Row, decisions: Decisions<Row> | undefined): SelectedRecord {
  const { id, version, steps } = stampOf(row)
  const kind = 'kind' in row && typeof row.kind === 'string' ? { kind: row.kind } : {}
  return {
    id,
    version,
    steps,
    title: decisions?.title(row) ?? id,
    headline: decisions?.headline(row) ?? null,
    remarks: remarksOf(row),
    ...kind,
  }
}
