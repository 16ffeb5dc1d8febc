import { collectRows, noRows } from './tableRows.ts'
import type { TablePiece } from './tableRows.ts'
import { readMergedCells } from './mergedCells.ts'
import { readSharedStrings } from './sharedStrings.ts'
import type { SharedStrings } from './sharedStrings.ts'
import { SheetRefused } from './sheetRefused.ts'
import type { SheetCaps } from './sheetRefused.ts'
import { createSheetScanner } from './sheetScanner.ts'
import { readWorkbookParts } from './workbookParts.ts'
import { inflatePart, openZip } from './zip.ts'

export const batchRows = 2_000

// Reads the first visible worksheet that has any filled cell: first its titles, then batches of about 2,000 rows.
// Throws SheetRefused, also between batches, when the file as a whole cannot be read.
export async function* readWorkbook({ bytes, caps }: { bytes: Buffer; caps: SheetCaps }): AsyncGenerator<TablePiece> {
  const zip = openZip({ bytes, caps })
  const { sheets, strings: stringsPart, formats, is1904 } = await readWorkbookParts(zip)
  if (sheets.length === 0) {
    throw new SheetRefused(
      'no_visible_sheet',
      'The workbook has no visible sheet with rows. Unhide the sheet you want to upload.',
    )
  }
  let strings: SharedStrings | undefined
  for (const sheet of sheets) {
    const mergedCells = await readMergedCells({ zip, part: sheet.part, caps })
    strings ??= stringsPart ? await readSharedStrings({ zip, part: stringsPart, caps }) : noStrings
    const collector = collectRows(caps)
    const scanner = createSheetScanner({
      partName: sheet.part.name,
      context: { strings, formats, is1904, caps },
      addRow: (rowNumber, cells, faults) => {
        const merged = mergedCells(rowNumber)
        collector.add(rowNumber, cells, merged ? [...(faults ?? []), ...merged] : faults)
      },
    })
    let isHeaderSent = false
    for await (const piece of inflatePart({ zip, part: sheet.part })) {
      scanner.push(piece)
      if (collector.waiting() < batchRows) continue
      if (!isHeaderSent) yield { sheetName: sheet.name, header: collector.header() ?? [] }
      isHeaderSent = true
      yield { rows: collector.take() }
    }
    scanner.end()
    const header = collector.header()
    if (!header) continue
    if (!isHeaderSent) {
      if (collector.waiting() === 0) throw noRows()
      yield { sheetName: sheet.name, header }
    }
    if (collector.waiting() > 0) yield { rows: collector.take() }
    return
  }
  throw noRows()
}

const noStrings: SharedStrings = { find: () => undefined, isTooLong: () => false }
