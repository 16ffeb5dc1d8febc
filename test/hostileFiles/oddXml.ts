import { textCell, textRows } from './buildWorkbook.ts'
import { plainTable, rowsCase, workbookCase } from './hostileFile.ts'
import type { HostileFile } from './hostileFile.ts'

const header = ['A', 'B', 'C']
const inSheet = (inside: string): string => `<?xml version="1.0"?>${inside}`
const prefixed = `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Name</x:t></x:is></x:c><x:c r="B1" t="s"><x:v>0</x:v></x:c></x:row><x:row r="2"><x:c r="A2" t="str"><x:v>Wanjiku</x:v></x:c><x:c r="B2" t="s"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`

// XML that is hostile, broken, or merely unusual.
export const oddXml: HostileFile[] = [
  workbookCase(
    'a billion laughs',
    {
      sheets: [
        { rows: inSheet('<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData/></worksheet>') },
      ],
    },
    { refused: 'document_type_declared' },
  ),
  workbookCase(
    'an entity that reads a file, in the texts',
    {
      entries: [
        {
          name: 'xl/sharedStrings.xml',
          content: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>',
        },
      ],
    },
    { refused: 'document_type_declared' },
  ),
  workbookCase(
    'a document type in the workbook part',
    { entries: [{ name: 'xl/workbook.xml', content: '<!DOCTYPE workbook><workbook/>' }] },
    { refused: 'document_type_declared' },
  ),
  rowsCase('an entity that nobody declared', `<row r="2">${textCell('A2', '&lol;')}</row>`, {
    refused: 'workbook_damaged',
  }),
  rowsCase('an ampersand alone', `<row r="2">${textCell('A2', 'Tea & coffee')}</row>`, { refused: 'workbook_damaged' }),
  rowsCase(
    'entities, named and numeric',
    `<row r="2">${textCell('A2', '&lt;&amp;amp;&gt; &quot;&apos; &#77;&#x169;&#x1F331;')}</row>`,
    {
      header,
      rows: [['<&amp;> "\' Mũ🌱', '', '']],
    },
  ),
  rowsCase('an impossible character number', `<row r="2">${textCell('A2', '&#x110000;')}</row>`, {
    refused: 'workbook_damaged',
  }),
  rowsCase(
    'escaped characters',
    `<row r="2">${textCell('A2', 'a_x000D__x000A_b_x005F_x0041_')}${textCell('B2', 'x_x0000_y')}</row>`,
    {
      header,
      rows: [['a\nb_x0041_', 'xy', '']],
    },
  ),
  rowsCase(
    'CDATA, comments and instructions',
    '<!-- <row r="9"/> --><row r="2"><?x y?><c r="A2" t="inlineStr"><is><t>a<![CDATA[<b>&</c>]]><!-- no -->c</t></is></c><!--<c r="B2"><v>1</v></c>--></row>',
    {
      header,
      rows: [['a<b>&</c>c', '', '']],
    },
  ),
  rowsCase(
    'rich text with a phonetic guide',
    '<row r="2"><c r="A2" t="s"><v>0</v></c></row>',
    { header, rows: [['Mwangi wa Kamau', '', '']] },
    {
      strings:
        '<si><r><rPr><b/><sz val="11"/></rPr><t xml:space="preserve">Mwangi </t></r><r><t>wa Kamau</t></r><rPh sb="0" eb="1"><t>guide</t></rPh><phoneticPr fontId="1"/></si>',
    },
  ),
  rowsCase(
    'texts before the sheet',
    '<row r="2"><c r="A2" t="s"><v>1</v></c></row>',
    { header, rows: [['two', '', '']] },
    {
      strings: '<si><t>one</t></si><si><t xml:space="preserve"> two </t></si>',
      areStringsFirst: true,
    },
  ),
  rowsCase(
    'a text number beyond the table',
    '<row r="2"><c r="A2" t="s"><v>7</v></c></row>',
    { refused: 'workbook_damaged', cell: 'A2' },
    { strings: '<si><t>one</t></si>' },
  ),
  rowsCase(
    'a negative text number',
    '<row r="2"><c r="A2" t="s"><v>-1</v></c></row>',
    { refused: 'workbook_damaged', cell: 'A2' },
    { strings: '<si><t>one</t></si>' },
  ),
  rowsCase(
    'a text number with a point',
    '<row r="2"><c r="A2" t="s"><v>0.5</v></c></row>',
    { refused: 'workbook_damaged', cell: 'A2' },
    { strings: '<si><t>one</t></si>' },
  ),
  rowsCase('no table of texts', '<row r="2"><c r="A2" t="s"><v>0</v></c></row>', {
    refused: 'workbook_damaged',
    cell: 'A2',
  }),
  rowsCase(
    'a table of texts that breaks off',
    '',
    { refused: 'workbook_damaged' },
    { entries: [{ name: 'xl/sharedStrings.xml', content: '<sst><si><t>one' }] },
  ),
  workbookCase(
    'prefixed names',
    { sheets: [{ rows: inSheet(prefixed) }], strings: '<si><t>Phone</t></si><x:si><x:t>0712345678</x:t></x:si>' },
    plainTable,
  ),
  workbookCase(
    'single quotes, spaces and line ends in tags',
    {
      sheets: [
        {
          rows: inSheet(
            "<worksheet >\n<sheetData\n><row r = '1' ><c\tr='A1'\nt='inlineStr' ><is ><t >Name</t ></is ></c ></row ><row r='2' foo=\"a>b\"><c r = 'A2' cm='1' t = 'inlineStr'><is><t>x</t></is></c></row></sheetData></worksheet>",
          ),
        },
      ],
    },
    { header: ['Name'], rows: [['x']] },
  ),
  rowsCase('no addresses at all', '<row><c><v>1</v></c><c/><c><v>3</v></c></row><row/><row><c><v>4</v></c></row>', {
    header,
    rows: [
      ['1', '', '3'],
      ['4', '', ''],
    ],
    rowNumbers: [2, 4],
  }),
  rowsCase(
    'gaps in rows and columns',
    '<row r="5"><c r="C5"><v>3</v></c></row><row r="9"><c r="B9"><v>2</v></c></row>',
    {
      header,
      rows: [
        ['', '', '3'],
        ['', '2', ''],
      ],
      rowNumbers: [5, 9],
    },
  ),
  rowsCase('one row twice', '<row r="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>', {
    refused: 'rows_out_of_order',
    cell: 'A2',
  }),
  rowsCase('rows out of order', '<row r="5"><c><v>1</v></c></row><row r="3"><c><v>2</v></c></row>', {
    refused: 'rows_out_of_order',
    cell: 'A3',
  }),
  rowsCase('one cell twice', '<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>', {
    refused: 'rows_out_of_order',
    cell: 'A2',
  }),
  rowsCase('a cell that names another row', '<row r="2"><c r="A7"><v>1</v></c></row>', { refused: 'workbook_damaged' }),
  rowsCase('a row number that is no number', '<row r="2x"><c><v>1</v></c></row>', { refused: 'workbook_damaged' }),
  rowsCase('a row number below one', '<row r="0"><c><v>1</v></c></row>', { refused: 'workbook_damaged' }),
  workbookCase(
    'a sheet that breaks off',
    { sheets: [{ rows: inSheet('<worksheet><sheetData><row r="1"><c r="A1" t="inl') }] },
    { refused: 'workbook_damaged' },
  ),
  workbookCase(
    'a sheet in Windows-1252',
    {
      sheets: [
        {
          rows: Buffer.from(
            `<?xml version="1.0" encoding="windows-1252"?><worksheet><sheetData>${textRows([['José']])}</sheetData></worksheet>`,
            'latin1',
          ),
        },
      ],
    },
    { refused: 'workbook_damaged' },
  ),
  workbookCase(
    'a sheet in UTF-16',
    { sheets: [{ rows: Buffer.from(`\ufeff<worksheet><sheetData/></worksheet>`, 'utf16le') }] },
    { refused: 'workbook_damaged' },
  ),
  workbookCase(
    'a sheet with a byte order mark',
    {
      sheets: [
        { rows: Buffer.from(`\ufeff<worksheet><sheetData>${textRows([['Name'], ['José']])}</sheetData></worksheet>`) },
      ],
    },
    { header: ['Name'], rows: [['José']] },
  ),
  workbookCase('only titles', { sheets: [{ rows: textRows([['A', 'B']]) }] }, { refused: 'no_rows' }),
  workbookCase('nothing at all', { sheets: [{ rows: '' }] }, { refused: 'no_rows' }),
  workbookCase(
    'an empty first row',
    { sheets: [{ rows: `<row r="2">${textCell('A2', 'Name')}</row><row r="3">${textCell('A3', 'x')}</row>` }] },
    { refused: 'header_empty', cell: 'A1' },
  ),
  workbookCase(
    'three hundred columns',
    { sheets: [{ rows: `<row r="1">${'<c><v>1</v></c>'.repeat(300)}</row>` }] },
    { refused: 'too_many_columns', cell: 'GS1' },
  ),
  rowsCase(
    'sixteen thousand formatted empty cells',
    `<row r="2"><c r="A2"><v>1</v></c>${'<c s="0"/>'.repeat(16_000)}</row>`,
    { header, rows: [['1', '', '']] },
  ),
]
