import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { writeTable } from '#server/kit/sheets/writeTable.ts'
import type { Cells } from './farmerWays.ts'

/** A workbook of a kind, made by the product's own writer; a row says only what differs from the kind's examples. */
export async function xlsxOf(kind: UploadKind, rows: Iterable<Cells>): Promise<Buffer> {
  const keys = columnKeys(kind)
  const columns = keys.map((key) => ({ title: kind.columns[key]?.title ?? '', kind: 'text' as const }))
  async function* cells() {
    for (const row of rows) yield keys.map((key) => row[key] ?? kind.columns[key]?.example ?? '')
  }
  const pieces = await writeTable({ sheetName: kind.sheetName, columns, rows: cells() }).toArray()
  return Buffer.concat(pieces as Buffer[]) // border: the writer yields bytes
}
