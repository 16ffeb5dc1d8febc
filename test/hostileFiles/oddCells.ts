import { textCell } from './buildWorkbook.ts'
import { rowsCase, workbookCase } from './hostileFile.ts'
import type { HostileFile } from './hostileFile.ts'

const header = ['A', 'B', 'C']

// Style 1 is a date, 2 a date of our own format, 3 a time, 4 ten digits with leading zeros, 5 text, 6 an elapsed time.
const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yyyy;@"/><numFmt numFmtId="165" formatCode="0000000000"/><numFmt numFmtId="166" formatCode="[h]:mm"/><numFmt numFmtId="167" formatCode="0000\\ 000\\ 000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="165"/><xf numFmtId="49"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs>'

function row(name: string, cells: string, expected: string[], faults: string[] = [], is1904 = false): HostileFile {
  return rowsCase(name, `<row r="2">${cells}</row>`, { header, rows: [expected], faults }, { styles, is1904 })
}

// Values that spreadsheet programs save in surprising ways.
export const oddCells: HostileFile[] = [
  row(
    'a formula with its result',
    '<c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="str"><f>A1&amp;"x"</f><v>a &amp; x</v></c><c r="C2" t="b"><f>TRUE()</f><v>1</v></c>',
    ['2', 'a & x', 'TRUE'],
  ),
  row(
    'a formula without a result',
    '<c r="A2"><v>1</v></c><c r="B2"><f>WEBSERVICE("http://x")</f></c>',
    ['1', '', ''],
    ['formula_without_value B2'],
  ),
  row(
    'a formula with an empty result',
    '<c r="A2"><v>1</v></c><c r="B2"><f>A1</f><v></v></c><c r="C2" t="str"><f>A1</f><v></v></c>',
    ['1', '', ''],
    ['formula_without_value B2'],
  ),
  row('a shared formula', '<c r="A2"><f t="shared" si="0"/><v>5</v></c>', ['5', '', '']),
  row(
    'error values',
    '<c r="A2" t="e"><v>#REF!</v></c><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    ['#REF!', '#DIV/0!', ''],
    ['error_value A2', 'error_value B2'],
  ),
  row('truth values', '<c r="A2" t="b"><v>1</v></c><c r="B2" t="b"><v>0</v></c>', ['TRUE', 'FALSE', '']),
  row(
    'a number of twenty digits',
    '<c r="A2"><v>12345678901234567890</v></c><c r="B2"><v>1.2345678901234567E+19</v></c><c r="C2"><v>123456789012345</v></c>',
    ['12345678901234567890', '1.2345678901234567E+19', '123456789012345'],
    ['number_damaged A2', 'number_damaged B2'],
  ),
  row('a number of twenty digits as text', textCell('A2', '12345678901234567890'), ['12345678901234567890', '', '']),
  row(
    'scientific notation',
    '<c r="A2"><v>2.54712345678E+11</v></c><c r="B2"><v>1E-7</v></c><c r="C2"><v>1.5e3</v></c>',
    ['254712345678', '0.0000001', '1500'],
  ),
  row(
    'noise of binary fractions',
    '<c r="A2"><v>0.30000000000000004</v></c><c r="B2"><v>1234.5600000000001</v></c><c r="C2"><v>-0.1</v></c>',
    ['0.3', '1234.56', '-0.1'],
  ),
  row('numbers with needless zeros', '<c r="A2"><v>1.50</v></c><c r="B2"><v>007</v></c><c r="C2"><v>-0</v></c>', [
    '1.5',
    '7',
    '0',
  ]),
  row(
    'text in a numeric cell',
    '<c r="A2"><v>seven</v></c><c r="B2"><v>NaN</v></c><c r="C2"><v>1e999</v></c>',
    ['seven', 'NaN', '1e999'],
    ['number_unreadable A2', 'number_unreadable B2', 'number_damaged C2'],
  ),
  row('a number as text with a leading zero', `${textCell('A2', '0712345678')}<c r="B2" s="5"><v>712345678</v></c>`, [
    '0712345678',
    '712345678',
    '',
  ]),
  row(
    'a phone that only looks as if it had its zero',
    '<c r="A2" s="4"><v>712345678</v></c><c r="B2" s="7"><v>712345678</v></c>',
    ['0712345678', '0712345678', ''],
  ),
  row(
    'dates of the 1900 system',
    '<c r="A2" s="1"><v>45292</v></c><c r="B2" s="2"><v>45292.75</v></c><c r="C2" s="1"><v>1</v></c>',
    ['2024-01-01', '2024-01-01T18:00:00', '1900-01-01'],
  ),
  row(
    'dates of the 1904 system',
    '<c r="A2" s="1"><v>43830</v></c><c r="B2" s="1"><v>0</v></c><c r="C2" s="1"><v>60</v></c>',
    ['2024-01-01', '1904-01-01', '1904-03-01'],
    [],
    true,
  ),
  row(
    'the 29 February 1900 that never was',
    '<c r="A2" s="1"><v>59</v></c><c r="B2" s="1"><v>60</v></c><c r="C2" s="1"><v>61</v></c>',
    ['1900-02-28', '1900-02-29', '1900-03-01'],
    ['date_not_real B2'],
  ),
  row(
    'dates that are none',
    '<c r="A2" s="1"><v>-5</v></c><c r="B2" s="1"><v>2958466</v></c><c r="C2" s="1"><v>2958465</v></c>',
    ['-5', '2958466', '9999-12-31'],
    ['date_not_real A2', 'date_not_real B2'],
  ),
  row('times', '<c r="A2" s="3"><v>0.5</v></c><c r="B2" s="6"><v>1.5</v></c>', ['12:00:00', '1.5', '']),
  row(
    'ISO dates',
    '<c r="A2" t="d"><v>2024-02-29</v></c><c r="B2" t="d"><v>2024-02-29T06:30:00Z</v></c><c r="C2" t="d"><v>2023-02-29</v></c>',
    ['2024-02-29', '2024-02-29T06:30:00', '2023-02-29'],
    ['date_not_real C2'],
  ),
  row(
    'invisible characters',
    textCell('A2', '\u00a0Wan\u200bjiku\u00a0Kamau\ufeff ') + textCell('B2', 'Mu\u0303rang\u2019a'),
    ['Wanjiku Kamau', 'Mũrang’a', ''],
  ),
  row(
    'a text of a thousand and one characters',
    textCell('A2', 'x'.repeat(1_001)) + textCell('B2', 'y'.repeat(1_000)),
    ['x'.repeat(1_000), 'y'.repeat(1_000), ''],
    ['cell_too_long A2'],
  ),
  row(
    'texts that look like formulas',
    textCell('A2', '=cmd|calc!A1') + textCell('B2', '+254712345678') + textCell('C2', "'-1"),
    ['=cmd|calc!A1', '+254712345678', '-1'],
  ),
  rowsCase(
    'a long text in the table of texts',
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c></row>',
    { header, rows: [['x'.repeat(1_000), 'ok', '']], faults: ['cell_too_long A2'] },
    { strings: `<si><t>${'x'.repeat(2_000)}</t></si><si><t>ok</t></si>` },
  ),
  workbookCase(
    'merged cells over rows',
    {
      sheets: [
        {
          rows: `<row r="1">${textCell('A1', 'A')}${textCell('B1', 'B')}</row><row r="2"><c><v>1</v></c></row><row r="3"><c r="B3"><v>2</v></c></row><row r="4"><c><v>3</v></c></row>`,
          after: '<mergeCells count="2"><mergeCell ref="A1:B1"/><mergeCell ref="A2:A3"/></mergeCells>',
        },
      ],
    },
    {
      header: ['A', 'B'],
      rows: [
        ['1', ''],
        ['', '2'],
        ['3', ''],
      ],
      faults: ['merged_cell A2', 'merged_cell A3'],
    },
  ),
  workbookCase(
    'an error value as a title',
    { sheets: [{ rows: '<row r="1"><c r="A1" t="e"><v>#NAME?</v></c></row><row r="2"><c><v>1</v></c></row>' }] },
    { refused: 'header_empty', cell: 'A1' },
  ),
]
