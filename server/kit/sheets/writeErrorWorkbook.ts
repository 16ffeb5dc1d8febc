import { Readable } from 'node:stream'
import { rowXml, sheetName, styles, textCell, workbookFiles } from './workbookXml.ts'
import type { SheetToWrite } from './workbookXml.ts'
import { columnWidth, companionSheets, headerRow, templateRules } from './writeTemplate.ts'
import type { Template } from './writeTemplate.ts'
import { writeZip } from './zipWriter.ts'

// The titles of the two columns that only an error workbook has; an upload leaves them out.
export const originalRowTitle = 'Original row'
export const errorTitle = 'Error'

// A failing row: its cells in template order and what is wrong, at a column (counted from 0) or with the row as a whole.
export type FailedRow = { rowNumber: number; cells: string[]; problems: { column: number | null; message: string }[] }

type ErrorWorkbook = { template: Template; rows: Iterable<FailedRow> | AsyncIterable<FailedRow> }

// The template again with only the failing rows: bad cells in light red, all messages of a row in the last column,
// its original number before that. Corrected, it can be uploaded as it is. Rows are written as they come.
export function writeErrorWorkbook({ template, rows }: ErrorWorkbook): Readable {
  const data: SheetToWrite = {
    name: sheetName(template.sheetName),
    isHidden: false,
    columns: [
      ...template.columns.map((column) => ({ width: columnWidth(column), style: styles.text })),
      { width: 14, style: styles.text },
      { width: 80, style: styles.remark },
    ],
    rows: failedRows(template, rows),
    rules: templateRules(template.columns, 0),
  }
  return Readable.from(writeZip(workbookFiles([data, ...companionSheets(template)])), { objectMode: false })
}

async function* failedRows(
  template: Template,
  rows: Iterable<FailedRow> | AsyncIterable<FailedRow>,
): AsyncGenerator<string> {
  const added = [originalRowTitle, errorTitle].map((title) => ({ title, required: false }))
  yield headerRow([...template.columns, ...added])
  const width = template.columns.length
  let rowNumber = 1
  for await (const row of rows) {
    rowNumber++
    const wrong = new Set(row.problems.map((problem) => problem.column))
    const cells: string[] = []
    for (let column = 0; column < width; column++) {
      const style = wrong.has(column) ? styles.wrongText : styles.text
      cells.push(textCell(column, rowNumber, row.cells[column] ?? '', style))
    }
    cells.push(textCell(width, rowNumber, String(row.rowNumber), styles.text))
    cells.push(textCell(width + 1, rowNumber, problemText(template, row), styles.remark))
    yield rowXml(rowNumber, cells)
  }
}

function problemText(template: Template, row: FailedRow): string {
  const lines = row.problems.map(({ column, message }) => {
    const title = column === null ? undefined : template.columns[column]?.title
    return title === undefined ? message : `${title}: ${message}`
  })
  return lines.join('\n')
}
