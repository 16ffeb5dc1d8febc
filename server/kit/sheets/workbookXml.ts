import { columnLetters } from './cellAddress.ts'
import { neutralise } from './cellText.ts'
import type { ZipFile } from './zipWriter.ts'

// The styles that our workbooks know, in the order of the style sheet below.
export const styles = {
  plain: 0,
  header: 1,
  requiredHeader: 2,
  text: 3,
  wrongText: 4,
  wrapped: 5,
  money: 6,
  date: 7,
  moment: 8,
  remark: 9,
  wrongNumber: 10,
  totalText: 11,
  totalMoney: 12,
  totalNumber: 13,
} as const

type SheetColumn = { width: number; style: number }

// A list of choices for the cells of one column below the header, or, with a message only, a hint shown beside them. Where
// the list hangs on other cells of the row, `hangsOn` names them, and another value is warned of, not refused.
export type SheetRule = {
  column: number
  list: string | undefined
  hangsOn: string | undefined
  title: string
  message: string
}

// A note at one cell, which opens when the pointer rests there. Columns count from 0, rows from 1.
export type SheetNote = { column: number; rowNumber: number; text: string }

export type SheetToWrite = {
  name: string
  isHidden: boolean
  columns: SheetColumn[]
  // Rows of cells already in XML, made with textCell and numberCell.
  rows: Iterable<string> | AsyncIterable<string>
  rules: SheetRule[]
  // Filled while the rows are written, and written behind them.
  notes?: SheetNote[]
}

// The files of a workbook with these sheets, ready for writeZip.
export function workbookFiles(sheets: SheetToWrite[]): ZipFile[] {
  return [
    { name: '[Content_Types].xml', content: [contentTypes(sheets)] },
    { name: '_rels/.rels', content: [relations([{ type: 'officeDocument', target: 'xl/workbook.xml' }])] },
    { name: 'xl/workbook.xml', content: [workbookXml(sheets)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        relations([
          ...sheets.map((_, index) => ({ type: 'worksheet', target: `worksheets/sheet${index + 1}.xml` })),
          { type: 'styles', target: 'styles.xml' },
        ]),
      ],
    },
    { name: 'xl/styles.xml', content: [styleSheet()] },
    ...sheets.flatMap((sheet, index) => [
      { name: `xl/worksheets/sheet${index + 1}.xml`, content: sheetXml(sheet) },
      ...(sheet.notes ? noteFiles(sheet.notes, index + 1) : []),
    ]),
  ]
}

// A row of cells in XML. Row numbers count from 1.
// A row of several lines says how many, because a spreadsheet program does not measure wrapped text by itself.
export function rowXml(rowNumber: number, cells: string[], lines = 1): string {
  const height = lines > 1 ? ` ht="${Math.min(409, lines * lineHeight)}" customHeight="1"` : ''
  return `<row r="${rowNumber}"${height}>${cells.join('')}</row>`
}

// A cell of text; what could be taken for a formula is neutralised. Columns count from 0.
export function textCell(column: number, rowNumber: number, text: string, style: number): string {
  const address = columnLetters(column) + rowNumber
  if (text === '') return `<c r="${address}" s="${style}"/>`
  const shown = isDialled.test(text) ? text : neutralise(text.slice(0, 32_766))
  const escaped = escapeText(shown)
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`
}

// A number with its country's code is no formula, and a cell of text keeps its plus.
const isDialled = /^\+\d{9,15}$/

// A cell of a number, given as the text of its value.
export function numberCell(column: number, rowNumber: number, value: string, style: number): string {
  return `<c r="${columnLetters(column)}${rowNumber}" s="${style}"><v>${value}</v></c>`
}

// A cell that computes: its formula, and the text of the number that it comes to now.
export function formulaCell(
  column: number,
  rowNumber: number,
  { formula, value, style }: { formula: string; value: string; style: number },
): string {
  return `<c r="${columnLetters(column)}${rowNumber}" s="${style}"><f>${escapeText(formula)}</f><v>${value}</v></c>`
}

// Characters that XML gives a meaning or forbids, and our own escape when it stands in a text.
const special = /(?![\t\n])[&<>"\p{Cc}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/u
const specials = new RegExp(special.source, 'gu')

// Escapes a text for XML; characters that XML forbids go into the form _x000D_ that spreadsheet programs read.
function escapeText(text: string): string {
  const whole = text.toWellFormed()
  if (!special.test(whole)) return whole
  return whole.replace(specials, (character) => {
    if (character === '&') return '&amp;'
    if (character === '<') return '&lt;'
    if (character === '>') return '&gt;'
    if (character === '"') return '&quot;'
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })
}

// A sheet name that every spreadsheet program accepts: at most 31 characters, none of []:*?/\ and no outer apostrophe.
export function sheetName(text: string): string {
  const name = text
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .replace(/^'+|'+$/g, '')
    .trim()
  return name === '' ? 'Sheet' : name
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const openXml = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function contentTypes(sheets: SheetToWrite[]): string {
  const override = (part: string, type: string): string =>
    `<Override PartName="/xl/${part}.xml" ContentType="${openXml}.${type}+xml"/>`
  const parts = sheets.map(
    ({ notes }, index) =>
      `${override(`worksheets/sheet${index + 1}`, 'worksheet')}${notes ? override(`comments${index + 1}`, 'comments') : ''}`,
  )
  const drawn = sheets.some(({ notes }) => notes)
    ? '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>'
    : ''
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${drawn}${override('workbook', 'sheet.main')}${override('styles', 'styles')}${parts.join('')}</Types>`
}

function relations(list: { type: string; target: string }[]): string {
  const lines = list.map(
    ({ type, target }, index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`
}

function workbookXml(sheets: SheetToWrite[]): string {
  const tabs = sheets.map(
    (sheet, index) =>
      `<sheet name="${escapeText(sheet.name)}" sheetId="${index + 1}"${sheet.isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  )
  // The titles stand on every printed page.
  const titles = sheets.map(
    ({ name }, index) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${escapeText(name.replaceAll("'", "''"))}'!$1:$1</definedName>`,
  )
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${tabs.join('')}</sheets><definedNames>${titles.join('')}</definedNames></workbook>`
}

const lineHeight = 15
// A4 across, as many pages long as it takes.
const onePageWide =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'

// How many lines a text takes in a column of so many characters, broken where it may be.
export const linesOf = (text: string, width: number): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * 1.1) / width)), 0)

async function* sheetXml(sheet: SheetToWrite): AsyncGenerator<string> {
  const columns = sheet.columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  )
  yield `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="${lineHeight}"/><cols>${columns.join('')}</cols><sheetData>`
  let piece = ''
  for await (const row of sheet.rows) {
    piece += row
    if (piece.length < 65_536) continue
    yield piece
    piece = ''
  }
  const drawing = sheet.notes ? '<legacyDrawing r:id="rId2"/>' : ''
  yield `${piece}</sheetData>${rulesXml(sheet.rules)}${onePageWide}${digitsAreText}${drawing}</worksheet>`
}

// Numbers that name something are text on purpose: no offer to turn them into numbers, which would cost their zeros.
const digitsAreText = '<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>'

// The notes of a sheet: their texts, and the boxes without which Excel does not show them.
function noteFiles(notes: SheetNote[], sheetNumber: number): ZipFile[] {
  const links = [
    { type: 'comments', target: `../comments${sheetNumber}.xml` },
    { type: 'vmlDrawing', target: `../drawings/notes${sheetNumber}.vml` },
  ]
  return [
    { name: `xl/worksheets/_rels/sheet${sheetNumber}.xml.rels`, content: [relations(links)] },
    { name: `xl/comments${sheetNumber}.xml`, content: noteTexts(notes) },
    { name: `xl/drawings/notes${sheetNumber}.vml`, content: noteBoxes(notes) },
  ]
}

function* noteTexts(notes: SheetNote[]): Generator<string> {
  yield `${declaration}<comments xmlns="${main}"><authors><author>Kahawa</author></authors><commentList>`
  for (const { column, rowNumber, text } of notes)
    yield `<comment ref="${columnLetters(column)}${rowNumber}" authorId="0"><text><r><rPr><sz val="10"/><rFont val="Calibri"/></rPr><t xml:space="preserve">${escapeText(text)}</t></r></text></comment>`
  yield '</commentList></comments>'
}

// A box stands to the right of its cell, two columns wide and as high as its text.
function* noteBoxes(notes: SheetNote[]): Generator<string> {
  yield '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
  for (const [index, { column, rowNumber, text }] of notes.entries()) {
    const row = rowNumber - 1
    const anchor = [column + 1, 12, row, 4, column + 3, 60, row + 2 + linesOf(text, 32), 4].join(', ')
    yield `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"/><x:ClientData ObjectType="Note"><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
  }
  yield '</xml>'
}

function rulesXml(rules: SheetRule[]): string {
  if (rules.length === 0) return ''
  const lines = rules.map(({ column, list, hangsOn, title, message }) => {
    const letters = columnLetters(column)
    const style = hangsOn === undefined ? '' : ' errorStyle="warning"'
    const error = hangsOn === undefined ? 'Choose one of the list.' : `It is not in the list of this ${hangsOn}.`
    const type =
      list === undefined
        ? ''
        : ` type="list"${style} showErrorMessage="1" errorTitle="Not in the list" error="${escapeText(error.slice(0, 255))}"`
    const prompt = `showInputMessage="1" promptTitle="${escapeText(title.slice(0, 32))}" prompt="${escapeText(message.slice(0, 255))}"`
    const formula = list === undefined ? '' : `<formula1>${escapeText(list)}</formula1>`
    return `<dataValidation allowBlank="1"${type} ${prompt} sqref="${letters}2:${letters}1048576">${formula}</dataValidation>`
  })
  return `<dataValidations count="${rules.length}">${lines.join('')}</dataValidations>`
}

function styleSheet(): string {
  const font = (inside: string): string => `<font>${inside}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
  const fill = (colour: string): string =>
    `<fill><patternFill patternType="solid"><fgColor rgb="FF${colour}"/><bgColor indexed="64"/></patternFill></fill>`
  const format = (numFmtId: number, fontId: number, fillId: number, inside = ''): string =>
    `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${inside === '' ? '/>' : ` applyAlignment="1">${inside}</xf>`}`
  const wrapped = '<alignment vertical="top" wrapText="1"/>'
  const top = '<alignment vertical="top"/>'
  const formats = [
    format(0, 0, 0, top),
    format(49, 1, 2, wrapped),
    format(49, 1, 3, wrapped),
    format(49, 0, 0, top),
    format(49, 0, 4, top),
    format(49, 0, 0, wrapped),
    format(4, 0, 0),
    format(164, 0, 0),
    format(165, 0, 0),
    format(49, 2, 0, wrapped),
    format(0, 0, 4, top),
    format(49, 1, 2),
    format(4, 1, 2),
    format(0, 1, 2),
  ]
  return `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="3">${font('')}${font('<b/>')}${font('<color rgb="FF9C0006"/>')}</fonts><fills count="5"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill('E7E6E6')}${fill('FFE699')}${fill('FFC7CE')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}
