import { Fragment } from 'react'
import { valueIn, type ListColumn } from '#contract/kit/listScreen.ts'
import { alignOf, RowCell } from './cells.tsx'
import { SelectCell, type DataTableProps } from './DataTable.tsx'
import { useContractWords } from '../words.ts'

/** A list on a phone: one card for each record, its title and value as declared, the rest below them. */
export function DataCards<Row extends object>(props: DataTableProps<Row>) {
  const { list, rows, rowId, hidden, busy } = props
  const shown = list.columns.filter((column) => !hidden.has(column.key) || (column.card && column.hidden !== 'own'))
  const titleColumn = shown.find((column) => column.card === 'title') ?? shown[0]
  const valueColumn = shown.find((column) => column.card === 'value')
  const rest = shown.filter((column) => column !== titleColumn && column !== valueColumn)
  const parts = { titleColumn, valueColumn, rest }
  return (
    <ul className="cards" data-busy={busy || undefined}>
      {rows.map((row) => (
        <Card key={rowId(row)} {...props} row={row} {...parts} />
      ))}
    </ul>
  )
}

const hasValue = (value: unknown) => value !== null && value !== undefined && value !== ''

type CardProps<Row> = DataTableProps<Row> & {
  row: Row
  titleColumn: ListColumn | undefined
  valueColumn: ListColumn | undefined
  rest: readonly ListColumn[]
}

function Card<Row extends object>(props: CardProps<Row>) {
  const { list, row, rowId, title, flow, picking, onOpen, rowEnd, titleColumn, valueColumn, rest } = props
  const translate = useContractWords()
  const selected = picking?.has(rowId(row)) ?? false
  const second = props.secondLine(row)
  const cell = (column: ListColumn) => (
    <Fragment key={column.key}>
      <RowCell cells={props.cells} column={column} row={row} list={list} flow={flow} />
    </Fragment>
  )
  const status = rest.filter((column) => column.as === 'status' && hasValue(valueIn(row, column)))
  // A dash says nothing where no heading stands above it.
  const filled = rest.filter((column) => column.as !== 'status' && hasValue(valueIn(row, column)))
  // Of several days, or codes, nobody knows which is which; nor does who sees one of them while the others are empty.
  const alike = (column: ListColumn) =>
    column.as === 'date' || column.as === 'time' ? 'day' : column.as === 'code' ? 'code' : undefined
  const isOneOfSeveral = (column: ListColumn) =>
    alike(column) !== undefined && rest.some((other) => other !== column && alike(other) === alike(column))
  const needsName = (column: ListColumn) => alignOf(column.as) !== undefined || isOneOfSeveral(column)
  const content = (
    <>
      <span className="mcard-top">
        <b>{titleColumn && cell(titleColumn)}</b>
        {valueColumn && (
          <span className="mcard-value">
            {cell(valueColumn)} <small>{translate(valueColumn.title)}</small>
          </span>
        )}
      </span>
      <span className="mcard-sub">
        {second !== undefined && <span>{second}</span>}
        {filled.map((column) => (
          <span key={column.key}>
            {/* A number says nothing without its name. */}
            {needsName(column) && `${translate(column.title)}: `}
            {cell(column)}
          </span>
        ))}
      </span>
      {status.length > 0 && <span className="mcard-st">{status.map(cell)}</span>}
    </>
  )
  return (
    <li className={selected ? 'sel' : props.wants?.(row) ? 'wants' : undefined}>
      {picking && (
        <SelectCell
          row={row}
          flow={picking.flowOf(row)}
          title={title(row)}
          selected={selected}
          toggle={picking.toggle}
        />
      )}
      <div className="mcard">
        {onOpen ? (
          <button type="button" className="mcard-main" onClick={() => onOpen(row)}>
            {content}
          </button>
        ) : (
          <div className="mcard-main">{content}</div>
        )}
        {rowEnd?.(row)}
      </div>
    </li>
  )
}
