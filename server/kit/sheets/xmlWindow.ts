import { isAscii, isUtf8 } from 'node:buffer'
import { damaged, SheetRefused } from './sheetRefused.ts'

// A window over an XML part that arrives in pieces: `bytes` up to `limit` hold what was kept and the new piece, never
// cutting a character in two. Behind `limit` there are always some bytes to look at, because reading beyond the end
// of an array makes the engine throw away the fast code of a loop. The memory is used again for each piece.
type XmlWindow = {
  bytes: Buffer
  limit: number
  add: (piece: Buffer) => void
  // Says how much was used, and returns how much is kept.
  use: (used: number) => number
  // What was never used.
  rest: () => string
}

const margin = 16

// Opens a window over the part of this name.
export function openXmlWindow(name: string): XmlWindow {
  let from = 0
  let filled = 0
  let isFirst = true

  const add = (piece: Buffer): void => {
    const kept = filled - from
    if (kept + piece.length + margin > window.bytes.length) {
      const larger = Buffer.alloc((kept + piece.length + margin) * 2)
      window.bytes.copy(larger, 0, from, filled)
      window.bytes = larger
    } else window.bytes.copyWithin(0, from, filled)
    piece.copy(window.bytes, kept)
    from = 0
    filled = kept + piece.length
    window.bytes.fill(0, filled, filled + margin)
    if (isFirst) blankByteOrderMark(window.bytes)
    isFirst = false
    window.limit = filled - unfinishedBytes(window.bytes, filled)
    if (!isUtf8(window.bytes.subarray(0, window.limit))) throw notUtf8(name)
  }

  const use = (used: number): number => {
    from = used
    return window.limit - used
  }

  const rest = (): string => window.bytes.toString('latin1', from, filled)

  const window: XmlWindow = { bytes: Buffer.alloc(0), limit: 0, add, use, rest }
  return window
}

function blankByteOrderMark(bytes: Buffer): void {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes.fill(32, 0, 3)
}

// The text of whole UTF-8; the part is named in the refusal of anything else.
export function decodeUtf8(bytes: Buffer, name: string): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  if (!isUtf8(bytes)) throw notUtf8(name)
  return bytes.toString('utf8')
}

function notUtf8(name: string): SheetRefused {
  return damaged(`the part ${name} is not written in UTF-8`)
}

function unfinishedBytes(bytes: Buffer, filled: number): number {
  for (let back = 1; back <= Math.min(3, filled); back++) {
    const byte = bytes[filled - back] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return back < length ? back : 0
  }
  return 0
}

// The end of the tag that opens at `lt`, just behind its `>`; -1 when the tag goes on beyond the limit.
export function tagEndBytes({ bytes, limit }: XmlWindow, lt: number): number {
  let quote = 0
  for (let at = lt + 1; at < limit; at++) {
    const code = bytes[at]
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 62) return at + 1
    else if (code === 34 || code === 39) quote = code
    else if (code === 60) throw damaged('a tag is not closed')
  }
  return -1
}

// The place of a byte or text in the window from `from` on; -1 when it is not there.
export function findInWindow({ bytes, limit }: XmlWindow, what: string | number, from: number): number {
  return bytes.subarray(0, limit).indexOf(what, from)
}

// Steps over a comment, a processing instruction or CDATA that opens at `lt`; -1 when it goes on beyond the limit.
export function skipDeclarationBytes(window: XmlWindow, lt: number): number {
  const start = window.bytes.toString('latin1', lt, Math.min(lt + 9, window.limit))
  let close = ''
  if (start.startsWith('<?')) close = '?>'
  else if (start.startsWith('<!--')) close = '-->'
  else if (start === '<![CDATA[') close = ']]>'
  else if (start.length < 9) return -1
  else throw documentType()
  const end = findInWindow(window, close, lt + 2)
  return end < 0 ? -1 : end + close.length
}

// The refusal of a DOCTYPE: no spreadsheet program writes one, and entities are how XML bombs and leaks are made.
export function documentType(): SheetRefused {
  return new SheetRefused(
    'document_type_declared',
    'The workbook contains a document type declaration, which no spreadsheet program writes. Copy the rows into our template.',
  )
}
