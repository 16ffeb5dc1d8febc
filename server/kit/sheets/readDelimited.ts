import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse'
import { cellAddress } from './cellAddress.ts'
import { cleanText } from './cellText.ts'
import { batchRows } from './readWorkbook.ts'
import { SheetRefused } from './sheetRefused.ts'
import type { SheetCaps } from './sheetRefused.ts'
import { collectRows, noRows, tooManyColumns } from './tableRows.ts'
import type { CellFault, TablePiece } from './tableRows.ts'

const pieceBytes = 262_144

// Reads a text file of rows separated by comma, semicolon or tab: first its titles, then batches of about 2,000 rows.
// UTF-8, UTF-16 with a byte order mark, and Windows-1252 when the bytes are not UTF-8. Row numbers count records, as
// a spreadsheet program shows them.
export async function* readDelimited({ bytes, caps }: { bytes: Buffer; caps: SheetCaps }): AsyncGenerator<TablePiece> {
  const encoding = findEncoding(bytes)
  const content = bytes.subarray(encoding.bomBytes)
  if (encoding.name !== 'utf-16le' && encoding.name !== 'utf-16be' && content.includes(0)) throw binary()
  const firstLine = decodeStart(content, encoding.name)
  const hint = /^sep=(.)\r?\n/.exec(firstLine) // a line that spreadsheet programs read and hide
  const separator = hint?.[1] ?? findSeparator(firstLine)
  const collector = collectRows(caps)
  let rowNumber = hint ? -1 : 0
  let linesRead = 0

  const takeRecord = (record: string[]): void => {
    rowNumber++
    if (rowNumber === 0) return
    const read = readRecord(record, rowNumber, caps)
    if (read.cells.length > 0) collector.add(rowNumber, read.cells, read.faults)
  }

  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: 1_000_000 + caps.maxCellLength * 4,
    on_record: (record: string[], place) => {
      linesRead = place.lines
      takeRecord(record)
      return null // nothing goes through the stream itself: rows are collected here
    },
  })
  parser.on('error', () => {}) // every error also arrives at the write or end that caused it

  let isHeaderSent = false
  try {
    for (const piece of utf8Pieces(content, encoding.name)) {
      await new Promise<void>((resolve, reject) => {
        if (piece) parser.write(piece, (error) => (error ? reject(error) : resolve()))
        else parser.end((error?: Error | null) => (error ? reject(error) : resolve()))
      })
      if (collector.waiting() < batchRows && piece) continue
      const header = collector.header()
      if (!header || collector.waiting() === 0) continue
      if (!isHeaderSent) yield { sheetName: '', header }
      isHeaderSent = true
      yield { rows: collector.take() }
    }
  } catch (error) {
    throw explain(error, linesRead + 1, content.includes(0x22))
  } finally {
    parser.destroy()
  }
  if (!isHeaderSent) throw noRows()
}

type Encoding = { name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'; bomBytes: number }

function findEncoding(bytes: Buffer): Encoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { name: 'utf-8', bomBytes: 3 }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name: 'utf-16le', bomBytes: 2 }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { name: 'utf-16be', bomBytes: 2 }
  return { name: isUtf8(bytes) ? 'utf-8' : 'windows-1252', bomBytes: 0 }
}

function decodeStart(content: Buffer, encoding: Encoding['name']): string {
  return new TextDecoder(encoding).decode(content.subarray(0, 65_536))
}

// The separator that the first record uses most; text within quotes does not count.
function findSeparator(start: string): string {
  const record = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(start)?.[0] ?? ''
  const bare = record.replace(/"(?:[^"]|"")*"/g, '')
  const count = (separator: string): number => bare.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

// The content as pieces of UTF-8, and at last undefined.
function* utf8Pieces(content: Buffer, encoding: Encoding['name']): Generator<Buffer | undefined> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding)
  for (let at = 0; at < content.length; at += pieceBytes) {
    const piece = content.subarray(at, at + pieceBytes)
    if (!decoder) {
      yield piece
      continue
    }
    const text = decoder.decode(piece, { stream: true })
    if (text.includes('\0')) throw binary()
    yield Buffer.from(text)
  }
  yield undefined
}

function readRecord(record: string[], rowNumber: number, caps: SheetCaps): { cells: string[]; faults?: CellFault[] } {
  let length = 0
  let faults: CellFault[] | undefined
  for (let column = 0; column < record.length; column++) {
    let text = cleanText(record[column] ?? '')
    if (text === '') {
      record[column] = ''
      continue
    }
    if (column >= caps.maxColumns) throw tooManyColumns(caps, cellAddress(column, rowNumber))
    const fault = findFault(text, column, caps)
    if (fault) (faults ??= []).push(fault)
    if (text.length > caps.maxCellLength) text = text.slice(0, caps.maxCellLength)
    record[column] = text
    length = column + 1
  }
  record.length = length
  return faults ? { cells: record, faults } : { cells: record }
}

function findFault(text: string, column: number, caps: SheetCaps): CellFault | undefined {
  if (text.length > caps.maxCellLength) {
    return { column, code: 'cell_too_long', message: `The text is longer than ${caps.maxCellLength} characters.` }
  }
  const first = text.charCodeAt(0)
  if (first === 35 && /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/.test(text)) {
    return { column, code: 'error_value', message: `The cell shows the error ${text}. Replace it by its value.` }
  }
  // 254712345678 saved to CSV from a narrow column becomes 2.54712E+11: the digits are gone.
  if (first >= 48 && first <= 57 && /^\d(?:[.,]\d+)?E\+\d+$/.test(text)) {
    return {
      column,
      code: 'number_damaged',
      message: `${text} has lost digits in the spreadsheet program. Format the column as text, type it again and save.`,
    }
  }
  return undefined
}

function binary(): SheetRefused {
  return new SheetRefused(
    'not_a_spreadsheet',
    'The file is neither a workbook nor text. Save your table as .xlsx or .csv.',
  )
}

function explain(error: unknown, line: number, hasQuotes: boolean): unknown {
  if (!(error instanceof CsvError)) return error
  const code: string = error.code
  if (code === 'CSV_MAX_RECORD_SIZE' && !hasQuotes) {
    return new SheetRefused('cell_too_long', `Line ${line} is far too long for a row of a table.`, `line ${line}`)
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return new SheetRefused(
      'quote_not_closed',
      `A quotation mark in the row that begins at line ${line} is never closed. Close or remove it.`,
      `line ${line}`,
    )
  }
  return new SheetRefused(
    'quote_misplaced',
    `Line ${line} has a quotation mark in the middle of a cell. Put the whole cell in quotes and double the mark inside.`,
    `line ${line}`,
  )
}
