import { deflateRawSync } from 'node:zlib'
import { buildWorkbook, textCell, textRows } from './buildWorkbook.ts'
import { plainRows, rowsCase, workbookCase } from './hostileFile.ts'
import type { HostileFile } from './hostileFile.ts'

const start = '<?xml version="1.0"?><worksheet><sheetData>'
const end = '</sheetData></worksheet>'

// A sheet that unpacks to `bytes` of one repeated piece.
function inflated(bytes: number, piece: string): Uint8Array {
  return Buffer.concat([Buffer.from(start), Buffer.alloc(bytes, piece), Buffer.from(end)])
}

// Small files that cost far more memory or time than they have bytes.
export const bombs: HostileFile[] = [
  rowsCase('a cell in the last corner of the sheet', `<row r="1048576">${textCell('XFD1048576', 'x')}</row>`, {
    refused: 'too_many_columns',
    cell: 'XFD1048576',
  }),
  rowsCase('a cell in the last row only', `<row r="1048576">${textCell('A1048576', 'x')}</row>`, {
    header: ['A', 'B', 'C'],
    rows: [['x', '', '']],
    rowNumbers: [1_048_576],
  }),
  rowsCase('a row number beyond the sheet', `<row r="1048577">${textCell('A1048577', 'x')}</row>`, {
    refused: 'workbook_damaged',
  }),
  rowsCase('a column beyond the sheet', `<row r="2">${textCell('XFE2', 'x')}</row>`, { refused: 'workbook_damaged' }),
  workbookCase(
    'one cell of 300 MB',
    { sheets: [{ rows: inflated(300_000_000, 'x') }] },
    { refused: 'inflates_too_much' },
  ),
  workbookCase(
    'one cell of 9 MB',
    {
      sheets: [
        {
          rows: Buffer.concat([
            Buffer.from(`${start}<row r="1"><c r="A1" t="inlineStr"><is><t>`),
            Buffer.alloc(9_000_000, 'x'),
            Buffer.from(`</t></is></c></row>${end}`),
          ]),
        },
      ],
    },
    { refused: 'cell_too_long', cell: 'A1' },
  ),
  workbookCase(
    '400 MB of rows',
    { sheets: [{ rows: inflated(400_000_000, '<row><c t="inlineStr"><is><t>x</t></is></c></row>') }] },
    { refused: 'inflates_too_much' },
  ),
  workbookCase(
    '9 MB of rows that say they are 1 kB',
    {
      sheets: [{ rows: inflated(9_000_000, '<row><c t="inlineStr"><is><t>x</t></is></c></row>') }],
      entries: [{ name: 'xl/worksheets/sheet1.xml', inflatedBytes: 1_000 }],
    },
    { refused: 'workbook_forged' },
  ),
  workbookCase(
    '300 MB of rows that say they are 1 kB',
    {
      sheets: [{ rows: inflated(300_000_000, '<row><c t="inlineStr"><is><t>x</t></is></c></row>') }],
      entries: [{ name: 'xl/worksheets/sheet1.xml', inflatedBytes: 1_000 }],
    },
    { refused: 'workbook_forged' },
  ),
  {
    name: 'a sheet of 2 kB that unpacks to 2 MB of empty rows',
    fileName: 'farmers.xlsx',
    build: () => buildWorkbook({ sheets: [{ rows: inflated(1_999_998, '<row/>') }] }),
    expected: { refused: 'no_rows' },
  },
  workbookCase(
    'a zip inside the sheet (nested bomb)',
    { sheets: [{ rows: deflateRawSync(Buffer.alloc(50_000_000)) }] },
    { refused: 'workbook_damaged' },
  ),
  workbookCase(
    '300 MB in the table of texts',
    { entries: [{ name: 'xl/sharedStrings.xml', content: Buffer.alloc(300_000_000, '<si><t>x</t></si>') }] },
    { refused: 'inflates_too_much' },
  ),
  workbookCase(
    '30 MB of number formats',
    { entries: [{ name: 'xl/styles.xml', content: Buffer.alloc(30_000_000, '<xf/>') }] },
    { refused: 'inflates_too_much' },
  ),
  workbookCase(
    'two hundred thousand and one rows',
    { sheets: [{ rows: textRows([['A']]) + `<row>${'<c><v>1</v></c>'}</row>`.repeat(200_001) }] },
    { refused: 'too_many_rows', cell: 'row 200002' },
  ),
  workbookCase(
    'a comment without end',
    { sheets: [{ rows: `<?xml version="1.0"?><worksheet><!--${'x'.repeat(3_000_000)}` }] },
    { refused: 'cell_too_long' },
  ),
  workbookCase(
    'six thousand parts',
    { entries: Array.from({ length: 6_000 }, (_, index) => ({ name: `xl/media/image${index}.png`, content: '' })) },
    { refused: 'too_many_parts' },
  ),
  workbookCase(
    'merged cells that cover everything a thousand times',
    {
      sheets: [
        { rows: plainRows, after: `<mergeCells>${'<mergeCell ref="A1:B1048576"/>'.repeat(1_000)}</mergeCells>` },
      ],
    },
    { refused: 'workbook_damaged' },
  ),
  {
    name: 'CSV with three hundred columns',
    fileName: 'farmers.csv',
    build: () => Buffer.from(`${Array.from({ length: 300 }, (_, index) => `c${index}`).join(',')}\nx\n`),
    expected: { refused: 'too_many_columns', cell: 'GS1' },
  },
  {
    name: 'CSV of 49 MB without a line end',
    fileName: 'farmers.csv',
    build: () => Buffer.alloc(49_000_000, 'x'),
    expected: { refused: 'cell_too_long' },
  },
  {
    name: 'a file over the size cap',
    fileName: 'farmers.csv',
    build: () => Buffer.alloc(50_000_001, 'x\n'),
    expected: { refused: 'file_too_large' },
  },
]
