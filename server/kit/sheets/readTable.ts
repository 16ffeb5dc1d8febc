import { readDelimited } from './readDelimited.ts'
import { readWorkbook } from './readWorkbook.ts'
import { SheetRefused, uploadCaps } from './sheetRefused.ts'
import type { SheetCaps } from './sheetRefused.ts'
import type { TableRow } from './tableRows.ts'

// `header` holds the cleaned titles of row 1; `batches` the filled rows below in rising order. A CSV has no sheet name.
type Table = { sheetName: string; header: string[]; batches: AsyncGenerator<TableRow[]> }

type TableFile = { bytes: Uint8Array; fileName: string; caps: Partial<SheetCaps> }

// Opens an uploaded workbook or CSV, chosen by its content, under uploadCaps with the given caps on top.
// Resolves once the titles and at least one filled row are there. Both it and `batches` throw SheetRefused when the
// file as a whole cannot be read; what is wrong with single cells comes as `faults` of their row.
export async function readTable({ bytes, fileName, caps }: TableFile): Promise<Table> {
  const allCaps = { ...uploadCaps, ...caps }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length === 0) throw new SheetRefused('file_empty', 'The file is empty. Choose the file again.')
  if (buffer.length > allCaps.maxBytes) {
    throw new SheetRefused(
      'file_too_large',
      `The file is larger than ${Math.floor(allCaps.maxBytes / 1_000_000)} MB. Split it into several files.`,
    )
  }
  const pieces = isZip(buffer) ? readWorkbook({ bytes: buffer, caps: allCaps }) : openText(buffer, fileName, allCaps)
  const first = (await pieces.next()).value
  if (!first || !('header' in first)) throw new Error('A reader must give the header first')
  return { sheetName: first.sheetName, header: first.header, batches: rowsOf(pieces) }
}

async function* rowsOf(pieces: ReturnType<typeof readWorkbook>): AsyncGenerator<TableRow[]> {
  for await (const piece of pieces) if ('rows' in piece) yield piece.rows
}

function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50
}

function openText(bytes: Buffer, fileName: string, caps: SheetCaps): ReturnType<typeof readDelimited> {
  refuseKnownKinds(bytes)
  if (/\.(?:xls[xmb]?|ods)$/i.test(fileName)) {
    throw new SheetRefused(
      'name_differs_from_content',
      `The file ${fileName} is not a workbook although its name says so. Save it again as .xlsx, or as .csv if it is one.`,
    )
  }
  return readDelimited({ bytes, caps })
}

function refuseKnownKinds(bytes: Buffer): void {
  if (bytes.length >= 8 && bytes.readUInt32BE(0) === 0xd0cf11e0) {
    // The container of old workbooks is also the envelope of new ones with a password.
    if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) {
      throw new SheetRefused(
        'workbook_encrypted',
        'The workbook has a password. Save it without a password and upload that.',
      )
    }
    throw new SheetRefused(
      'old_workbook',
      'This is a workbook of the old kind (.xls). Save it as .xlsx and upload that.',
    )
  }
  const start = bytes.toString('latin1', 0, 1_024).replace(/^(?:\xef\xbb\xbf|\s)+/, '')
  if (/^<(?:!doctype|html|head|body|table|meta|style|\?xml|!--)/i.test(start)) {
    throw new SheetRefused(
      'web_page',
      'This is a web page, not a table. Open it in your spreadsheet program and save it as .xlsx.',
    )
  }
  if (/^(?:%PDF|\{\\rtf|\x89PNG|\xff\xd8\xff|PK)/.test(start)) {
    throw new SheetRefused(
      'not_a_spreadsheet',
      'The file is neither a workbook nor text. Save your table as .xlsx or .csv.',
    )
  }
}
