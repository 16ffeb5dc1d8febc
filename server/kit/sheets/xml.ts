import { damaged } from './sheetRefused.ts'
import { decodeUtf8, documentType } from './xmlWindow.ts'

// The end of the tag that opens at `lt`, just behind its `>`; -1 when the tag goes on beyond the text.
export function tagEnd(text: string, lt: number): number {
  let quote = 0
  for (let at = lt + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 62) return at + 1
    else if (code === 34 || code === 39) quote = code
    else if (code === 60) throw damaged('a tag is not closed')
  }
  return -1
}

// The name of a tag without its namespace prefix; `at` is the first letter of the name.
export function localName(text: string, at: number, end: number): string {
  let from = at
  let to = at
  for (; to < end; to++) {
    const code = text.charCodeAt(to)
    if (code === 58) from = to + 1
    else if (code === 62 || code === 47 || code === 32 || code === 10 || code === 13 || code === 9) break
  }
  return text.slice(from, to)
}

// Steps over a comment, a processing instruction or CDATA that opens at `lt`; -1 when it goes on beyond the text.
// A DOCTYPE is refused: no spreadsheet program writes one, and entities are how XML bombs and leaks are made.
export function skipDeclaration(text: string, lt: number): number {
  let close = '>'
  if (text.charCodeAt(lt + 1) === 63) close = '?>'
  else if (text.startsWith('<!--', lt)) close = '-->'
  else if (text.startsWith('<![CDATA[', lt)) close = ']]>'
  else if (text.length - lt < 9) return -1
  else throw documentType()
  const end = text.indexOf(close, lt + 2)
  return end < 0 ? -1 : end + close.length
}

const attributePattern = /([^\s=/<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

// The value of an attribute of a whole tag; the prefix of the name is left out of the comparison.
export function attribute(tag: string, name: string): string | undefined {
  for (const match of tag.matchAll(attributePattern)) {
    const key = match[1] ?? ''
    if (key === name || key.slice(key.indexOf(':') + 1) === name) return decodeEntities(match[2] ?? match[3] ?? '')
  }
  return undefined
}

// Calls `onTag` for every opening tag of a small part.
export function forEachTag({ text, onTag }: { text: string; onTag: (name: string, tag: string) => void }): void {
  for (let lt = text.indexOf('<'); lt >= 0;) {
    const code = text.charCodeAt(lt + 1)
    const end = code === 33 || code === 63 ? skipDeclaration(text, lt) : tagEnd(text, lt)
    if (end < 0) throw damaged('an XML part ends inside a tag')
    if (code !== 33 && code !== 63 && code !== 47) onTag(localName(text, lt + 1, end), text.slice(lt, end))
    lt = text.indexOf('<', end)
  }
}

// The text of a small XML part.
export function smallPartText(bytes: Buffer, name: string): string {
  return decodeUtf8(bytes, name).replace(/^\ufeff/, '')
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

// Resolves the five named entities and numeric ones; any other entity would need a document type and is refused.
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+))?;?/g,
    (whole, hex: string, decimal: string, name: string) => {
      const code = hex ? parseInt(hex, 16) : decimal ? Number(decimal) : 0
      const character = name ? named[name] : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
      if (character === undefined || !whole.endsWith(';'))
        throw damaged(`it uses the unknown entity ${whole.slice(0, 20)}`)
      return character
    },
  )
}

// Spreadsheet programs write characters that XML forbids, and carriage returns, as _x000D_.
export function decodeCellText(text: string): string {
  const decoded = decodeEntities(text)
  if (!decoded.includes('_x')) return decoded
  return decoded.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
