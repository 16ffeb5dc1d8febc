import type { SheetRefusalCode } from '#server/kit/sheets/sheetRefused.ts'
import { buildZip, type ZipEntry } from './buildZip.ts'
import { buildWorkbook, textRows } from './buildWorkbook.ts'
import { plainRows, plainTable, workbookCase } from './hostileFile.ts'
import type { HostileFile } from './hostileFile.ts'

const sheet = 'xl/worksheets/sheet1.xml'

function plain(): Buffer {
  return buildWorkbook({ sheets: [{ rows: plainRows }] })
}

function changedCase(
  name: string,
  change: (bytes: Buffer) => Uint8Array,
  expected: HostileFile['expected'],
): HostileFile {
  return { name, fileName: 'farmers.xlsx', build: () => change(plain()), expected }
}

function zipCase(
  name: string,
  names: string[],
  expected: HostileFile['expected'],
  fileName = 'farmers.xlsx',
): HostileFile {
  return { name, fileName, build: () => buildZip(names.map((one) => ({ name: one, content: 'x' }))), expected }
}

/** A workbook whose sheet has headers of these values. */
function sheetCase(name: string, headers: Partial<ZipEntry>, refused: SheetRefusalCode): HostileFile {
  return workbookCase(name, { entries: [{ name: sheet, ...headers }] }, { refused })
}

// Archives that are cut, lie, or hold something other than a workbook.
export const wrongZips: HostileFile[] = [
  changedCase('a workbook cut in half', (bytes) => bytes.subarray(0, bytes.length / 2), {
    refused: 'workbook_damaged',
  }),
  changedCase('a workbook without its last byte', (bytes) => bytes.subarray(0, -1), { refused: 'workbook_damaged' }),
  changedCase('only the first four bytes', (bytes) => bytes.subarray(0, 4), { refused: 'workbook_damaged' }),
  changedCase('bytes behind the end', (bytes) => Buffer.concat([bytes, Buffer.alloc(100)]), plainTable),
  changedCase(
    'a hole in the middle',
    (bytes) => {
      const at = bytes.indexOf('xl/worksheets/sheet1.xml') + 24
      return Buffer.concat([bytes.subarray(0, at + 20), Buffer.alloc(30), bytes.subarray(at + 50)])
    },
    { refused: 'workbook_damaged' },
  ),
  sheetCase('a forged checksum', { crc: 12345 }, 'workbook_damaged'),
  sheetCase('a size forged upwards', { inflatedBytes: 5_000 }, 'workbook_forged'),
  sheetCase('a size forged to 4 GB', { inflatedBytes: 0xfffffffe }, 'inflates_too_much'),
  sheetCase('a wide size without its field', { inflatedBytes: 0xffffffff }, 'workbook_forged'),
  sheetCase('a packed size beyond the file', { compressedBytes: 9_000_000 }, 'workbook_damaged'),
  sheetCase('something hidden behind a part', { behind: Buffer.from('hidden') }, 'workbook_forged'),
  workbookCase(
    'two parts in one place',
    { entries: [{ name: sheet, headerAt: 0, localName: '[Content_Types].xml' }] },
    { refused: 'workbook_forged' },
  ),
  sheetCase('a part that points beyond the file', { headerAt: 99_999_999 }, 'workbook_damaged'),
  sheetCase('one part twice', { localName: 'second copy', content: 'x' }, 'workbook_forged'),
  workbookCase(
    'one part twice in another spelling',
    { entries: [{ name: 'XL\\Worksheets/SHEET1.xml', content: 'x' }] },
    { refused: 'workbook_forged' },
  ),
  sheetCase('a part with two names', { localName: 'xl/worksheets/sheet2.xml' }, 'workbook_forged'),
  sheetCase('an encrypted part', { flags: 1 }, 'workbook_encrypted'),
  sheetCase('an unknown packing', { method: 14 }, 'workbook_damaged'),
  workbookCase('a directory that is not there', { overrides: { directoryAt: 0 } }, { refused: 'workbook_damaged' }),
  workbookCase(
    'a directory beyond the end',
    { overrides: { directoryAt: 99_999_999 } },
    { refused: 'workbook_damaged' },
  ),
  workbookCase('more parts than are listed', { overrides: { count: 60_000 } }, { refused: 'workbook_forged' }),
  workbookCase('a few more parts than are listed', { overrides: { count: 60 } }, { refused: 'workbook_forged' }),
  workbookCase('the wide form promised but absent', { overrides: { count: 0xffff } }, { refused: 'workbook_forged' }),
  workbookCase('a comment at the end of the archive', { overrides: { comment: 'made in Nyeri' } }, plainTable),
  workbookCase(
    'part names that climb out of the folder',
    {
      entries: [
        { name: '../../etc/passwd', content: 'x' },
        { name: '/var/x', content: 'x' },
      ],
    },
    plainTable,
  ),
  workbookCase('stored, not packed', { entries: [{ name: sheet, isStored: true }] }, plainTable),
  workbookCase('macros', { entries: [{ name: 'xl/vbaProject.bin', content: 'x' }] }, { refused: 'macros' }),
  workbookCase(
    'macros of the old kind',
    { entries: [{ name: 'xl/macrosheets/sheet1.xml', content: 'x' }] },
    { refused: 'macros' },
  ),
  workbookCase(
    'a macro workbook in disguise',
    {
      entries: [
        {
          name: '[Content_Types].xml',
          content: '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
        },
      ],
    },
    { refused: 'macros' },
  ),
  workbookCase(
    'links to other workbooks',
    { entries: [{ name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' }] },
    plainTable,
  ),
  workbookCase('no list of content', { omit: ['[Content_Types].xml'] }, { refused: 'not_a_spreadsheet' }),
  workbookCase('no workbook part', { omit: ['xl/workbook.xml'] }, { refused: 'not_a_spreadsheet' }),
  workbookCase('a sheet that is listed but missing', { omit: [sheet] }, { refused: 'workbook_damaged' }),
  workbookCase('no relations', { omit: ['xl/_rels/workbook.xml.rels'] }, { refused: 'workbook_damaged' }),
  workbookCase(
    'a hidden first sheet',
    {
      sheets: [
        { rows: textRows([['x'], ['y']]), state: 'hidden' },
        { rows: plainRows, name: 'Farmers' },
      ],
    },
    { ...plainTable, sheetName: 'Farmers' },
  ),
  workbookCase(
    'a chart sheet first',
    {
      sheets: [
        { rows: '<?xml version="1.0"?><chartsheet/>', kind: 'chartsheet' },
        { rows: plainRows, name: 'Farmers' },
      ],
    },
    { ...plainTable, sheetName: 'Farmers' },
  ),
  workbookCase(
    'an empty first sheet',
    { sheets: [{ rows: '' }, { rows: plainRows, name: 'A &amp; B' }] },
    { ...plainTable, sheetName: 'A & B' },
  ),
  workbookCase(
    'only hidden sheets',
    { sheets: [{ rows: plainRows, state: 'veryHidden' }] },
    { refused: 'no_visible_sheet' },
  ),
  workbookCase('no sheet at all', { sheets: [] }, { refused: 'no_visible_sheet' }),
  zipCase('an empty archive', [], { refused: 'not_a_spreadsheet' }),
  zipCase('an archive of photographs', ['beans.jpg', 'cherry.jpg'], { refused: 'not_a_spreadsheet' }),
  zipCase(
    'a text document',
    ['[Content_Types].xml', 'word/document.xml'],
    { refused: 'word_or_powerpoint' },
    'letter.docx',
  ),
  zipCase('a presentation named .xlsx', ['[Content_Types].xml', 'ppt/presentation.xml'], {
    refused: 'word_or_powerpoint',
  }),
  zipCase('an OpenDocument sheet', ['mimetype', 'content.xml'], { refused: 'open_document' }, 'farmers.ods'),
  zipCase(
    'a binary workbook',
    ['[Content_Types].xml', 'xl/workbook.bin'],
    { refused: 'binary_workbook' },
    'farmers.xlsb',
  ),
  { name: 'a workbook named .csv', fileName: 'farmers.csv', build: plain, expected: plainTable },
]
