import { decidingStep, decisionsOn, stampOf, type Decisions } from '../decisions/decisions.ts'
import { isHeld } from '../review/heldDecision.ts'
import { showRefusal } from '../queries.ts'
import { CallRefused } from '../call.ts'
import { fetchNextWaiting, type ListSource } from './useListPage.ts'
import type { ListState } from './useListState.ts'

type About<Row> = {
  source: ListSource
  state: ListState
  decisions: Decisions<Row> | undefined
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Where records that wait are all there are, there is no tab for them. */
  allWaits: boolean
}

/** Whether the user can decide a record now. */
const waitsForUser = <Row extends object>(decisions: Decisions<Row>, row: Row): boolean => {
  if (isHeld(stampOf(row).id)) return false
  const { flow } = decisionsOn(decisions, row)
  return decidingStep(flow, 'main', row) !== undefined || decidingStep(flow, 'danger', row) !== undefined
}

/** The record of a page that a decision leads on to: the next one that waits, else the nearest before it. */
export function nextOf<Row extends object>(
  { decisions, rows, rowId }: Pick<About<Row>, 'decisions' | 'rows' | 'rowId'>,
  decided: Row,
): Row | undefined {
  const at = rows.findIndex((row) => rowId(row) === rowId(decided))
  const around = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0)).toReversed()]
  return around.find((row) => decisions && rowId(row) !== rowId(decided) && waitsForUser(decisions, row))
}

/**
 * Goes on after a decision in the drawer, as a pile of papers would: to the next record of the page, then to the next one that
 * waits whatever was searched for, and when nothing does, to the list that says so. Whoever went elsewhere while the server was asked
 * for that stays there: no other record comes under a hand that is about to press.
 */
export function useNextDecision<Row extends object>(about: About<Row>): (decided: Row) => Promise<void> {
  const { source, state, rowId, allWaits } = about
  const tab = allWaits ? undefined : ('waiting' as const)
  const everything = { search: undefined, filter: undefined, tab }
  return async (decided) => {
    const next = nextOf(about, decided)
    if (next) return state.open(rowId(next))
    const { href } = location
    const isHere = () => location.href === href
    try {
      const waiting = await fetchNextWaiting<Row>(source, rowId(decided))
      if (isHere()) state.changeQuery({ ...everything, open: waiting && rowId(waiting) })
    } catch (fault) {
      if (isHere()) state.open(undefined)
      if (!(fault instanceof CallRefused)) throw fault
      showRefusal(fault)
    }
  }
}
