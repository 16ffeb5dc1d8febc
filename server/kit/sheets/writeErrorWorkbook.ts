import { Readable } from 'node:stream'
import { linesOf, numberCell, rowXml, sheetName, styles, textCell, workbookFiles } from './workbookXml.ts'
import type { SheetNote, SheetToWrite } from './workbookXml.ts'
import { columnOf, companionSheets, headerRow, templateRules, valueCell } from './writeTemplate.ts'
import type { Template } from './writeTemplate.ts'
import { writeZip } from './zipWriter.ts'

// The titles of the two columns that only an error workbook has; an upload leaves them out.
export const originalRowTitle = 'Original row'
export const errorTitle = 'Error'

// A failing row: its cells in template order and what is wrong, at a column (counted from 0) or with the row as a whole.
export type FailedRow = { rowNumber: number; cells: string[]; problems: { column: number | null; message: string }[] }

type ErrorWorkbook = { template: Template; rows: Iterable<FailedRow> | AsyncIterable<FailedRow> }

// The template again with only the failing rows: all messages of a row in the first column, its original number beside
// them, then its cells, the bad ones in light red with a note. Corrected, it can be uploaded as it is. Rows are written as
// they come.
export function writeErrorWorkbook({ template, rows }: ErrorWorkbook): Readable {
  const notes: SheetNote[] = []
  const data: SheetToWrite = {
    name: sheetName(template.sheetName),
    isHidden: false,
    columns: [
      { width: errorWidth, style: styles.remark },
      { width: 10, style: styles.plain },
      ...template.columns.map(columnOf),
    ],
    rows: failedRows(template, rows, notes),
    rules: templateRules(template.columns, 2),
    notes,
  }
  return Readable.from(writeZip(workbookFiles([data, ...companionSheets(template)])), { objectMode: false })
}

async function* failedRows(
  template: Template,
  rows: Iterable<FailedRow> | AsyncIterable<FailedRow>,
  notes: SheetNote[],
): AsyncGenerator<string> {
  const added = [errorTitle, originalRowTitle].map((title) => ({ title, required: false }))
  yield headerRow([...added, ...template.columns])
  let rowNumber = 1
  for await (const row of rows) {
    rowNumber++
    const wrong = new Set(row.problems.map((problem) => problem.column))
    const problems = problemText(template, row)
    // Excel draws a box for every note: beyond so many it would open slowly, and the first column says it all.
    if (notes.length < mostNotes) notes.push(...notesOf(row, rowNumber))
    const cells = template.columns.map((column, at) =>
      valueCell(column, at + 2, rowNumber, row.cells[at] ?? '', wrong.has(at) ? styles.wrongText : styles.text),
    )
    const first = [
      textCell(0, rowNumber, problems, styles.remark),
      numberCell(1, rowNumber, String(row.rowNumber), styles.plain),
    ]
    yield rowXml(rowNumber, [...first, ...cells], linesOf(problems, errorWidth))
  }
}

const errorWidth = 50
const mostNotes = 2_000

// What is wrong at each bad cell of a row.
function notesOf({ problems }: FailedRow, rowNumber: number): SheetNote[] {
  const byColumn = Map.groupBy(problems, ({ column }) => column)
  return [...byColumn].flatMap(([column, found]) =>
    column === null
      ? []
      : [
          {
            column: column + 2,
            rowNumber,
            text: found
              .map(({ message }) => message)
              .join('\n')
              .slice(0, 1_000),
          },
        ],
  )
}

function problemText(template: Template, row: FailedRow): string {
  const lines = row.problems.map(({ column, message }) => {
    const title = column === null ? undefined : template.columns[column]?.title
    return title === undefined ? message : `${title}: ${message}`
  })
  return lines.join('\n')
}
