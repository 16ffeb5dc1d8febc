import type { SheetRefusalCode } from '#server/kit/sheets/sheetRefused.ts'
import { buildWorkbook, textRows } from './buildWorkbook.ts'
import type { WorkbookParts } from './buildWorkbook.ts'

// What the reader must make of a file: a refusal, or these titles, cells and faults (code and address).
type Expected =
  | { refused: SheetRefusalCode; cell?: string }
  | { header: string[]; rows: string[][]; rowNumbers?: number[]; faults?: string[]; sheetName?: string }

export type HostileFile = { name: string; fileName: string; build: () => Uint8Array; expected: Expected }

// Titles and one row without anything unusual, and what the reader must give for them.
export const plainRows = textRows([
  ['Name', 'Phone'],
  ['Wanjiku', '0712345678'],
])
export const plainTable = { header: ['Name', 'Phone'], rows: [['Wanjiku', '0712345678']] }

// A hostile workbook: the plain one with some of its parts replaced.
export function workbookCase(name: string, parts: Partial<WorkbookParts>, expected: Expected): HostileFile {
  return {
    name,
    fileName: 'farmers.xlsx',
    build: () => buildWorkbook({ sheets: [{ rows: plainRows }], ...parts }),
    expected,
  }
}

// A workbook with the titles A, B ... in row 1 and this XML as the rest of its rows.
export function rowsCase(
  name: string,
  rows: string,
  expected: Expected,
  parts: Partial<WorkbookParts> = {},
): HostileFile {
  return workbookCase(name, { sheets: [{ rows: titles + rows }], ...parts }, expected)
}

const titles = textRows([['A', 'B', 'C']])

// A text file with these bytes.
export function textCase(
  name: string,
  content: string | Uint8Array,
  expected: Expected,
  fileName = 'farmers.csv',
): HostileFile {
  return { name, fileName, build: () => Buffer.from(content as Uint8Array), expected }
}
