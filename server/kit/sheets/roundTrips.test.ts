import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { cleanText } from './cellText.ts'
import { readTable } from './readTable.ts'
import { uploadCaps } from './sheetRefused.ts'
import type { TableRow } from './tableRows.ts'
import { errorTitle, originalRowTitle, writeErrorWorkbook } from './writeErrorWorkbook.ts'
import { writeDelimitedTable, writeTable } from './writeTable.ts'
import { writeTemplate } from './writeTemplate.ts'
import type { Template } from './writeTemplate.ts'
import { inflatePart, openZip } from './zip.ts'

async function readAll(bytes: Uint8Array, fileName: string) {
  const { sheetName, header, batches } = await readTable({ bytes, fileName, caps: {} })
  const rows: TableRow[] = []
  for await (const batch of batches) rows.push(...batch)
  return { sheetName, header, rows, cells: rows.map((row) => row.cells) }
}

const countries = Array.from({ length: 190 }, (_, index) => `Country & land ${index}`)
const template: Template = {
  sheetName: 'Farmers: 2026/27',
  columns: [
    { title: 'National ID', required: true, hint: '7 or 8 digits.', example: '01234567' },
    { title: 'Phone', required: true, hint: 'As dialled.', example: '+254712345678' },
    { title: 'Gender', required: false, hint: '', example: 'F', choices: ['F', 'M'] },
    { title: 'Country', required: false, hint: 'Where born.', example: 'Kenya', choices: countries, width: 30 },
  ],
  instructions: ['Do not change the titles.', '=Do not add formulas.'],
}
const examples = [
  ['01234567', '+254712345678', 'F', 'Country & land 3'],
  ['98765432', '0712345678', 'M', "Mũrang'a <x> _x000D_"],
  ['=1+1', '-5', '@sum', "'quoted'"],
]

test('a template with example rows reads back as it was written', async () => {
  const bytes = await writeTemplate({ ...template, rows: examples })
  const read = await readAll(bytes, 'farmers.xlsx')
  expect(read.sheetName).toBe('Farmers  2026 27')
  expect(read.header).toEqual(['National ID', 'Phone', 'Gender', 'Country'])
  expect(read.cells).toEqual(examples)
  expect(read.rows.map((row) => row.rowNumber)).toEqual([2, 3, 4])
})

test('a template carries frozen titles, text columns, drop-downs, instructions and no formula', async () => {
  const book = await readXlsx(await writeTemplate({ ...template, rows: examples }), { readStyles: true })
  const [data, instructions, example, lists] = book.sheets
  expect(book.sheets.map((sheet) => sheet.name)).toEqual(['Farmers  2026 27', 'Instructions', 'Example', 'Lists'])
  expect(data?.freezePane).toEqual({ rows: 1 })
  expect(
    data?.dataValidations?.filter((rule) => rule.type === 'list').map((rule) => [rule.range, rule.formula1]),
  ).toEqual([
    ['C2:C1048576', 'Lists!$A$1:$A$2'],
    ['D2:D1048576', 'Lists!$B$1:$B$190'],
  ])
  expect(data?.rows[3]).toEqual(["'=1+1", '-5', "'@sum", "'quoted'"])
  expect(data?.cells?.get('1,0')?.style?.numFmt).toBe('@')
  expect(data?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
  expect(instructions?.rows[1]).toEqual(['National ID', 'Yes', '7 or 8 digits.', '01234567'])
  expect(example?.rows).toEqual([
    template.columns.map(({ title }) => title),
    template.columns.map((column) => column.example),
  ])
  expect(instructions?.rows.at(-1)?.[2]).toBe("'=Do not add formulas.")
  expect(lists?.hidden).toBe(true)
  expect(lists?.rows[189]?.[1]).toBe('Country & land 189')
})

const places: Template = {
  sheetName: "Members of Murang'a",
  columns: [
    { title: 'Trees', required: true, hint: '', example: '350', isNumber: true },
    { title: 'County', required: true, hint: '', example: "Murang'a", choices: ["Murang'a", 'Homa Bay'] },
    {
      title: 'Sub-County',
      required: true,
      hint: 'Of the county.',
      example: 'Kangema',
      grouped: {
        by: [1],
        groups: [
          { group: 'Homa Bay', names: ['Ndhiwa'] },
          { group: "Murang'a", names: ['Gatanga', 'Kangema'] },
        ],
      },
    },
    {
      title: 'Ward',
      required: true,
      hint: 'Of the sub-county.',
      example: 'Rwathia',
      grouped: { by: [1, 2], groups: [{ group: "Murang'a/Kangema", names: ['Muguru', 'Rwathia'] }] },
    },
  ],
  instructions: [],
}

test('a list that hangs on other cells finds its names by what stands beside the cell, in both workbooks', async () => {
  const inTemplate = (await readXlsx(await writeTemplate(places))).sheets
  expect(inTemplate.find(({ name }) => name === 'Lists')?.rows).toEqual([
    ["Murang'a", 'Homa Bay', 'Ndhiwa', "Murang'a/Kangema", 'Muguru'],
    ['Homa Bay', "Murang'a", 'Gatanga', "Murang'a/Kangema", 'Rwathia'],
    [null, "Murang'a", 'Kangema', null, null],
  ])
  const source = (county: string, subCounty: string) => [
    `OFFSET(Lists!$C$1,IFERROR(MATCH(TRIM(${county}),Lists!$B$1:$B$3,0)-1,3),0,MAX(1,COUNTIF(Lists!$B$1:$B$3,TRIM(${county}))),1)`,
    `OFFSET(Lists!$E$1,IFERROR(MATCH(TRIM(${county})&"/"&TRIM(${subCounty}),Lists!$D$1:$D$2,0)-1,2),0,MAX(1,COUNTIF(Lists!$D$1:$D$2,TRIM(${county})&"/"&TRIM(${subCounty}))),1)`,
  ]
  const rulesOf = (sheets: typeof inTemplate) =>
    sheets[0]?.dataValidations?.slice(-2).map(({ formula1, errorStyle }) => [formula1, errorStyle])
  expect(rulesOf(inTemplate)).toEqual(source('$B2', '$C2').map((formula) => [formula, 'warning']))
  const inErrors = (await readXlsx(await buffer(writeErrorWorkbook({ template: places, rows: [] })))).sheets
  expect(rulesOf(inErrors)).toEqual(source('$D2', '$E2').map((formula) => [formula, 'warning']))
})

test('an error workbook has a note at every bad cell, keeps quantities as numbers and prints its titles on every page', async () => {
  const noted = Array.from({ length: 3_000 }, (_, index) => ({
    rowNumber: index + 2,
    cells: [index === 0 ? '-1' : '12.50', "Murang'a", 'Nowhere & "beyond"', ''],
    problems: [
      { column: 2, message: 'Not a sub-county <of> this county' },
      { column: 2, message: 'Write it out' },
      { column: null, message: 'The row stands there twice' },
    ],
  }))
  const bytes = await buffer(writeErrorWorkbook({ template: places, rows: noted }))
  const parts = await partsOf(bytes)
  const comments = parts.get('xl/comments1.xml') ?? ''
  expect(comments.match(/<comment /g)).toHaveLength(2_000)
  expect(comments).toContain('<comment ref="E2" authorId="0">')
  expect(comments).toContain('Not a sub-county &lt;of&gt; this county\nWrite it out')
  const boxes = parts.get('xl/drawings/notes1.vml') ?? ''
  expect(boxes.match(/<v:shape /g)).toHaveLength(2_000)
  expect(boxes).toContain('<x:Row>1</x:Row><x:Column>4</x:Column>')
  expect(parts.get('xl/worksheets/_rels/sheet1.xml.rels')).toMatch(/comments1\.xml.*notes1\.vml/)
  expect(parts.get('[content_types].xml')).toMatch(/Extension="vml".*PartName="\/xl\/comments1\.xml"/)
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).toMatch(/<ignoredErrors>.*numberStoredAsText="1".*<legacyDrawing r:id="rId2"\/><\/worksheet>$/)
  expect(sheet).toContain('<c r="C2" s="0"><v>-1</v></c>')
  expect(sheet).toContain('<c r="C3" s="0"><v>12.50</v></c>')
  expect(parts.get('xl/workbook.xml')).toContain(`localSheetId="0">'Members of Murang''a'!$1:$1</definedName>`)
  const read = await readAll(bytes, 'errors.xlsx')
  expect(read.cells).toHaveLength(3_000)
  expect(read.cells[1]?.slice(2)).toEqual(['12.5', "Murang'a", 'Nowhere & "beyond"', ''])
})

/** The parts of a workbook as text, by name in lower case. */
async function partsOf(bytes: Buffer): Promise<Map<string, string>> {
  const zip = openZip({ bytes, caps: uploadCaps })
  const parts = new Map<string, string>()
  for (const part of zip.parts.values())
    parts.set(part.name, (await buffer(inflatePart({ zip, part }))).toString('utf8'))
  return parts
}

test('a template without rows is refused as an upload, with a reason', async () => {
  await expect(readAll(await writeTemplate(template), 'farmers.xlsx')).rejects.toMatchObject({ code: 'no_rows' })
})

test('an error workbook marks its cells, says why, and can be uploaded again', async () => {
  const stream = writeErrorWorkbook({
    template,
    rows: examples.map((cells, index) => ({
      rowNumber: index * 7 + 9,
      cells,
      problems: [
        { column: 1, message: 'The phone is not Kenyan.' },
        { column: null, message: '=The row is there twice.' },
      ],
    })),
  })
  const bytes = await buffer(stream)
  const read = await readAll(bytes, 'errors.xlsx')
  expect(read.header).toEqual([errorTitle, originalRowTitle, ...template.columns.map((column) => column.title)])
  expect(read.cells.map((cells) => cells.slice(2))).toEqual(examples)
  expect(read.cells[2]?.slice(0, 2)).toEqual(['Phone: The phone is not Kenyan.\n=The row is there twice.', '23'])
  const sheet = (await readXlsx(bytes, { readStyles: true })).sheets[0]
  expect(sheet?.cells?.get('1,3')?.style?.fill).toMatchObject({ pattern: 'solid', fgColor: { rgb: 'FFC7CE' } })
  expect(sheet?.cells?.get('1,2')?.style?.fill ?? { pattern: 'none' }).toMatchObject({ pattern: 'none' })
})

const exported = {
  sheetName: 'Payments',
  columns: [
    { title: 'Name', kind: 'text' as const },
    { title: 'Trees', kind: 'number' as const },
    { title: 'Paid', kind: 'money' as const },
    { title: 'Day', kind: 'date' as const },
  ],
}
const values = [
  ['Mũrang\'a; "x", y', 12, 123_456n, '2026-11-21'],
  ['=HYPERLINK("http://x")', '-3.25', -5, new Date('2026-11-20T21:30:00Z')],
  ['+254712345678', 12_345_678_901_234_567_890n, '7', null],
]

test('an export opens as text, numbers, money and dates in Nairobi time', async () => {
  const bytes = await buffer(writeTable({ ...exported, rows: values }))
  const read = await readAll(bytes, 'payments.xlsx')
  expect(read.cells).toEqual([
    ['Mũrang\'a; "x", y', '12', '1234.56', '2026-11-21'],
    ['=HYPERLINK("http://x")', '-3.25', '-0.05', '2026-11-21T00:30:00'],
    ['+254712345678', '12345678901234567890', '0.07', ''],
  ])
  const rows = (await readXlsx(bytes)).sheets[0]?.rows
  expect(rows?.[1]?.slice(1, 3)).toEqual([12, 1234.56])
  expect(rows?.[2]?.[0]).toBe('\'=HYPERLINK("http://x")')
  expect(rows?.[2]?.slice(1, 3)).toEqual([-3.25, -0.05])
})

test('an export to CSV has a byte order mark, CRLF, quotes and no formula', async () => {
  const text = (await buffer(writeDelimitedTable({ ...exported, rows: values }))).toString('utf8')
  expect(text).toBe(
    '\ufeffName,Trees,Paid,Day\r\n' +
      '"Mũrang\'a; ""x"", y",12,1234.56,2026-11-21\r\n' +
      '"\'=HYPERLINK(""http://x"")",-3.25,-0.05,2026-11-21T00:30:00\r\n' +
      "'+254712345678,12345678901234567890,0.07,\r\n",
  )
  expect((await readAll(Buffer.from(text), 'payments.csv')).cells[1]?.[0]).toBe('=HYPERLINK("http://x")')
})

test('an error while rows are read ends the export with that error', async () => {
  async function* rows() {
    yield ['one', 1, 1, null]
    throw new Error('the database went away')
  }
  await expect(buffer(writeTable({ ...exported, rows: rows() }))).rejects.toThrow('the database went away')
  await expect(buffer(writeDelimitedTable({ ...exported, rows: rows() }))).rejects.toThrow('the database went away')
})

type Cell = { given: string | number | boolean | Date | null; expected: string }

const cells: fc.Arbitrary<Cell> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => ({ given: text, expected: cleanText(text) })),
  fc.string({ unit: 'binary', maxLength: 10 }).map((text) => ({ given: text, expected: cleanText(text) })),
  fc
    .constantFrom('<t>&amp;</t>', ']]>', ' \n x ', '0712345678')
    .map((text) => ({ given: text, expected: cleanText(text) })),
  fc.integer().map((number) => ({ given: number, expected: String(number) })),
  fc
    .integer({ min: -999_999_999_999, max: 999_999_999_999 })
    .map((cents) => ({ given: cents / 100, expected: plainDecimal(cents) })),
  fc.boolean().map((value) => ({ given: value, expected: value ? 'TRUE' : 'FALSE' })),
  fc
    .date({ min: new Date('1905-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => new Date(Math.round(date.getTime() / 1000) * 1000))
    .map((date) => ({ given: date, expected: date.toISOString().slice(0, 19).replace('T00:00:00', '') })),
  fc.constant({ given: null, expected: '' }),
)

function plainDecimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/0$/, '').replace(/\.0$/, '')
  return cents < 0 ? `-${text}` : text
}

// hucre does not escape a text that itself looks like _x000D_, so such texts are left to the tests of our own writer.
test('whatever hucre writes is read back the same', async () => {
  const tables = fc.record({
    rows: fc.array(fc.array(cells, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
    stringMode: fc.constantFrom('shared' as const, 'inline' as const),
    dateSystem: fc.constantFrom('1900' as const, '1904' as const),
  })
  await fc.assert(
    fc.asyncProperty(tables, async ({ rows, stringMode, dateSystem }) => {
      const header = ['A', 'B', 'C', 'D']
      const last = header.map(() => ({ given: 'end', expected: 'end' }))
      const all = [...rows, last]
      const bytes = await writeXlsx({
        sheets: [{ name: 'Random', rows: [header, ...all.map((row) => row.map((cell) => cell.given))] }],
        stringMode,
        dateSystem,
      })
      const read = await readAll(bytes, 'random.xlsx')
      const expected = all
        .map((row, index) => ({ rowNumber: index + 2, cells: row.map((cell) => cell.expected) }))
        .filter((row) => row.cells.some((text) => text !== ''))
      expect(read.rows).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})
