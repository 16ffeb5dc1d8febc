import { columnVisibilityFeature, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { Checkbox, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconLock } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import type { ListColumn, ListScreen } from '#contract/kit/listScreen.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { alignOf, RowCell, WithSecondLine } from './cells.tsx'
import { selectable } from '../decisions/decisions.ts'
import type { Sort } from './listState.ts'
import { useFittingColumns } from './useFittingColumns.ts'
import { VirtualRows } from './VirtualRows.tsx'
import { useContractWords, useWords } from '../words.ts'

/** Pages longer than this are drawn only where they are seen. */
const virtualFrom = 40

const features = tableFeatures({ columnVisibilityFeature })

export type Picking = {
  /** The workflow of a row: in a list of many kinds each has its own. */
  flowOf: (row: object) => Workflow | undefined
  state: 'none' | 'some' | 'all'
  has: (id: string) => boolean
  toggle: (row: object) => void
  togglePage: () => void
}

export type DataTableProps<Row> = {
  list: ListScreen
  rows: readonly Row[]
  rowId: (row: Row) => string
  title: (row: Row) => string
  flow?: Workflow | undefined
  hidden: ReadonlySet<string>
  /** The columns are the user's own choice: none leaves for want of room. */
  chosen: boolean
  /** What stands under the title of a row, where something does. */
  secondLine: (row: Row) => string | undefined
  /** A row that is highlighted, as something is to be mended in it first. */
  wants?: ((row: Row) => boolean) | undefined
  sort: Sort
  onSort: (key: string) => void
  picking: Picking | undefined
  openId: string | undefined
  focused: number
  onFocusRow: (index: number) => void
  onOpen: ((row: Row) => void) | undefined
  /** Buttons at the end of a row. */
  rowEnd?: ((row: Row) => ReactNode) | undefined
  busy: boolean
  /** Columns that a feature says in its own words. */
  cells?: Cells<Row> | undefined
}

export type Cells<Row> = Readonly<Record<string, (row: Row) => ReactNode>>

/** A list as a native table: sticky heading, sortable columns, rows reached by the arrows, virtual when long. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, rows, rowId, hidden, sort, onSort, picking, busy } = props
  const translate = useContractWords()
  const words = useWords().lists
  const columns = useMemo(() => columnsOf<Row>(list), [list])
  const columnVisibility = useMemo(() => Object.fromEntries([...hidden].map((key) => [key, false])), [hidden])
  const data = rows as Row[]
  const table = useTable({ features, columns, data, getRowId: rowId, state: { columnVisibility } })
  const visible = table.getVisibleLeafColumns().flatMap((column) => list.columns.filter(({ key }) => key === column.id))
  const { box, fitting: shown } = useFittingColumns(visible, { chosen: props.chosen, rows })
  const row = (at: number) => {
    const one = rows[at]
    return one && <TableRow key={rowId(one)} {...props} row={one} at={at} shown={shown} />
  }
  const span = shown.length + (picking ? 1 : 0) + (props.rowEnd ? 1 : 0)
  return (
    <div className="scroll" ref={box} data-busy={busy || undefined}>
      <table className="grid">
        <caption className="sr">{translate(list.title)}</caption>
        <thead>
          <tr>
            {picking && (
              <th className="pick">
                <Checkbox
                  size="xs"
                  aria-label={words.selectPage}
                  checked={picking.state === 'all'}
                  indeterminate={picking.state === 'some'}
                  onChange={picking.togglePage}
                />
              </th>
            )}
            {shown.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            {props.rowEnd && (
              <th className="row-end">
                <span className="sr">{words.more}</span>
              </th>
            )}
          </tr>
        </thead>
        {rows.length > virtualFrom ? (
          <VirtualRows count={rows.length} span={span} row={row} />
        ) : (
          <tbody>{rows.map((_, at) => row(at))}</tbody>
        )}
      </table>
    </div>
  )
}

const columnsOf = <Row extends object>(list: ListScreen): ColumnDef<typeof features, Row>[] =>
  list.columns.map((column) => ({ id: column.key, header: column.title }))

type HeadingProps = { column: ListColumn; sort: Sort; onSort: (key: string) => void }

function Heading({ column, sort, onSort }: HeadingProps) {
  const translate = useContractWords()
  const words = useWords().lists
  const on = sort.key === column.key
  const Arrow = on && sort.direction === 'desc' ? IconArrowDown : IconArrowUp
  if (!column.sort)
    return (
      <th className={alignOf(column.as)} data-column={column.key}>
        {translate(column.title)}
      </th>
    )
  const order = sort.direction === 'desc' ? 'descending' : 'ascending'
  return (
    <th className={alignOf(column.as)} data-column={column.key} aria-sort={on ? order : 'none'}>
      <button
        type="button"
        className={on ? 'sorter on' : 'sorter'}
        title={words.sortBy(translate(column.title))}
        onClick={() => onSort(column.key)}
      >
        {translate(column.title)}
        <Arrow size={13} stroke={2} aria-hidden className={on ? undefined : 'faint'} />
      </button>
    </th>
  )
}

type TableRowProps<Row> = DataTableProps<Row> & { row: Row; at: number; shown: readonly ListColumn[] }

function TableRow<Row extends object>(props: TableRowProps<Row>) {
  const { list, row, at, shown, rowId, title, flow, picking, openId, focused, onFocusRow, onOpen, rowEnd } = props
  const id = rowId(row)
  const selected = picking?.has(id) ?? false
  const titled = shown.find(({ card }) => card === 'title') ?? shown[0]
  const marks = [selected && 'sel', openId === id && 'act', onOpen && 'opens', props.wants?.(row) && 'wants']
    .filter(Boolean)
    .join(' ')
  return (
    <tr
      className={marks || undefined}
      data-row={at}
      tabIndex={focused === at ? 0 : -1}
      onFocus={() => onFocusRow(at)}
      onClick={(event) => {
        if (onOpen && !(event.target as Element).closest('button, a, input, label, [role=menu]')) onOpen(row)
      }}
    >
      {picking && (
        <td className="pick">
          <SelectCell
            row={row}
            flow={picking.flowOf(row)}
            title={title(row)}
            selected={selected}
            toggle={picking.toggle}
          />
        </td>
      )}
      {shown.map((column) => (
        <td key={column.key} className={alignOf(column.as)}>
          <WithSecondLine text={column === titled ? props.secondLine(row) : undefined}>
            <RowCell cells={props.cells} column={column} row={row} list={list} flow={flow} />
          </WithSecondLine>
        </td>
      ))}
      {rowEnd && <td className="row-end">{rowEnd(row)}</td>}
    </tr>
  )
}

type SelectCellProps = {
  row: object
  flow: Workflow | undefined
  title: string
  selected: boolean
  toggle: (row: object) => void
}

/** The checkbox of a record that can be decided; a lock on one's own record. */
export function SelectCell({ row, flow, title, selected, toggle }: SelectCellProps) {
  const words = useWords().lists
  const can = selectable(flow, row)
  if (can === 'yes' || selected)
    return <Checkbox size="xs" checked={selected} onChange={() => toggle(row)} aria-label={words.select(title)} />
  if (can === 'no') return null
  return (
    <Tooltip label={words.own} events={{ hover: true, focus: true, touch: true }}>
      <span className="own" role="img" aria-label={words.own}>
        <IconLock size={15} aria-hidden />
      </span>
    </Tooltip>
  )
}
