import { textCase } from './hostileFile.ts'
import type { HostileFile } from './hostileFile.ts'

const table = { header: ['Name', 'Place'], rows: [['Wanjiku', "Mũrang'a"]] }
const olePassword = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(600),
  Buffer.from('EncryptedPackage', 'utf16le'),
])
const bigEndian = Buffer.from("\ufeffName,Place\r\nWanjiku,Mũrang'a\r\n", 'utf16le').swap16()

// Text files of every origin, and files that are no table at all.
export const oddTexts: HostileFile[] = [
  textCase('an empty file', '', { refused: 'file_empty' }),
  textCase('an empty workbook file', '', { refused: 'file_empty' }, 'farmers.xlsx'),
  textCase('only titles in CSV', 'Name,Place\r\n', { refused: 'no_rows' }),
  textCase('only empty lines', '\n\n\n', { refused: 'no_rows' }),
  textCase('empty titles', ',,\n1,2,3\n', { refused: 'header_empty', cell: 'A1' }),
  textCase('plain CSV', "Name,Place\nWanjiku,Mũrang'a\n", table),
  textCase('CSV with a byte order mark', "\ufeffName,Place\r\nWanjiku,Mũrang'a", table),
  textCase('semicolons', "Name;Place\nWanjiku;Mũrang'a\n", table),
  textCase('tabs', "Name\tPlace\nWanjiku\tMũrang'a\n", table, 'farmers.txt'),
  textCase('a separator named in the first line', "sep=;\r\nName;Place\r\nWanjiku;Mũrang'a\r\n", {
    ...table,
    rowNumbers: [2],
  }),
  textCase('old Macintosh line ends', "Name,Place\rWanjiku,Mũrang'a\r", table),
  textCase('UTF-16, low byte first', Buffer.from("\ufeffName,Place\r\nWanjiku,Mũrang'a\r\n", 'utf16le'), table),
  textCase('UTF-16, high byte first', bigEndian, table),
  textCase('Windows-1252', Buffer.from('Name,Place\nJos\xe9,\x80 Caf\xe9\n', 'latin1'), {
    header: ['Name', 'Place'],
    rows: [['José', '€ Café']],
  }),
  textCase('quotes, commas and line ends in cells', 'Name,"Pla""ce"\r\n"Kamau, J","a\r\nb"\r\n\r\n"",x\r\n', {
    header: ['Name', 'Pla"ce'],
    rows: [
      ['Kamau, J', 'a\nb'],
      ['', 'x'],
    ],
    rowNumbers: [2, 4],
  }),
  textCase('rows shorter and longer than the titles', 'A,B\n1\n1,2,3\n1,2,,,\n', {
    header: ['A', 'B'],
    rows: [
      ['1', ''],
      ['1', '2', '3'],
      ['1', '2'],
    ],
  }),
  textCase('a separator within quotes in the titles', '"A;;;",B\n1,2\n', { header: ['A;;;', 'B'], rows: [['1', '2']] }),
  textCase('a quotation mark that is never closed', 'A,B\n1,2\n"3,4\n5,6\n7,8\n', {
    refused: 'quote_not_closed',
    cell: 'line 3',
  }),
  textCase('a quotation mark that swallows megabytes', `A,B\n"${'1,2\n'.repeat(2_000_000)}`, {
    refused: 'quote_not_closed',
    cell: 'line 2',
  }),
  textCase('a quotation mark inside a cell', 'A,B\n1,2\n5" pipe,x\n', { refused: 'quote_misplaced', cell: 'line 3' }),
  textCase('something behind a closing quotation mark', 'A,B\n"1"x,2\n', {
    refused: 'quote_misplaced',
    cell: 'line 2',
  }),
  textCase('NUL bytes', 'A,B\n1,\0\n', { refused: 'not_a_spreadsheet' }),
  textCase('NUL in UTF-16', Buffer.from('\ufeffA,B\n1,\0\n', 'utf16le'), { refused: 'not_a_spreadsheet' }),
  textCase('numbers that lost their digits', 'A,B\n2.54712E+11,#REF!\n', {
    header: ['A', 'B'],
    rows: [['2.54712E+11', '#REF!']],
    faults: ['number_damaged A2', 'error_value B2'],
  }),
  textCase('a long cell in CSV', `A,B\n${'x'.repeat(1_001)},1\n`, {
    header: ['A', 'B'],
    rows: [['x'.repeat(1_000), '1']],
    faults: ['cell_too_long A2'],
  }),
  textCase('neutralised formulas', "A,B\n'=1+1,'+254\n", { header: ['A', 'B'], rows: [['=1+1', '+254']] }),
  textCase('two hundred thousand and one lines', `A\n${'1\n'.repeat(200_001)}`, { refused: 'too_many_rows' }),
  textCase(
    'a web page named .xls',
    '<html><table><tr><td>x</td></tr></table></html>',
    { refused: 'web_page' },
    'farmers.xls',
  ),
  textCase('a web page named .csv', '\ufeff\n<!DOCTYPE html><html></html>', { refused: 'web_page' }),
  textCase('an XML spreadsheet of 2003', '<?xml version="1.0"?><Workbook/>', { refused: 'web_page' }, 'farmers.xml'),
  textCase('CSV named .xlsx', 'A,B\n1,2\n', { refused: 'name_differs_from_content' }, 'farmers.xlsx'),
  textCase(
    'an old workbook',
    Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'),
    { refused: 'old_workbook' },
    'farmers.xls',
  ),
  textCase('a workbook with a password', olePassword, { refused: 'workbook_encrypted' }, 'farmers.xlsx'),
  textCase('a PDF', '%PDF-1.7\n1 0 obj\n', { refused: 'not_a_spreadsheet' }, 'farmers.csv'),
  textCase('a photograph', Buffer.from('ffd8ffe000104a464946', 'hex'), { refused: 'not_a_spreadsheet' }, 'farmers.csv'),
]
