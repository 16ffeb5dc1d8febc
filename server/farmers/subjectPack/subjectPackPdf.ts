import { businessDate, now } from '#server/kit/clock.ts'
import type { Tx } from '#server/kit/db.ts'
import { writePdfSections, type PdfSection } from '#server/kit/paper/pdfSections.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import { readPack, type Part, type Row } from './subjectPackData.ts'
import { codeInWords, packSentences, sayIn } from './subjectPackWords.ts'

export type Printed = {
  language: PrintLanguage
  subject: { id: string; fullName: string; memberNumber: string; society: string }
  by: string
  organisation: string
}

/** The pack as a document to hand over, in the language of who reads it. */
export async function* printPack(tx: Tx, { language, subject, by, organisation }: Printed): AsyncGenerator<Buffer> {
  const { lead, takenOut } = packSentences[language]
  const { day, moment } = printedFormats(language)
  const parts = await readPack(tx, subject.id)
  const out = takenOut(by, organisation, day(businessDate()))
  yield* writePdfSections({
    language,
    title: subject.fullName,
    lead: lead(subject.society, moment(now())),
    footer: `${subject.fullName}, ${subject.memberNumber} · ${out}`,
    sections: parts.map((part) => sectionIn(language, part)),
  })
}

/** A part of the pack as its section of the document. */
export function sectionIn(language: PrintLanguage, { title, none, one, rows: found }: Part): PdfSection {
  const say = sayIn(language)
  const { label, valueOf } = writtenIn(language)
  const [first] = found
  const heading = { title: say(title), none: say(none) }
  if (one)
    return { ...heading, facts: Object.entries(first ?? {}).map(([key, value]) => [label(key), valueOf(key, value)]) }
  const columns = Object.keys(first ?? {}).filter((key) => found.some((row) => valueOf(key, row[key]) !== ''))
  return {
    ...heading,
    columns: columns.map(label),
    rows: found.map((row) => columns.map((key) => valueOf(key, row[key]))),
  }
}

/** `mobileNumber` as people read it; the columns of a file are written so already. */
function labelOf(key: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]*)*$/.test(key)) return key
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const label = words.charAt(0).toUpperCase() + words.slice(1)
  return label
    .replace(/^Id /, 'ID ')
    .replace(/^Kra pin/, 'KRA PIN')
    .replace(/ kes$/, ', KES')
    .replace(/ (kg|ha|m|acres)$/, ', $1')
}

// These hold words of the program.
const coded = /^(?:status|from|to|kind|action|type|gender|screening|outcome|channel|\w+State|\w+Type)$/

/** How labels and values are written in a language. */
function writtenIn(language: PrintLanguage) {
  const say = sayIn(language)
  const { day, moment, money } = printedFormats(language)
  const label = (key: string) => say(labelOf(key))
  const shown = (value: unknown): string => {
    if (value === null || value === undefined) return ''
    if (value instanceof Date) return moment(value)
    if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? day(value) : value
    if (typeof value === 'number') return String(value)
    if (Array.isArray(value)) return value.map(messageOf).join('; ')
    return Object.entries(value as Row)
      .map(([key, inside]) => `${label(key)}: ${changeOf(key, inside)}`)
      .join('; ')
  }
  const messageOf = (item: unknown): string =>
    typeof item === 'object' && item !== null && 'message' in item ? String(item.message) : inside(item)
  const changeOf = (key: string, value: unknown): string =>
    typeof value === 'object' && value !== null && 'before' in value && 'after' in value
      ? `${worded(key, value.before)} → ${worded(key, value.after)}`
      : worded(key, value)
  const inside = (value: unknown): string =>
    value === null || value === undefined || value === ''
      ? '–'
      : typeof value === 'object'
        ? JSON.stringify(value)
        : shown(value)
  const worded = (key: string, value: unknown): string => (isCode(key, value) ? say(codeInWords(value)) : inside(value))
  const valueOf = (key: string, value: unknown): string => {
    if (isCode(key, value)) return say(codeInWords(value))
    // The wire's decimals hold cents exactly.
    if (typeof value === 'number' && key.endsWith('Kes')) return money(BigInt(Math.round(value * 100)))
    return shown(value)
  }
  return { label, valueOf }
}

const isCode = (key: string, value: unknown): value is string =>
  coded.test(key) && typeof value === 'string' && /^[A-Za-z][A-Za-z_-]*$/.test(value)
