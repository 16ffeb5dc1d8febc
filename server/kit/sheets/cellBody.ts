import { localName, skipDeclaration, tagEnd } from './xml.ts'

// What stands inside a cell or a shared string, still with entities. One object is reused: a sheet has millions of cells.
type CellBody = { end: number; value: string; texts: string; hasFormula: boolean; hasValue: boolean }

const body: CellBody = { end: 0, value: '', texts: '', hasFormula: false, hasValue: false }

// Reads everything from `from` to the closing tag named `closing`: v, f, and the t of plain text and rich text runs,
// without phonetic guides. Returns undefined when the text ends before that.
export function readBody(text: string, from: number, closing: string): CellBody | undefined {
  body.value = ''
  body.texts = ''
  body.hasFormula = false
  body.hasValue = false
  let collecting = ''
  let isPhonetic = false
  for (let at = from; ;) {
    const lt = text.indexOf('<', at)
    if (lt < 0) return undefined
    if (lt > at) collect(collecting, text.slice(at, lt))
    const code = text.charCodeAt(lt + 1)
    if (code === 33 || code === 63) {
      at = skipDeclaration(text, lt)
      if (at < 0) return undefined
      // CDATA has no entities: its & is protected, because what is collected gets decoded later.
      if (collecting !== '' && text.charCodeAt(lt + 2) === 91) {
        collect(collecting, text.slice(lt + 9, at - 3).replaceAll('&', '&amp;'))
      }
      continue
    }
    at = tagEnd(text, lt)
    if (at < 0) return undefined
    if (code === 47) {
      const name = localName(text, lt + 2, at)
      if (name === closing) {
        body.end = at
        return body
      }
      if (name === collecting) collecting = ''
      if (name === 'rPh') isPhonetic = false
      continue
    }
    const name = localName(text, lt + 1, at)
    const isSelfClosed = text.charCodeAt(at - 2) === 47
    if (name === 'f') body.hasFormula = true
    if (isSelfClosed) continue
    if (name === 'v' || (name === 't' && !isPhonetic)) collecting = name
    else if (name === 'rPh') isPhonetic = true
  }
}

function collect(collecting: string, piece: string): void {
  if (collecting === 'v') {
    body.value += piece
    body.hasValue = true
  } else if (collecting === 't') body.texts += piece
}
