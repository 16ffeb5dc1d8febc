import { cellAddress } from './cellAddress.ts'
import { SheetRefused } from './sheetRefused.ts'
import type { SheetCaps } from './sheetRefused.ts'

export type CellFaultCode =
  | 'error_value'
  | 'number_damaged'
  | 'number_unreadable'
  | 'date_not_real'
  | 'formula_without_value'
  | 'merged_cell'
  | 'cell_too_long'

// What is wrong with one cell of a readable file. `column` counts from 0, like the index into the row's cells.
export type CellFault = { column: number; code: CellFaultCode; message: string }

// One filled row: `rowNumber` is the one a person sees beside it; `cells` has at least as many entries as the header.
export type TableRow = { rowNumber: number; cells: string[]; faults?: CellFault[] }

// What every reader yields: the titles in row 1, then the filled rows below it in batches.
type TableHeader = { sheetName: string; header: string[] }
export type TablePiece = TableHeader | { rows: TableRow[] }

type RowCollector = {
  add: (rowNumber: number, cells: string[], faults: CellFault[] | undefined) => void
  header: () => string[] | undefined
  waiting: () => number
  take: () => TableRow[]
}

// Takes filled rows in rising order, makes the first the header and keeps to the caps on rows.
export function collectRows(caps: SheetCaps): RowCollector {
  let header: string[] | undefined
  let rows: TableRow[] = []
  let count = 0

  const add = (rowNumber: number, cells: string[], faults: CellFault[] | undefined): void => {
    if (!header) {
      header = checkHeader(rowNumber, cells, faults)
      return
    }
    count++
    if (count > caps.maxRows) {
      throw new SheetRefused(
        'too_many_rows',
        `The file has more than ${caps.maxRows.toLocaleString('en')} rows. Split it into several files.`,
        `row ${rowNumber}`,
      )
    }
    while (cells.length < header.length) cells.push('')
    rows.push(faults ? { rowNumber, cells, faults } : { rowNumber, cells })
  }

  const take = (): TableRow[] => {
    const batch = rows
    rows = []
    return batch
  }

  return { add, header: () => header, waiting: () => rows.length, take }
}

function checkHeader(rowNumber: number, cells: string[], faults: CellFault[] | undefined): string[] {
  if (rowNumber !== 1) {
    throw new SheetRefused(
      'header_empty',
      'Row 1 is empty, but it must hold the column titles of the template. Delete the empty rows above the titles.',
      'A1',
    )
  }
  const fault = faults?.find((one) => one.code !== 'merged_cell')
  if (fault) {
    const cell = cellAddress(fault.column, 1)
    throw new SheetRefused('header_empty', `The column title in ${cell} cannot be read: ${fault.message}`, cell)
  }
  return cells
}

// The refusal for a value in a column beyond the cap.
export function tooManyColumns(caps: SheetCaps, cell: string): SheetRefused {
  return new SheetRefused(
    'too_many_columns',
    `Cell ${cell} lies beyond the ${caps.maxColumns} columns that are read. Delete everything right of the table.`,
    cell,
  )
}

// The refusal for a file without a single row below the titles.
export function noRows(): SheetRefused {
  return new SheetRefused('no_rows', 'The file has no filled rows below the column titles. Fill in at least one row.')
}
