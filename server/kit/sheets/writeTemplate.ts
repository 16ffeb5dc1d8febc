import { buffer } from 'node:stream/consumers'
import { columnLetters } from './cellAddress.ts'
import { linesOf, numberCell, rowXml, sheetName, styles, textCell, workbookFiles } from './workbookXml.ts'
import type { SheetRule, SheetToWrite } from './workbookXml.ts'
import { writeZip } from './zipWriter.ts'

// The names that may stand in a cell beside a certain value of other cells: the wards beside a county and a sub-county.
export type NameGroup = { group: string; names: readonly string[] }

// A column of an upload template as a person meets it. `choices` become a drop-down list, `grouped` one that hangs on what
// stands in the columns at `by` (from 0), written with a slash between.
type TemplateColumn = {
  title: string
  required: boolean
  hint: string
  example: string
  choices?: string[]
  grouped?: { by: number[]; groups: readonly NameGroup[] }
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
  const isNumber = column?.isNumber === true && text.length <= 15 && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)
  if (!isNumber) return textCell(position, rowNumber, text, style)
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
    const list = sourceOf(column, lists, from)
    lists += listsOf(column).length
    const hangsOn = column.grouped?.by.map((at) => columns[at]?.title ?? '').join(' and ')
    return { column: from + index, list, hangsOn, title: column.title, message }
  })
}

// What a column has in the sheet of lists: its choices, or, line by line, the group and a name in it.
function listsOf({ choices, grouped }: TemplateColumn): string[][] {
  if (!grouped) return choices ? [choices] : []
  const lines = grouped.groups.flatMap(({ group, names }) => names.map((name) => [group, name] as const))
  return [lines.map(([group]) => group), lines.map(([, name]) => name)]
}

// Where a cell of row 2 finds its choices. A group is found by what stands beside the cell, so that names need no form
// that a formula could take for something else (Murang'a, Homa Bay); beside an unknown value there is an empty line.
function sourceOf(column: TemplateColumn, at: number, from: number): string | undefined {
  const lines = listsOf(column)[0]?.length
  if (lines === undefined) return undefined
  const place = (offset: number): string => `Lists!$${columnLetters(at + offset)}$1`
  const range = `${place(0)}:$${columnLetters(at)}$${lines}`
  if (!column.grouped) return range
  const group = column.grouped.by.map((by) => `TRIM($${columnLetters(from + by)}2)`).join('&"/"&')
  return `OFFSET(${place(1)},IFERROR(MATCH(${group},${range},0)-1,${lines}),0,MAX(1,COUNTIF(${range},${group})),1)`
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
  const lists = template.columns.flatMap(listsOf)
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
