import { readBody } from './cellBody.ts'
import { cleanText, isCleanAscii } from './cellText.ts'
import { damaged, SheetRefused } from './sheetRefused.ts'
import type { SheetCaps } from './sheetRefused.ts'
import { decodeCellText, localName, skipDeclaration, tagEnd } from './xml.ts'
import { decodeUtf8, openXmlWindow } from './xmlWindow.ts'
import { inflatePart } from './zip.ts'
import type { Zip, ZipPart } from './zip.ts'

// The workbook's table of texts. `find` gives undefined for an index that does not exist.
export type SharedStrings = { find: (index: number) => string | undefined; isTooLong: (index: number) => boolean }

// Texts are kept 4,096 to a block, as one string and their ends, instead of one object each:
// a million rows have eight million of them.
const perBlock = 4096

type StringsSource = { zip: Zip; part: ZipPart; caps: SheetCaps }

// Reads the shared strings, cleaned. A text over the cap is cut just above it and remembered as too long.
export async function readSharedStrings({ zip, part, caps }: StringsSource): Promise<SharedStrings> {
  const table = createTable(caps)
  const longestCarry = 131_072 + caps.maxCellLength * 64
  const window = openXmlWindow(part.name)
  for await (const piece of inflatePart({ zip, part })) {
    window.add(piece)
    const text = decodeUtf8(window.bytes.subarray(0, window.limit), part.name)
    const used = scanStrings(text, table.add)
    if (window.use(text.length === window.limit ? used : Buffer.byteLength(text.slice(0, used))) > longestCarry) {
      throw new SheetRefused(
        'cell_too_long',
        'A text in the workbook is far too long. Shorten it and upload the file again.',
      )
    }
  }
  if (window.rest().trim() !== '') throw damaged('its table of texts breaks off')
  table.close()
  return table
}

// Adds every whole <si> and returns how far it came.
function scanStrings(text: string, add: (raw: string) => void): number {
  for (let at = 0; ;) {
    const lt = text.indexOf('<', at)
    if (lt < 0) return text.length
    if (text.startsWith('<si><t>', lt)) {
      const end = text.indexOf('<', lt + 7)
      if (end >= 0 && text.startsWith('</t></si>', end)) {
        add(text.slice(lt + 7, end))
        at = end + 9
        continue
      }
    }
    const code = text.charCodeAt(lt + 1)
    if (code === 33 || code === 63) {
      at = skipDeclaration(text, lt)
      if (at < 0) return lt
      continue
    }
    const end = tagEnd(text, lt)
    if (end < 0) return lt
    at = end
    if (code === 47 || localName(text, lt + 1, end) !== 'si') continue
    if (text.charCodeAt(end - 2) === 47) {
      add('')
      continue
    }
    const body = readBody(text, end, 'si')
    if (!body) return lt
    add(body.texts)
    at = body.end
  }
}

function createTable(caps: SheetCaps) {
  const blocks: string[] = []
  const blockEnds: Uint32Array[] = []
  const tooLong = new Set<number>()
  let pending: string[] = []
  let count = 0

  const close = (): void => {
    let joined = pending.join('')
    if (!/^[\x20-\x7e]*$/.test(joined) || !pending.every(isCleanAscii)) {
      pending = pending.map(cleanText)
      joined = pending.join('')
    }
    const ends = new Uint32Array(pending.length)
    let end = 0
    for (let index = 0; index < pending.length; index++) {
      end += (pending[index] as string).length // index runs over the array
      ends[index] = end
    }
    blocks.push(joined)
    blockEnds.push(ends)
    pending = []
  }

  const add = (raw: string): void => {
    let text = decodeCellText(raw)
    if (text.length > caps.maxCellLength && cleanText(text).length > caps.maxCellLength) {
      text = text.slice(0, caps.maxCellLength)
      tooLong.add(count)
    }
    pending.push(text)
    count++
    if (count > caps.maxSharedStrings) {
      throw new SheetRefused('too_many_texts', 'The workbook holds too many texts. Split it into several files.')
    }
    if (pending.length === perBlock) close()
  }

  const find = (index: number): string | undefined => {
    if (index >= count) return undefined
    const block = Math.floor(index / perBlock)
    const ends = blockEnds[block] as Uint32Array // every index below count has a block
    const place = index % perBlock
    return (blocks[block] as string).slice(place === 0 ? 0 : ends[place - 1], ends[place])
  }

  return { add, close, find, isTooLong: (index: number) => tooLong.size > 0 && tooLong.has(index) }
}
