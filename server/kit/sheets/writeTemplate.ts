import { buffer } from 'node:stream/consumers'
import { columnLetters } from './cellAddress.ts'
import { linesOf, numberCell, rowXml, sheetName, styles, textCell, workbookFiles } from './workbookXml.ts'
import type { SheetRule, SheetToWrite } from './workbookXml.ts'
import { writeZip } from './zipWriter.ts'

// A column of an upload template as a person meets it. `choices` become a drop-down list.
type TemplateColumn = {
  title: string
  required: boolean
  hint: string
  example: string
  choices?: string[]
  /** A quantity, which stays a number; numbers that only name something are text. */
  isNumber?: boolean
  width?: number
}

// `rows` stand in the data sheet already; the examples of the columns stand in a sheet of their own.
export type Template = { sheetName: string; columns: TemplateColumn[]; instructions: string[]; rows?: string[][] }

// An .xlsx to fill in: the data sheet with frozen titles and text columns (leading zeros survive), then Instructions.
// Read back with readTable, its rows are the given ones.
export async function writeTemplate(template: Template): Promise<Buffer> {
  const rows = (template.rows ?? []).map((cells, index) =>
    rowXml(
      index + 2,
      cells.map((text, column) => valueCell(template.columns[column], column, index + 2, text, styles.text)),
    ),
  )
  const data: SheetToWrite = {
    name: sheetName(template.sheetName),
    isHidden: false,
    columns: template.columns.map(columnOf),
    rows: [headerRow(template.columns), ...rows],
    rules: templateRules(template.columns, 0),
  }
  return buffer(writeZip(workbookFiles([data, ...companionSheets(template)])))
}

// A column of the template as the sheet has it.
export const columnOf = (column: TemplateColumn) => ({
  width: columnWidth(column),
  style: column.isNumber ? styles.plain : styles.text,
})

// A cell of a template column: a quantity as a number where that is written alike, everything else as text.
export function valueCell(
  column: TemplateColumn | undefined,
  position: number,
  rowNumber: number,
  text: string,
  style: number,
): string {
  const isNumber = column?.isNumber === true && text.length <= 15 && String(Number(text)) === text
  if (!isNumber || !Number.isFinite(Number(text))) return textCell(position, rowNumber, text, style)
  return numberCell(position, rowNumber, text, style === styles.text ? styles.plain : styles.wrongNumber)
}

// The width of a template column in characters.
function columnWidth(column: TemplateColumn): number {
  return column.width ?? Math.min(40, Math.max(12, column.title.length + 3, column.example.length + 2))
}

// The titles in row 1, those of required columns in a stronger colour.
export function headerRow(columns: { title: string; required: boolean }[]): string {
  const cells = columns.map(({ title, required }, column) =>
    textCell(column, 1, title, required ? styles.requiredHeader : styles.header),
  )
  return rowXml(1, cells, 2)
}

// Drop-down lists and hints for the columns, the first of which stands at `from`.
export function templateRules(columns: TemplateColumn[], from: number): SheetRule[] {
  let lists = 0
  return columns.map((column, index) => {
    const message = [column.required ? 'Required.' : 'Optional.', column.hint, `Example: ${column.example}`].join(' ')
    const list = column.choices && `Lists!$${columnLetters(lists)}$1:$${columnLetters(lists)}$${column.choices.length}`
    if (column.choices) lists++
    return { column: from + index, list, title: column.title, message }
  })
}

const instructionWidths = [28, 10, 70, 28]

// A row as it is filled in, to look at: the reader of uploads takes the data sheet only.
const exampleSheet = ({ columns }: Template): SheetToWrite => ({
  name: 'Example',
  isHidden: false,
  columns: columns.map(columnOf),
  rows: [
    headerRow(columns),
    rowXml(
      2,
      columns.map((column, at) => valueCell(column, at, 2, column.example, styles.text)),
    ),
  ],
  rules: [],
})

// The Instructions and, hidden, the lists that the drop-downs draw from: a list inside a rule holds 255 characters.
export function companionSheets(template: Template): SheetToWrite[] {
  const lines = [
    ['Column', 'Required', 'Rule', 'Example'],
    ...template.columns.map((column) => [column.title, column.required ? 'Yes' : 'No', ruleOf(column), column.example]),
    ...template.instructions.map((line) => ['', '', line]),
  ]
  const instructions: SheetToWrite = {
    name: 'Instructions',
    isHidden: false,
    columns: instructionWidths.map((width) => ({ width, style: styles.wrapped })),
    rows: lines.map((cells, index) =>
      rowXml(
        index + 1,
        cells.map((text, column) => textCell(column, index + 1, text, index === 0 ? styles.header : styles.wrapped)),
        // A line without a column beside it runs on over the empty cells only when it is not wrapped.
        Math.max(...cells.map((text, column) => linesOf(text, instructionWidths[column] ?? 1))),
      ),
    ),
    rules: [],
  }
  const lists = template.columns.flatMap((column) => (column.choices ? [column.choices] : []))
  const shown = [instructions, exampleSheet(template)]
  return lists.length === 0 ? shown : [...shown, listSheet(lists)]
}

// The rule of a few fixed choices names them already.
const ruleOf = ({ hint, choices }: TemplateColumn): string =>
  choices && !choices.every((choice) => hint.includes(choice)) ? `${hint} One of: ${shortList(choices)}` : hint

function shortList(choices: string[]): string {
  return choices.length <= 20
    ? choices.join(', ')
    : `${choices.slice(0, 20).join(', ')} and ${choices.length - 20} more`
}

function listSheet(lists: string[][]): SheetToWrite {
  const longest = Math.max(...lists.map((list) => list.length))
  const rows = Array.from({ length: longest }, (_, index) =>
    rowXml(
      index + 1,
      lists.flatMap((list, column) => {
        const choice = list[index]
        return choice === undefined ? [] : [textCell(column, index + 1, choice, styles.text)]
      }),
    ),
  )
  return {
    name: 'Lists',
    isHidden: true,
    columns: lists.map(() => ({ width: 24, style: styles.text })),
    rows,
    rules: [],
  }
}
