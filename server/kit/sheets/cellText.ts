const unusual = /[^\x20-\x7e]/
const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
// Zero-width characters, soft hyphens, direction marks and controls: invisible on paper, fatal in a search or an ID.
const invisible = /(?![\t\n])[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu

// The text of a cell as a person reads it: trimmed, one kind of space, nothing invisible, Unicode NFC, \n line ends.
// The apostrophe that our own exports put before = + - @ comes off again, so that an error workbook can be sent back.
export function cleanText(text: string): string {
  if (text === '') return text
  let clean = text
  if (unusual.test(text)) {
    clean = text.toWellFormed().replace(/\r\n?/g, '\n').replace(spaces, ' ').replace(invisible, '').normalize('NFC')
  }
  const first = clean.charCodeAt(0)
  const last = clean.charCodeAt(clean.length - 1)
  if (first <= 32 || last <= 32) clean = clean.trim()
  if (clean.charCodeAt(0) === 39 && startsFormula(clean, 1)) clean = clean.slice(1).trim()
  return clean
}

// True when cleanText would leave a printable ASCII text as it is.
export function isCleanAscii(text: string): boolean {
  return text.charCodeAt(0) !== 32 && text.charCodeAt(0) !== 39 && text.charCodeAt(text.length - 1) !== 32
}

// A text that a spreadsheet program could take for a formula gets an apostrophe in front (OWASP ASVS 5.0, 1.2.10).
export function neutralise(text: string): string {
  return startsFormula(text, 0) && !isNegative(text) ? `'${text}` : text
}

// A number below zero is what it says, in every program.
const isNegative = (text: string): boolean => /^-\d+(?:\.\d+)?$/.test(text)

function startsFormula(text: string, at: number): boolean {
  switch (text.charCodeAt(at)) {
    case 0: // NUL
    case 9: // tab
    case 13: // CR
    case 43: // +
    case 45: // -
    case 61: // =
    case 64: // @
      return true
    default:
      return false
  }
}

type NumberText = { text: string; isDamaged: boolean }

// The text of a numeric cell: no exponent, at most the 15 digits that a spreadsheet program keeps.
// Whole numbers of more than 15 digits have already lost their last digits in the program that saved them.
export function numberText(raw: string, zeroPadWidth: number): NumberText | undefined {
  // Most decimals are already written the way we want them.
  if (raw.length <= 16 && /^-?(?:0|[1-9]\d*)\.\d*[1-9]$/.test(raw)) return { text: raw, isDamaged: false }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?$/.test(raw)) return undefined
  const value = Number(raw)
  if (!Number.isFinite(value)) return { text: raw, isDamaged: true }
  if (Number.isInteger(value)) {
    if (Math.abs(value) >= 1e15) return { text: raw, isDamaged: true }
    const text = String(value === 0 ? 0 : value)
    if (zeroPadWidth === 0) return { text, isDamaged: false }
    return {
      text: value < 0 ? `-${text.slice(1).padStart(zeroPadWidth, '0')}` : text.padStart(zeroPadWidth, '0'),
      isDamaged: false,
    }
  }
  // 0.1 + 0.2 is saved as 0.30000000000000004 but shown, and meant, as 0.3.
  return { text: withoutExponent(String(Number(value.toPrecision(15)))), isDamaged: false }
}

function withoutExponent(text: string): string {
  const parts = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)
  if (!parts) return text
  return `${parts[1]}0.${'0'.repeat(Number(parts[4]) - 1)}${parts[2]}${parts[3] ?? ''}`
}
