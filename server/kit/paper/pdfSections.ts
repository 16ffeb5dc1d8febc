import { PassThrough, type Readable } from 'node:stream'
import { boldFont, font, ink, newPaper, type Paper } from './pdfFont.ts'
import { checkHeight, drawCheck, type PaperCheck } from './pdfCheck.ts'
import type { PrintLanguage } from './printed.ts'
import { keepPlaceForSignature } from './signPaper.ts'

type Cell = string
/** A part of a document: facts with their names, or a table; `none` is said of an empty one. */
export type PdfSection = { title: string; none: string } & (
  | { facts: readonly (readonly [name: string, value: Cell])[] }
  | { columns: readonly string[]; rows: readonly (readonly Cell[])[] }
)
type PdfSections = {
  language: PrintLanguage
  title: string
  lead: string
  footer: string
  sections: readonly PdfSection[]
  /** Where anybody can check the paper, at its end. */
  check?: PaperCheck
  /** Why it is signed; who signs it is not known here. */
  signedFor?: string
}

const margin = 40
const pageHeight = 595
const width = 842 - 2 * margin
const bottom = pageHeight - margin - 18
const size = 8
const gap = 8
/** A column is never narrower or wider than so many letters, whatever stands in it. */
const letters = { least: 5, most: 34 }

/** A document of sections on A4: nothing is cut off, every page says what it belongs to. */
export function writePdfSections({ language, title, lead, footer, sections, check, signedFor }: PdfSections): Readable {
  const document = newPaper({
    size: 'A4',
    layout: 'landscape',
    margin,
    lang: language,
    info: { Title: title },
  })
  const out = document.pipe(new PassThrough())
  let pageNumber = 0
  const numberPage = () => {
    pageNumber += 1
    const { x, y } = document
    // Below the margin a text would begin a page of its own.
    document.page.margins.bottom = 0
    document.font(font).fontSize(7).fillColor(ink.faint)
    document.text(`${footer} · ${pageNumber}`, margin, pageHeight - margin, { width, align: 'right', lineBreak: false })
    document.page.margins.bottom = margin
    document.x = x
    document.y = y
  }
  document.on('pageAdded', numberPage)
  numberPage()
  document.font(boldFont).fontSize(16).fillColor(ink.text).text(title, margin, margin)
  document.font(font).fontSize(9).fillColor(ink.faint).text(lead, { width }).moveDown(0.6)
  for (const section of sections) {
    heading(document, section.title)
    if ('facts' in section) facts(document, section)
    else table(document, section)
    document.y += 12
  }
  if (check) {
    ensureRoom(document, checkHeight)
    drawCheck(document, check, { left: margin, right: margin + width })
  }
  if (signedFor) keepPlaceForSignature(document, signedFor)
  document.end()
  return out
}

/** Begins a page unless so much of this one is left. */
const ensureRoom = (document: Paper, height: number): boolean => {
  if (document.y + height <= bottom) return false
  document.addPage()
  document.y = margin
  return true
}

function heading(document: Paper, title: string): void {
  ensureRoom(document, 60)
  document.font(boldFont).fontSize(11).fillColor(ink.text).text(title, margin, document.y, { width })
  document.y += 3
  rule(document)
}

function rule(document: Paper): void {
  document
    .moveTo(margin, document.y)
    .lineTo(margin + width, document.y)
    .lineWidth(0.5)
    .stroke(ink.line)
  document.y += 4
}

const writeNone = (document: Paper, none: string): void => {
  document.font(font).fontSize(size).fillColor(ink.faint).text(none, margin, document.y, { width })
}

function facts(
  document: Paper,
  { facts: entries, none }: PdfSection & { facts: readonly (readonly [string, Cell])[] },
): void {
  if (entries.length === 0) return writeNone(document, none)
  const half = (width - gap) / 2
  const name = 130
  for (let at = 0; at < entries.length; at += 2) {
    const pair = entries.slice(at, at + 2)
    const heights = pair.map(([, value]) => heightOf(document, value, half - name))
    ensureRoom(document, Math.max(...heights))
    const { y } = document
    pair.forEach(([label, value], column) => {
      const x = margin + column * (half + gap)
      document
        .font(font)
        .fontSize(size)
        .fillColor(ink.faint)
        .text(label, x, y, { width: name - gap })
      document.fillColor(ink.text).text(value || '–', x + name, y, { width: half - name })
    })
    document.y = y + Math.max(...heights)
  }
}

const heightOf = (document: Paper, text: string, within: number): number =>
  document
    .font(font)
    .fontSize(size)
    .heightOfString(text || '–', { width: within }) + 3

function table(
  document: Paper,
  { columns, rows, none }: PdfSection & { columns: readonly string[]; rows: readonly (readonly Cell[])[] },
): void {
  if (rows.length === 0) return writeNone(document, none)
  const weights = columns.map((column, index) =>
    Math.min(letters.most, Math.max(letters.least, column.length, ...rows.map((row) => (row[index] ?? '').length))),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const widths = weights.map((weight) => (weight / all) * width)
  const aligned = columns.map((_, index) =>
    rows.every((row) => /^(?:[−\d][\d.,]*%?|–)?$/.test(row[index] ?? '')) ? ('right' as const) : ('left' as const),
  )
  const line = (cells: readonly Cell[], head: boolean) => {
    const face = head ? boldFont : font
    document.font(face).fontSize(size)
    const height = Math.max(
      ...cells.map((cell, index) => document.heightOfString(cell || ' ', { width: (widths[index] ?? 0) - gap })),
    )
    if (ensureRoom(document, height + 4) && !head) line(columns, true)
    const { y } = document
    document
      .font(face)
      .fontSize(size)
      .fillColor(head ? ink.faint : ink.text)
    let x = margin
    cells.forEach((cell, index) => {
      document.text(cell, x, y, { width: (widths[index] ?? 0) - gap, align: aligned[index] ?? 'left' })
      x += widths[index] ?? 0
    })
    document.y = y + height + 2
    rule(document)
  }
  line(columns, true)
  for (const row of rows) line(row, false)
}
