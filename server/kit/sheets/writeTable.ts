import { Readable } from 'node:stream'
import { neutralise } from './cellText.ts'
import { numberCell, rowXml, sheetName, styles, textCell, workbookFiles } from './workbookXml.ts'
import { writeZip } from './zipWriter.ts'

// A column of an export. Values: `text` anything with a text; `number` a number, bigint or decimal text; `money` whole
// cents as number, bigint or text; `date` a text YYYY-MM-DD or a Date, which is shown in the time of Nairobi.
export type ExportColumn = { title: string; kind: 'text' | 'number' | 'date' | 'money'; width?: number }

type Export = {
  sheetName: string
  columns: ExportColumn[]
  rows: AsyncIterable<unknown[]> | Iterable<unknown[]>
}

// An .xlsx of any length, written as the rows come.
export function writeTable({ sheetName: name, columns, rows }: Export): Readable {
  const sheet = {
    name: sheetName(name),
    isHidden: false,
    columns: columns.map((column) => ({
      width: column.width ?? Math.max(14, column.title.length + 2),
      style: columnStyle(column),
    })),
    rows: tableRows(columns, rows),
    rules: [],
  }
  return Readable.from(writeZip(workbookFiles([sheet])), { objectMode: false })
}

// The same as CSV by RFC 4180: UTF-8 with a byte order mark (else spreadsheet programs garble Mũrang'a) and CRLF.
export function writeDelimitedTable({ columns, rows }: Export): Readable {
  return Readable.from(delimitedPieces(columns, rows), { objectMode: false })
}

function columnStyle({ kind }: ExportColumn): number {
  return { text: styles.text, number: styles.plain, date: styles.date, money: styles.money }[kind]
}

async function* tableRows(columns: ExportColumn[], rows: Export['rows']): AsyncGenerator<string> {
  yield rowXml(
    1,
    columns.map((column, index) => textCell(index, 1, column.title, styles.header)),
  )
  let rowNumber = 1
  for await (const row of rows) {
    rowNumber++
    const cells: string[] = []
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index] as ExportColumn // index runs over the array
      const value = row[index]
      if (value !== null && value !== undefined && value !== '') cells.push(valueCell(column, index, rowNumber, value))
    }
    yield rowXml(rowNumber, cells)
  }
}

function valueCell(column: ExportColumn, index: number, rowNumber: number, value: unknown): string {
  const text = valueText(column, value)
  if (column.kind === 'number' || column.kind === 'money') {
    const style = column.kind === 'money' ? styles.money : styles.plain
    // A spreadsheet program keeps 15 digits: longer numbers stay whole as text.
    if (isNumber(text) && text.replace(/\D/g, '').length <= 15) return numberCell(index, rowNumber, text, style)
  }
  if (column.kind === 'date') {
    const serial = serialOf(text)
    if (serial !== undefined)
      return numberCell(index, rowNumber, String(serial), text.length > 10 ? styles.moment : styles.date)
  }
  return textCell(index, rowNumber, text, styles.text)
}

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}

function valueText(column: ExportColumn, value: unknown): string {
  if (value instanceof Date) return nairobiText(value)
  const text = String(value)
  return column.kind === 'money' && /^-?\d+$/.test(text) ? centsText(text) : text
}

// Whole cents as the text of an amount.
export function centsText(cents: string): string {
  const isNegative = cents.startsWith('-')
  const digits = (isNegative ? cents.slice(1) : cents).padStart(3, '0')
  return `${isNegative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

// Kenya has kept UTC+3 without summer time since 1960.
function nairobiText(moment: Date): string {
  return new Date(moment.getTime() + 3 * 3_600_000).toISOString().slice(0, 19)
}

function serialOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?$/.test(text)) return undefined
  const milliseconds = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}Z`)
  const serial = milliseconds / 86_400_000 + 25_569
  return serial >= 61 ? serial : undefined // before March 1900 spreadsheet programs count days wrongly
}

async function* delimitedPieces(columns: ExportColumn[], rows: Export['rows']): AsyncGenerator<Buffer> {
  let piece = `\ufeff${columns.map((column) => quote(neutralise(column.title))).join(',')}\r\n`
  for await (const row of rows) {
    piece += `${columns.map((column, index) => delimitedCell(column, row[index])).join(',')}\r\n`
    if (piece.length < 65_536) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece !== '') yield Buffer.from(piece)
}

function delimitedCell(column: ExportColumn, value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = valueText(column, value)
  const isPlainNumber = (column.kind === 'number' || column.kind === 'money') && isNumber(text)
  return quote(isPlainNumber ? text : neutralise(text))
}

function quote(text: string): string {
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
