import { expect, test } from 'vitest'
import { createSheetScanner } from './sheetScanner.ts'
import { uploadCaps } from './sheetRefused.ts'

// Every shape of cell that the scanner knows, with characters of one to four bytes.
const sheet = Buffer.from(
  `\ufeff<?xml version="1.0"?><!-- <row r="7"/> --><worksheet><sheetData>` +
    `<row r="1" spans="1:3"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1"><v>12</v></c><c r='C1'><v>-1.50</v></c></row>` +
    `<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">Mũrang'a 🌱 </t></is></c><c r="B2" s="0"/><c t="b"><v>1</v></c></row>` +
    `<row><c t="str"><f>A1&amp;"x"</f><v>José</v></c><c t="inlineStr"><is><r><t>a</t></r><r><t><![CDATA[</c>&]]></t></r></is></c><c t="e"><v>#N/A</v></c></row>` +
    `<x:row r="9"><x:c r="B9" t="s"><x:v>1</x:v></x:c><c r = "C9" foo="a>b" ><v> 7 </v></c></x:row>` +
    `<row r="10"><c r="A10"><f>NOW()</f></c></row></sheetData><mergeCells/></worksheet>`,
)

const expected = [
  '1 zero|12|-1.5',
  "2 Mũrang'a 🌱||TRUE",
  '3 José|a</c>&|#N/A error_value',
  '9 |one|7',
  '10  formula_without_value',
]

function scan(pieces: Buffer[]): string[] {
  const rows: string[] = []
  const scanner = createSheetScanner({
    partName: 'sheet1.xml',
    context: {
      strings: { find: (index) => ['zero', 'one'][index], isTooLong: () => false },
      formats: [],
      is1904: false,
      caps: uploadCaps,
    },
    addRow: (rowNumber, cells, faults) => {
      rows.push([`${rowNumber} ${cells.join('|')}`, ...(faults ?? []).map((fault) => fault.code)].join(' '))
    },
  })
  for (const piece of pieces) scanner.push(Buffer.from(piece))
  scanner.end()
  return rows
}

test('a sheet reads the same wherever it is cut in two', () => {
  expect(scan([sheet])).toEqual(expected)
  for (let at = 4; at < sheet.length; at++) {
    expect(scan([sheet.subarray(0, at), sheet.subarray(at)])).toEqual(expected)
  }
})

test('a sheet reads the same in pieces of three to nine bytes', () => {
  for (let size = 3; size < 10; size++) {
    const pieces: Buffer[] = []
    for (let at = 0; at < sheet.length; at += size) pieces.push(sheet.subarray(at, at + size))
    expect(scan(pieces)).toEqual(expected)
  }
})

test('a sheet that ends anywhere before its rows do is refused', () => {
  const end = sheet.indexOf('</sheetData>')
  for (let at = sheet.indexOf('<sheetData>') + 11; at < end + 11; at++) {
    expect(() => scan([sheet.subarray(0, at)])).toThrow(/damaged/)
  }
})
