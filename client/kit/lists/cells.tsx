import type { ReactNode } from 'react'
import { valueIn, type ListColumn, type ListScreen, type ColumnFormat } from '#contract/kit/listScreen.ts'
import type { Status as WireStatus } from '#contract/kit/endpoint.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { stateFor } from '../decisions/decisions.ts'
import { useFormat, type Formats } from '../format.ts'
import { Plainly } from '../Plainly.tsx'
import { Status } from '../Status.tsx'
import { useContractWords } from '../words.ts'

/** Kinds of value that stand at the right edge of their column. */
const rightAligned = new Set<ColumnFormat>(['number', 'weight', 'money'])
export const alignOf = (as: ColumnFormat): string | undefined => (rightAligned.has(as) ? 'right num' : undefined)

const isStatus = (value: unknown): value is WireStatus =>
  typeof value === 'object' && value !== null && 'statusName' in value

type Texts = { format: Formats; translate: (text: string) => string }

const longestLine = 22

/** A value as plain text, by its declared kind; a dash stands for nothing. */
function textOf(column: ListColumn, row: object, list: ListScreen, { format, translate }: Texts): string {
  const value = valueIn(row, column)
  if (value === null || value === undefined || value === '') return '–'
  if (isStatus(value)) return translate(stateFor(value)?.label ?? value.statusName)
  if (typeof value === 'boolean') return value ? '✓' : '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (column.as === 'date') return format.date(text)
  if (column.as === 'time') return format.dateTime(text)
  if (column.as === 'weight') return format.kilograms(Number(value))
  // A unit stands once: in the heading of the column, or with the value.
  if (column.as === 'money')
    return /KES|USD/.test(column.title) ? format.amount(Number(value)) : format.money(Number(value))
  if (column.as === 'number') return format.number(Number(value))
  const option = list.filters
    ?.find((filter) => filter.key === column.key)
    ?.options.find((known) => known.value === value)
  return option ? translate(option.title) : translate(text)
}

type CellProps = { column: ListColumn; row: object; list: ListScreen; flow?: Workflow | undefined }

/** One value of a list: formatted by its declared kind, a status with its icon, word and tone. */
function Cell({ column, row, list, flow }: CellProps) {
  const texts = { format: useFormat(), translate: useContractWords() }
  const value = valueIn(row, column)
  if (isStatus(value)) {
    const state = stateFor(value, flow)
    return <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? value.statusName} />
  }
  const text = textOf(column, row, list, texts)
  if (text === '–') return <span className="faint">–</span>
  if (column.as === 'code') return <span className="code">{text}</span>
  // In a narrow column the time of day goes below its day, and nothing else breaks.
  if (column.as === 'time') return <span className="when">{text.replace(/ (?!\d\d:)/g, '\u00a0')}</span>
  // Long words take a second line where a table has more to say than there is room; short ones never break.
  const long = text.length > longestLine && (column.as === 'name' || column.as === 'text') && 'long'
  const classes = [column.as === 'name' && 'strong', alignOf(column.as) && 'num', long].filter(Boolean).join(' ')
  return <span className={classes || undefined}>{text}</span>
}

type Own<Row> = Readonly<Record<string, (row: Row) => ReactNode>>
type RowCellProps<Row> = Omit<CellProps, 'row'> & { row: Row; cells: Own<Row> | undefined }

/** The same, as the list itself shows it where it does; a value that this page does not know yet is shown as it is. */
export function RowCell<Row extends object>({ cells, ...cell }: RowCellProps<Row>) {
  const own = cells?.[cell.column.key]
  const plain = <Cell {...cell} />
  if (!own) return plain
  return (
    <Plainly of={valueIn(cell.row, cell.column)} instead={plain}>
      <OwnCell own={own} row={cell.row} plain={plain} />
    </Plainly>
  )
}

type OwnCellProps<Row> = { own: (row: Row) => ReactNode; row: Row; plain: ReactNode }
const OwnCell = <Row extends object>({ own, row, plain }: OwnCellProps<Row>) => own(row) ?? plain

/** A cell with a second line below it, where there is one to say. */
export const WithSecondLine = ({ text, children }: { text: string | undefined; children: ReactNode }) =>
  text === undefined ? (
    children
  ) : (
    <span className="two">
      {children}
      <small>{text}</small>
    </span>
  )
