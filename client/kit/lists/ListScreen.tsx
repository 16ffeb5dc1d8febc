import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { toldTo, withEach } from '#contract/kit/listScreen.ts'
import { actorOf, decides } from '../decisions/actor.ts'
import { BulkBar } from '../decisions/BulkBar.tsx'
import { BulkDialog } from '../decisions/BulkDialog.tsx'
import { ColumnChooser, useHiddenColumns } from './ColumnChooser.tsx'
import { decidingStep, decisionsOn, isOnePress, type Decisions, type NamedStep } from '../decisions/decisions.ts'
import type { Cells } from './DataTable.tsx'
import { DecisionDrawer } from '../decisions/DecisionDrawer.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { FilterMenu } from './FilterMenu.tsx'
import { useFormat } from '../format.ts'
import { KeysHelp } from './KeysHelp.tsx'
import { ListBody } from './ListBody.tsx'
import type { NextStep } from './ListFaces.tsx'
import { nextSort, sortText } from './listState.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { firstTabOf } from './prepareList.ts'
import { ReviewButton } from '../review/ReviewButton.tsx'
import { ReviewQueue } from '../review/ReviewQueue.tsx'
import { withCards } from './rowsOnPage.ts'
import { SavedViews } from './SavedViews.tsx'
import { StepDialog, type Fact, type MoreProps } from '../decisions/StepDialog.tsx'
import { StepMenu, type RowAction } from '../decisions/StepMenu.tsx'
import { useListPage, useRowElsewhere, type ListSource } from './useListPage.ts'
import { useListKeys } from './useListKeys.ts'
import { useListState } from './useListState.ts'
import { useMeasuredRest } from './useMeasuredRest.ts'
import { useNextDecision } from './useNextDecision.ts'
import { takeWithUndo } from '../decisions/useTakeStep.ts'
import { useSelection } from '../decisions/useSelection.ts'
import { useUser } from '../user.ts'
import { WaitingTabs } from './WaitingTabs.tsx'
import { useContractWords, useWords } from '../words.ts'
import './lists.css'
import '../decisions/decisions.css'

type ListScreenProps<Row> = {
  source: ListSource
  /** What a person calls a row: the label of its checkbox and its menu. */
  title: (row: Row) => string
  decisions?: Decisions<Row>
  heading?: ReactNode
  sub?: ReactNode
  /** Every row of this list waits for the user, so it needs no tab for those that do. */
  allWaits?: boolean
  /** Buttons at the head of the screen. */
  actions?: ReactNode
  /** Between the head and the list. */
  above?: ReactNode
  /** Under the list, such as sums of it. */
  below?: ReactNode
  /** Where View leads; without it a row opens its drawer. */
  onView?: (row: Row) => void
  /** Opens a row on a screen of its own in place of the drawer, where it answers how. */
  opensAt?: (row: Row) => (() => void) | undefined
  /** A press on the row leads where View does, without a drawer. */
  noDrawer?: boolean
  /** Another word for View. */
  viewLabel?: string
  rowActions?: readonly RowAction<Row>[]
  /** Steps that ask for more than a comment: each opens what the feature shows in place of the dialog. */
  forms?: Readonly<Record<string, (row: Row) => void>>
  /** The facts of a row above a decision. */
  facts?: (row: Row) => readonly Fact[]
  More?: ComponentType<MoreProps<Row>>
  Lead?: ComponentType<{ row: Row }>
  /** What stands in a drawer in place of the columns of the list. */
  Facts?: ComponentType<{ row: Row }>
  Documents?: ComponentType<{ row: Row }>
  After?: ComponentType<{ row: Row }>
  next?: NextStep
  cells?: Cells<Row>
}

const rowIdOf = (row: object): string =>
  'id' in row && typeof row.id === 'string' ? row.id : 'row' in row ? String(row.row) : JSON.stringify(row)

const noRows: readonly never[] = []
const noActions: readonly never[] = []

/** One list: everything that every list of the product has, from its declaration. */
export function ListScreen<Row extends object>(props: ListScreenProps<Row>) {
  const { source, title, decisions, onView, noDrawer = false, allWaits = false, rowActions = noActions } = props
  const translate = useContractWords()
  const words = useWords().lists
  const { number } = useFormat()
  const user = useUser()
  const mayDecide = decides(decisions?.flow, user)
  const state = useListState(source, allWaits ? 'waiting' : source.opensAll ? 'all' : firstTabOf(decisions?.flow, user))
  const page = useListPage<Row>(source, state.search, state.tab)
  const rows: readonly Row[] = page.data?.data ?? noRows
  const named = page.data?.columns
  const list = useMemo(
    () => toldTo(actorOf(user).organisationType, withEach(source.list, named)),
    [user, source.list, named],
  )
  const { secondLine, ...columns } = useHiddenColumns(list)
  const narrow = useMediaQuery(withCards, false, { getInitialValueInEffect: false })
  const {
    selection,
    picking,
    canPick: canSelect,
    selectAll,
    clear,
    drop,
  } = useSelection({ source, state, decisions, rows })
  const [focused, setFocused] = useState(0)
  const [decision, setDecision] = useState<{ row: Row; step: NamedStep }>()
  const [bulkStep, setBulkStep] = useState<NamedStep>()
  const [helps, setHelps] = useState(false)
  const card = useMeasuredRest(list.name)
  const searchBox = useRef<HTMLInputElement>(null)

  const openId = noDrawer ? undefined : state.search.open
  const openAt = rows.findIndex((row) => rowIdOf(row) === openId)
  const elsewhere = useRowElsewhere<Row>(source, page.data && openAt < 0 ? openId : undefined)
  const openRow = openId === undefined ? undefined : (rows[openAt] ?? elsewhere.row)
  const open = (row: Row) => {
    if (noDrawer) return onView?.(row)
    const opened = props.opensAt?.(row)
    return opened ? opened() : state.open(rowIdOf(row))
  }
  const moveOpen = (by: -1 | 1) => {
    const next = rows[openAt + by]
    if (next) state.open(rowIdOf(next))
  }
  const goOn = useNextDecision({ source, state, decisions, rows, rowId: rowIdOf, allWaits })
  const focusRow = (at: number) => {
    if (at < 0 || at >= rows.length) return
    setFocused(at)
    card.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus()
  }
  /** A closed dialog loses the focus: it returns to where the decision was started. */
  const backFrom = (at: number) =>
    setTimeout(() => {
      if (document.activeElement !== document.body) return
      const foot = document.querySelector<HTMLElement>('.drawer-foot button, .drawer-head button')
      if (foot) foot.focus()
      else focusRow(Math.min(at, rows.length - 1))
    }, 60)
  const current = openRow ?? rows[focused]
  const openStep = (row: Row, step: NamedStep) => {
    const form = props.forms?.[step.name]
    if (form) form(row)
    else setDecision({ row, step })
  }
  /** Everything about the record is in sight: what can be undone needs no second question. */
  const stepFromDrawer = (row: Row, step: NamedStep) => {
    const own = decisions && decisionsOn(decisions, row)
    if (!own || !isOnePress(own, row, step)) return openStep(row, step)
    const { pathname } = location
    takeWithUndo({
      decisions: own,
      row,
      step,
      onUndo: () => location.pathname === pathname && state.open(rowIdOf(row)),
    })
    drop([rowIdOf(row)])
    void goOn(row)
  }
  const decide = (tone: 'main' | 'danger') => {
    const step = decisions && current && decidingStep(decisionsOn(decisions, current).flow, tone, current)
    if (step) (openId === undefined ? openStep : stepFromDrawer)(current, step)
  }
  useListKeys({
    off: decision !== undefined || bulkStep !== undefined || helps || state.search.review !== undefined,
    move: (by) => {
      const inRows = card.current?.contains(document.activeElement) && document.activeElement?.closest('[data-row]')
      if (openId !== undefined) moveOpen(by)
      else focusRow(inRows ? focused + by : focused)
    },
    open: () => {
      const row = rows[focused]
      if (row && openId === undefined && document.activeElement?.closest('[data-row]')) open(row)
    },
    select: () => {
      const row = rows[focused]
      if (row && picking && openId === undefined && canSelect(row)) picking.toggle(row)
    },
    approve: () => decide('main'),
    decline: () => decide('danger'),
    search: () => searchBox.current?.focus(),
    help: () => setHelps(true),
  })

  const total = page.data?.page.totalElements ?? 0
  const totalText = `${number(total)}${page.data?.page.totalIsMinimum ? '+' : ''}`
  const hasMenu = !noDrawer || onView !== undefined || rowActions.length > 0
  const rowEnd = (row: Row) => (
    <StepMenu
      row={row}
      title={title(row)}
      flow={decisions && decisionsOn(decisions, row).flow}
      onView={noDrawer ? onView : (onView ?? open)}
      viewLabel={props.viewLabel ?? words.view}
      actions={rowActions}
      onStep={openStep}
    />
  )
  const bulk = decisions && selection.size > 0
  return (
    <div className="page">
      <header className="page-head">
        <div>
          {props.heading ?? <h1>{translate(list.title)}</h1>}
          {props.sub && <p className="sub">{props.sub}</p>}
        </div>
        {props.actions && <div className="page-actions">{props.actions}</div>}
      </header>
      {props.above}
      <div className="card table-card" ref={card}>
        {bulk && (
          <BulkBar
            narrow={narrow}
            flow={decisions.flow}
            selection={selection}
            total={state.tab === 'waiting' && total > selection.size ? total : undefined}
            onSelectAll={() => selectAll.mutate()}
            selecting={selectAll.isPending}
            onClear={clear}
            onStep={setBulkStep}
          />
        )}
        {(!bulk || narrow) && (
          <ListToolbar
            list={list}
            state={state}
            searchBox={searchBox}
            tabs={mayDecide && !allWaits && <WaitingTabs state={state} page={page.data} total={totalText} />}
          >
            {mayDecide && state.tab === 'waiting' && total > 0 && (
              <ReviewButton onOpen={() => state.change({ review: 'Y', open: undefined })} />
            )}
            <FilterMenu source={source} state={state} />
            <SavedViews list={list} state={state} />
            <ColumnChooser list={list} {...columns} />
            <ExportMenu source={source} state={state} total={totalText} empty={total === 0} />
          </ListToolbar>
        )}
        <ListBody
          page={page}
          state={state}
          narrow={narrow}
          next={props.next}
          allWaits={allWaits}
          table={{
            list,
            rows,
            rowId: rowIdOf,
            title,
            flow: decisions?.flow,
            hidden: columns.hidden,
            chosen: columns.changed,
            secondLine,
            wants: decisions?.first?.when,
            sort: state.sort,
            onSort: (key) => state.changeQuery({ sort: sortText(nextSort(state.sort, key)) }),
            picking,
            openId,
            focused: Math.min(focused, Math.max(rows.length - 1, 0)),
            onFocusRow: setFocused,
            onOpen: noDrawer && !onView ? undefined : open,
            rowEnd: hasMenu ? rowEnd : undefined,
            busy: page.isPlaceholderData,
            cells: props.cells,
          }}
        />
      </div>
      {props.below}
      {openId !== undefined && page.data && !elsewhere.isReading && (
        <DecisionDrawer
          list={list}
          row={openRow}
          id={openId}
          title={title}
          decisions={decisions && openRow && decisionsOn(decisions, openRow)}
          position={openAt + 1}
          count={rows.length}
          narrow={narrow}
          Lead={props.Lead}
          Facts={props.Facts}
          Documents={props.Documents}
          After={props.After}
          cells={props.cells}
          onStep={stepFromDrawer}
          onComment={openStep}
          onMove={moveOpen}
          onClose={() => {
            state.open(undefined)
            backFrom(openAt < 0 ? focused : openAt)
          }}
        />
      )}
      {decision && decisions && (
        <StepDialog
          decisions={decisionsOn(decisions, decision.row)}
          row={decision.row}
          step={decision.step}
          facts={props.facts?.(decision.row) ?? noRows}
          More={props.More}
          onClose={() => {
            setDecision(undefined)
            backFrom(focused)
          }}
          onDone={(row) => {
            drop([rowIdOf(row)])
            if (openId !== undefined) void goOn(row)
          }}
        />
      )}
      {state.search.review && decisions && mayDecide && (
        <ReviewQueue
          source={source}
          state={state}
          decisions={decisions}
          title={title}
          rowId={rowIdOf}
          facts={props.facts ?? (() => noRows)}
          More={props.More}
          Lead={props.Lead}
          Facts={props.Facts}
          Documents={props.Documents}
          After={props.After}
          cells={props.cells}
          onClose={() => state.change({ review: undefined })}
        />
      )}
      {bulkStep && decisions && (
        <BulkDialog
          decisions={decisions}
          selection={selection}
          step={bulkStep}
          onClose={() => {
            setBulkStep(undefined)
            backFrom(focused)
          }}
          onDone={drop}
        />
      )}
      {helps && (
        <KeysHelp
          decides={mayDecide}
          onClose={() => {
            setHelps(false)
            backFrom(focused)
          }}
        />
      )}
    </div>
  )
}
