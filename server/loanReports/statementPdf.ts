import { PassThrough, type Readable } from 'node:stream'
import { checkAtEnd } from '#server/kit/paper/checkedPaper.ts'
import { boldFont, font, ink, newPaper, type Paper } from '#server/kit/paper/pdfFont.ts'
import { checkHeight, drawCheck } from '#server/kit/paper/pdfCheck.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import type { Borrower } from './borrowers.ts'
import type { Statement } from './statementLines.ts'
import { describeMovement, statementWords } from './statementWords.ts'

type Printed = {
  language: PrintLanguage
  borrower: Pick<Borrower, 'fullName' | 'memberNumber' | 'idNumber' | 'organisationName' | 'organisationCode'>
  statement: Statement
  code: string
  /** Where the code is checked. */
  address: string
  fingerprint: string
  issued: { at: Date; by: string; organisation: string }
}
type Row = { cells: readonly string[]; bold?: boolean }

const page = { width: 595, height: 842, margin: 44 }
const width = page.width - 2 * page.margin
const bottom = page.height - page.margin - 24
const rowHeight = 19
const green = '#1f6044'
// Date, details, loan, added, taken off, owed.
const columns = [
  { x: 0, width: 66 },
  { x: 66, width: 128 },
  { x: 194, width: 88 },
  { x: 282, width: 75, isNumber: true },
  { x: 357, width: 75, isNumber: true },
  { x: 432, width: width - 432, isNumber: true },
] as const

/** The loan statement of a member on A4, with a code that anybody can check. */
export function writeStatement(printed: Printed): Readable {
  const words = statementWords[printed.language]
  const document = newPaper({
    size: 'A4',
    margin: page.margin,
    bufferPages: true,
    lang: printed.language,
    info: { Title: `${words.title} ${printed.borrower.memberNumber}` },
  })
  const out = document.pipe(new PassThrough())
  head(document, printed)
  table(document, printed)
  check(document, printed)
  foot(document, printed)
  document.end()
  return out
}

type Written = PDFKit.Mixins.TextOptions & { x: number; y: number; size: number; face?: string; color?: string }

/** One text in its face, size and colour. */
function write(document: Paper, text: string, { x, y, size, face = font, color = ink.text, ...options }: Written) {
  document.font(face).fontSize(size).fillColor(color).text(text, x, y, options)
}

function head(document: Paper, { language, borrower, statement }: Printed): void {
  const words = statementWords[language]
  const { day, money } = printedFormats(language)
  const left = page.margin
  document.rect(0, 0, page.width, 6).fill(green)
  write(document, words.title, { x: left, y: page.margin, face: boldFont, size: 20 })
  const society = `${borrower.organisationName} · ${borrower.organisationCode}`
  write(document, society, { x: left, y: page.margin + 26, size: 10, color: ink.faint })
  const facts = [
    [words.member, borrower.fullName],
    [words.memberNumber, borrower.memberNumber],
    [words.idNumber, borrower.idNumber],
    [words.period, `${day(statement.from)} – ${day(statement.to)}`],
  ] as const
  let y = page.margin + 58
  for (const [name, value] of facts) {
    write(document, name, { x: left, y, size: 9, color: ink.faint, width: 120, lineBreak: false })
    write(document, value, { x: left + 124, y, size: 9, width: 200, height: 12, ellipsis: true, lineBreak: false })
    y += 16
  }
  const box = { x: page.width - page.margin - 168, y: page.margin + 52, width: 168, height: 62 }
  document.roundedRect(box.x, box.y, box.width, box.height, 6).fill(ink.head)
  const owed = { x: box.x + 14, y: box.y + 12, size: 9, color: ink.faint, width: box.width - 28 }
  write(document, `${words.owed}, ${day(statement.to)}`, { ...owed, align: 'right' })
  const closing = { x: box.x + 10, y: box.y + 30, face: boldFont, size: 16, width: box.width - 24 }
  write(document, `KES ${money(statement.closingCents)}`, { ...closing, align: 'right', lineBreak: false })
  document.y = y + 18
}

function table(document: Paper, { language, statement }: Printed): void {
  const words = statementWords[language]
  const { day, money } = printedFormats(language)
  const titles = {
    cells: [words.date, words.what, words.loan, words.more, words.less, words.balance],
    bold: true,
  }
  const rows: Row[] = [
    { cells: [day(statement.from), words.opening, '', '', '', money(statement.openingCents)], bold: true },
    ...statement.lines.map((line) => ({
      cells: [
        day(line.day),
        describeMovement(language, line),
        line.loan ?? '',
        line.cents > 0n ? money(line.cents) : '',
        line.cents < 0n ? money(-line.cents) : '',
        money(line.balanceCents),
      ],
    })),
    ...(statement.lines.length === 0 ? [{ cells: ['', words.none, '', '', '', ''] }] : []),
    { cells: [day(statement.to), words.closing, '', '', '', money(statement.closingCents)], bold: true },
  ]
  row(document, titles, ink.faint)
  for (const one of rows) {
    if (document.y + rowHeight > bottom) {
      document.addPage()
      row(document, titles, ink.faint)
    }
    row(document, one, ink.text)
  }
}

function row(document: Paper, { cells, bold = false }: Row, color: string): void {
  const { y } = document
  cells.forEach((cell, index) => {
    const column = columns[index]
    if (!column) return
    const isLast = index === columns.length - 1
    // A sentence in the place of a row may reach to the edge.
    const reachesEdge = cells.slice(index + 1).every((next) => next === '')
    write(document, cell, {
      x: page.margin + column.x,
      y: y + 5,
      size: 8.5,
      face: bold ? boldFont : font,
      color,
      width: reachesEdge ? width - column.x : column.width - (isLast ? 0 : 8),
      height: rowHeight - 6,
      lineBreak: false,
      ellipsis: true,
      align: 'isNumber' in column ? 'right' : 'left',
    })
  })
  document
    .moveTo(page.margin, y + rowHeight)
    .lineTo(page.margin + width, y + rowHeight)
    .lineWidth(0.5)
    .stroke(ink.line)
  document.x = page.margin
  document.y = y + rowHeight
}

/** The code in both shapes: for a telephone and for a person. */
function check(document: Paper, { language, code, address, fingerprint }: Printed): void {
  const words = statementWords[language]
  if (document.y + checkHeight > bottom) document.addPage()
  const edges = { left: page.margin, right: page.width - page.margin }
  drawCheck(document, checkAtEnd(words, { code, fingerprint, address }), edges)
}

function foot(document: Paper, { language, borrower, issued }: Printed): void {
  const words = statementWords[language]
  const { count } = document.bufferedPageRange()
  const printedBy = words.issued(issued.by, issued.organisation, printedFormats(language).moment(issued.at))
  for (let at = 0; at < count; at += 1) {
    document.switchToPage(at)
    // Below the margin a text would begin a page of its own.
    document.page.margins.bottom = 0
    const y = page.height - page.margin + 4
    const style = { x: page.margin, y, size: 7, color: ink.faint, lineBreak: false }
    write(document, `${borrower.memberNumber} · ${printedBy}`, { ...style, width: width - 80 })
    write(document, words.page(at + 1, count), { ...style, width, align: 'right' })
  }
}
