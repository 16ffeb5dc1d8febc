import { isAscii, isUtf8 } from 'node:buffer'
import { damaged, SheetRefused } from './sheetRefused.ts'

// A window over an XML part that arrives in pieces. `readBytes` gives what was kept and the new piece, never cutting a
// character in two; `keepBytes` says how much of it was used and returns how much is kept. `read` and `keep` do the
// same with text. The rest is kept as bytes, because a text joined from two is slower to read, character by
// character, than one that was decoded whole.
export type XmlWindow = {
  readBytes: (piece: Buffer) => Buffer
  keepBytes: (used: number) => number
  read: (piece: Buffer) => string
  keep: (used: number) => number
  end: () => string
}

// Opens a window over the part of this name.
export function openXmlWindow(name: string): XmlWindow {
  let bytes: Buffer = Buffer.alloc(0)
  let whole = bytes
  let text = ''
  let isFirst = true

  const readBytes = (piece: Buffer): Buffer => {
    bytes = bytes.length === 0 ? piece : Buffer.concat([bytes, piece])
    if (isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3)
    isFirst = false
    whole = bytes.subarray(0, bytes.length - unfinishedBytes(bytes))
    if (!isUtf8(whole)) throw notUtf8(name)
    return whole
  }

  const keepBytes = (used: number): number => {
    bytes = bytes.subarray(used)
    return whole.length - used
  }

  const read = (piece: Buffer): string => {
    text = decodeUtf8(readBytes(piece), name)
    return text
  }

  const keep = (used: number): number => {
    const kept = text.length === whole.length ? text.length - used : Buffer.byteLength(text.slice(used))
    return keepBytes(whole.length - kept)
  }

  return { readBytes, keepBytes, read, keep, end: () => bytes.toString('latin1') }
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

function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return back < length ? back : 0
  }
  return 0
}

// The end of the tag that opens at `lt`, just behind its `>`; -1 when the tag goes on beyond the bytes.
export function tagEndBytes(bytes: Buffer, lt: number): number {
  let quote = 0
  for (let at = lt + 1; at < bytes.length; at++) {
    const code = bytes[at]
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 62) return at + 1
    else if (code === 34 || code === 39) quote = code
    else if (code === 60) throw damaged('a tag is not closed')
  }
  return -1
}

// Steps over a comment, a processing instruction or CDATA that opens at `lt`; -1 when it goes on beyond the bytes.
export function skipDeclarationBytes(bytes: Buffer, lt: number): number {
  const start = bytes.toString('latin1', lt, lt + 9)
  let close = ''
  if (start.startsWith('<?')) close = '?>'
  else if (start.startsWith('<!--')) close = '-->'
  else if (start === '<![CDATA[') close = ']]>'
  else if (start.length < 9) return -1
  else throw documentType()
  const end = bytes.indexOf(close, lt + 2)
  return end < 0 ? -1 : end + close.length
}

// The refusal of a DOCTYPE: no spreadsheet program writes one, and entities are how XML bombs and leaks are made.
export function documentType(): SheetRefused {
  return new SheetRefused(
    'document_type_declared',
    'The workbook contains a document type declaration, which no spreadsheet program writes. Copy the rows into our template.',
  )
}
