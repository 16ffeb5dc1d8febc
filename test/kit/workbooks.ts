import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { writeTemplate } from '#server/kit/sheets/writeTemplate.ts'
import { sheetOf } from '#server/kit/uploads/sheetOf.ts'

/** The workbook of a kind as a clerk fills it in: its own template, with these rows. */
export function workbookOf(kind: UploadKind, rows: readonly Partial<Record<string, string>>[]): Promise<Buffer> {
  const keys = columnKeys(kind)
  return writeTemplate({ ...sheetOf(kind), rows: rows.map((row) => keys.map((key) => row[key] ?? '')) })
}
