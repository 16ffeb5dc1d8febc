import type { Formats } from '../format.ts'

/** How a part of a chart is filled. Each has its own pattern as well as its colour. */
export type Fill = 'good' | 'waiting' | 'bad' | 'info' | 'neutral'

/** One measure of a chart: what a person calls it, how it is filled, and its value in a row. */
type Series<Row> = {
  key: string
  title: string
  fill: Fill
  /** Null: not known, which is no nothing. */
  of: (row: Row) => number | null
  /** Where it is another kind of number than the rest of the chart. */
  valueText?: (value: number) => string
}

/** Null where there is nothing to compare a row with. */
type Compared<Row> = { title: string; of: (row: Row) => number | null }

/** Declares a chart once: it is drawn, shown as a table and saved as a file from the same declaration. */
export type Chart<Row> = {
  title: string
  rows: readonly Row[]
  /** What a row is: the heading of its column in the table. */
  rowTitle: string
  nameOf: (row: Row) => string
  series: readonly Series<Row>[]
  /** What each row is compared with: marked beside it, and no part of its total. */
  compared?: Compared<Row>
  /** A row that is not over yet, so that nobody takes it for a fall. */
  isRunning?: (row: Row) => boolean
  /** False: the measures are of different kinds, so that no total is made of them. */
  addsUp?: boolean
  /** A value as a person reads it. */
  valueText: (value: number) => string
}

/** All series of a row together. */
export const totalOf = <Row>({ series }: Pick<Chart<Row>, 'series'>, row: Row): number =>
  series.reduce((sum, { of }) => sum + (of(row) ?? 0), 0)

/** A measure of a row as a person reads it. */
export const textOf = <Row>(
  { valueText }: Pick<Chart<Row>, 'valueText'>,
  { of, valueText: own = valueText }: Series<Row>,
  row: Row,
): string => {
  const value = of(row)
  return value === null ? '–' : own(value)
}

/** What a row is compared with, as a person reads it. */
export const comparedText = <Row>({ compared, valueText }: Chart<Row>, row: Row): string => {
  const value = compared?.of(row) ?? null
  return value === null ? '–' : valueText(value)
}

/** How much of `most` a measure of a row is drawn as: a week whose corrections took more than came has nothing to draw. */
export const drawnShare = <Row>({ of }: Series<Row>, row: Row, most: number): number => Math.max(0, of(row) ?? 0) / most

/** By how much a value is above or below what it is compared with, as a share of that; nothing to compare with is no share. */
export const changeAgainst = (value: number, before: number): number | null =>
  before > 0 ? (value - before) / before : null

/** The largest row, never 0, so that a share of it is a number. */
export const mostOf = <Row>(chart: Pick<Chart<Row>, 'series' | 'rows' | 'compared'>): number =>
  Math.max(...chart.rows.map((row) => Math.max(totalOf(chart, row), chart.compared?.of(row) ?? 0)), 0) || 1

/** A row in one sentence: "Week of 2 Nov 2026: Approved 1,204 kg, Waiting 88 kg". */
export const sentenceOf = <Row>(chart: Chart<Row>, row: Row, { list }: Formats): string => {
  const { nameOf, series, compared } = chart
  return `${nameOf(row)}: ${list(series.map((one) => `${one.title} ${textOf(chart, one, row)}`))}${
    compared ? `; ${compared.title} ${comparedText(chart, row)}` : ''
  }`
}

/** Round values for an axis from 0 to at least `most`: at most five steps of 1, 2, 2.5 or 5 times a power of ten. */
export function ticksOf(most: number): number[] {
  const rough = most / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power
  const count = Math.ceil(most / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}

/** The numbers behind a chart as CSV, every series a column. */
export function csvOf<Row>({ rows, rowTitle, nameOf, series, compared }: Chart<Row>): string {
  const columns = [...series, ...(compared ? [compared] : [])]
  const lines = [
    [rowTitle, ...columns.map(({ title }) => title)],
    ...rows.map((row) => [nameOf(row), ...columns.map(({ of }) => String(of(row) ?? ''))]),
  ]
  return `${lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`
}

/** Names of records may hold anything; a leading sign would be a formula in a spreadsheet. */
const quoted = (cell: string): string => {
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
