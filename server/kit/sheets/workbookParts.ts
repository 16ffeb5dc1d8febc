import { readNumberFormats } from './numberFormats.ts'
import type { NumberFormat } from './numberFormats.ts'
import { damaged, SheetRefused } from './sheetRefused.ts'
import { attribute, forEachTag, smallPartText } from './xml.ts'
import { readSmallPart } from './zip.ts'
import type { Zip, ZipPart } from './zip.ts'

type WorkbookParts = {
  // The visible worksheets in the order of their tabs.
  sheets: { name: string; part: ZipPart }[]
  strings: ZipPart | undefined
  formats: NumberFormat[]
  is1904: boolean
}

// Finds the parts of a workbook that hold rows, texts and number formats. Everything else is never opened.
export async function readWorkbookParts(zip: Zip): Promise<WorkbookParts> {
  refuseOtherKinds(zip)
  const contentTypes = await readText(zip, '[Content_Types].xml')
  if (contentTypes === undefined) throw damaged('its list of content is missing')
  // The content types decide which workbook macros belong to; a plain workbook that names them is disguised.
  forEachTag({
    text: contentTypes,
    onTag: (_, tag) => {
      if (/macroEnabled|vbaProject|ms-excel\.(?:intl)?macrosheet/i.test(attribute(tag, 'ContentType') ?? ''))
        throw macros()
    },
  })
  const rootRelations = await readRelations(zip, '_rels/.rels', '')
  const mainName = rootRelations.find((relation) => relation.type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const workbook = await readText(zip, mainName)
  if (workbook === undefined) throw new SheetRefused('not_a_spreadsheet', notAWorkbook)
  const slash = mainName.lastIndexOf('/') + 1
  const folder = mainName.slice(0, slash)
  const relations = await readRelations(zip, `${folder}_rels/${mainName.slice(slash)}.rels`, folder)
  const { listed, is1904 } = readWorkbookXml(workbook)
  const sheets: WorkbookParts['sheets'] = []
  for (const sheet of listed) {
    const relation = relations.find((one) => one.id === sheet.relationId)
    if (!relation) throw damaged(`the sheet ${sheet.name} is missing`)
    if (relation.type !== 'worksheet' || sheet.isHidden) continue
    const part = zip.parts.get(relation.target)
    if (!part) throw damaged(`the sheet ${sheet.name} is missing`)
    sheets.push({ name: sheet.name, part })
  }
  const stringsName = relations.find((relation) => relation.type === 'sharedStrings')?.target
  const stylesName = relations.find((relation) => relation.type === 'styles')?.target
  const styles = stylesName === undefined ? undefined : await readText(zip, stylesName)
  return {
    sheets,
    strings: zip.parts.get(stringsName ?? `${folder}sharedstrings.xml`),
    formats: styles === undefined ? [] : readNumberFormats(styles),
    is1904,
  }
}

const notAWorkbook = 'The file is a zip archive but not a workbook. Save your table as .xlsx or .csv and upload that.'

function refuseOtherKinds(zip: Zip): void {
  for (const name of zip.parts.keys()) {
    if (name.endsWith('vbaproject.bin') || name.includes('xl/macrosheets/')) throw macros()
  }
  if (zip.parts.has('word/document.xml') || zip.parts.has('ppt/presentation.xml')) {
    throw new SheetRefused(
      'word_or_powerpoint',
      'This is a text document or a presentation. Copy the table into our template and upload that.',
    )
  }
  if (zip.parts.has('content.xml') && zip.parts.has('mimetype')) {
    throw new SheetRefused('open_document', 'This is an OpenDocument file. Save it as .xlsx or .csv and upload that.')
  }
  if (zip.parts.has('xl/workbook.bin')) {
    throw new SheetRefused('binary_workbook', 'This is a binary workbook (.xlsb). Save it as .xlsx and upload that.')
  }
  if (!zip.parts.has('[content_types].xml')) throw new SheetRefused('not_a_spreadsheet', notAWorkbook)
}

function macros(): SheetRefused {
  return new SheetRefused('macros', 'The workbook contains macros. Save it as .xlsx without macros and upload that.')
}

async function readText(zip: Zip, name: string): Promise<string | undefined> {
  const bytes = await readSmallPart({ zip, name })
  return bytes && smallPartText(bytes, name)
}

type Relation = { id: string; type: string; target: string }

async function readRelations(zip: Zip, name: string, folder: string): Promise<Relation[]> {
  const text = await readText(zip, name)
  const relations: Relation[] = []
  if (text === undefined) return relations
  forEachTag({
    text,
    onTag: (local, tag) => {
      if (local !== 'Relationship' || attribute(tag, 'TargetMode') === 'External') return
      const type = attribute(tag, 'Type') ?? ''
      relations.push({
        id: attribute(tag, 'Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolvePart(attribute(tag, 'Target') ?? '', folder),
      })
    },
  })
  return relations
}

// A target is relative to its folder or, with a leading slash, to the workbook; part names are kept in lower case.
function resolvePart(target: string, folder: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/').toLowerCase()
}

type ListedSheet = { name: string; relationId: string; isHidden: boolean }

function readWorkbookXml(text: string): { listed: ListedSheet[]; is1904: boolean } {
  const listed: ListedSheet[] = []
  let is1904 = false
  forEachTag({
    text,
    onTag: (local, tag) => {
      if (local === 'workbookPr') is1904 = /^(?:1|true|on)$/.test(attribute(tag, 'date1904') ?? '')
      if (local !== 'sheet') return
      listed.push({
        name: attribute(tag, 'name') ?? '',
        relationId: attribute(tag, 'id') ?? '',
        isHidden: /hidden/i.test(attribute(tag, 'state') ?? ''),
      })
    },
  })
  return { listed, is1904 }
}
