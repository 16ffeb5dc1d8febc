import { buildZip } from './buildZip.ts'
import type { ZipEntry, ZipOverrides } from './buildZip.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

type SheetParts = {
  name?: string
  state?: string
  // The inside of <sheetData>, or the whole part when it begins with <?xml or <!.
  rows: string | Uint8Array
  // What stands behind </sheetData>.
  after?: string
  kind?: 'worksheet' | 'chartsheet'
}

export type WorkbookParts = {
  sheets: SheetParts[]
  // The inside of <sst>; no part when undefined.
  strings?: string
  areStringsFirst?: boolean
  // The inside of <styleSheet>.
  styles?: string
  is1904?: boolean
  // Laid over the entry of the same name; new names are added at the end.
  entries?: (Partial<ZipEntry> & { name: string })[]
  omit?: string[]
  overrides?: ZipOverrides
}

// Builds a workbook from raw XML pieces, so that each of them can be wrong.
export function buildWorkbook(parts: WorkbookParts): Buffer {
  const sheets = parts.sheets.map((sheet, index) => ({ ...sheet, id: index + 1, kind: sheet.kind ?? 'worksheet' }))
  const stringsEntry =
    parts.strings === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', content: `${declaration}<sst xmlns="${main}">${parts.strings}</sst>` }]
  const entries: ZipEntry[] = [
    { name: '[Content_Types].xml', content: contentTypes },
    { name: '_rels/.rels', content: relations([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }]) },
    { name: 'xl/workbook.xml', content: workbookXml(sheets, parts.is1904 === true) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...sheets.map((sheet) => ({
          id: `rId${sheet.id}`,
          type: sheet.kind,
          target: `${sheet.kind}s/sheet${sheet.id}.xml`,
        })),
        { id: 'rId900', type: 'sharedStrings', target: '/xl/sharedStrings.xml' },
        { id: 'rId901', type: 'styles', target: 'styles.xml' },
      ]),
    },
    ...(parts.styles === undefined
      ? []
      : [{ name: 'xl/styles.xml', content: `${declaration}<styleSheet xmlns="${main}">${parts.styles}</styleSheet>` }]),
    ...(parts.areStringsFirst ? stringsEntry : []),
    ...sheets.map((sheet) => ({ name: `xl/${sheet.kind}s/sheet${sheet.id}.xml`, content: sheetXml(sheet) })),
    ...(parts.areStringsFirst ? [] : stringsEntry),
  ]
  const included = entries.filter((entry) => !parts.omit?.includes(entry.name))
  for (const change of parts.entries ?? []) {
    const existing = included.find((entry) => entry.name === change.name && change.localName !== 'second copy')
    if (existing) Object.assign(existing, change)
    else
      included.push({
        content: '',
        ...change,
        ...(change.localName === 'second copy' ? { localName: change.name } : {}),
      })
  }
  return buildZip(included, parts.overrides)
}

// Rows of inline texts, without anything unusual.
export function textRows(rows: string[][]): string {
  return rows
    .map((cells, row) => {
      const inside = cells.map((text, column) => textCell(`${String.fromCharCode(65 + column)}${row + 1}`, text))
      return `<row r="${row + 1}">${inside.join('')}</row>`
    })
    .join('')
}

// One cell with an inline text; the text is XML.
export function textCell(address: string, xml: string): string {
  return `<c r="${address}" t="inlineStr"><is><t>${xml}</t></is></c>`
}

const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`

function relations(list: { id: string; type: string; target: string }[]): string {
  const lines = list.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`
}

function workbookXml(sheets: (SheetParts & { id: number })[], is1904: boolean): string {
  const tabs = sheets.map(
    (sheet) =>
      `<sheet name="${sheet.name ?? `Sheet${sheet.id}`}" sheetId="${sheet.id}"${sheet.state ? ` state="${sheet.state}"` : ''} r:id="rId${sheet.id}"/>`,
  )
  const settings = is1904 ? '<workbookPr date1904="1"/>' : ''
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">${settings}<sheets>${tabs.join('')}</sheets></workbook>`
}

function sheetXml(sheet: SheetParts): string | Uint8Array {
  if (typeof sheet.rows !== 'string' || /^<[?!]/.test(sheet.rows)) return sheet.rows
  return `${declaration}<worksheet xmlns="${main}"><sheetData>${sheet.rows}</sheetData>${sheet.after ?? ''}</worksheet>`
}
