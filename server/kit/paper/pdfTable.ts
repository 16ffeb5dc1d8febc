import { PassThrough, type Readable } from 'node:stream'
import { nairobiTime } from '../clock.ts'
import { font, ink, newPaper } from './pdfFont.ts'

type Column = { title: string; kind: 'text' | 'number' | 'date' | 'money' }
type PdfTable = { title: string; columns: readonly Column[]; rows: AsyncIterable<unknown[]>; footer: string }

const page = { width: 842, height: 595, margin: 36 }
const rowHeight = 16

/** A list as an A4 landscape PDF: heading, rows, page numbers and who made it when. */
export function writePdfTable({ title, columns, rows, footer }: PdfTable): Readable {
  const document = newPaper({
    size: 'A4',
    layout: 'landscape',
    margin: page.margin,
    bufferPages: false,
    info: { Title: title },
  })
  const out = document.pipe(new PassThrough())
  const width = (page.width - 2 * page.margin) / columns.length
  let pageNumber = 0
  let y = 0
  const line = (cells: readonly string[], color: string) => {
    document.fillColor(color)
    cells.forEach((cell, index) => {
      const isNumber = columns[index]!.kind === 'number' || columns[index]!.kind === 'money'
      document.text(cell, page.margin + index * width, y, {
        width: width - 6,
        height: rowHeight - 3,
        lineBreak: false,
        ellipsis: true,
        align: isNumber ? 'right' : 'left',
      })
    })
    y += rowHeight
  }
  const startPage = () => {
    if (pageNumber > 0) document.addPage()
    pageNumber += 1
    document.font(font).fontSize(13).fillColor(ink.text).text(title, page.margin, page.margin, { lineBreak: false })
    document
      .fontSize(7)
      .fillColor(ink.faint)
      .text(`${footer} · ${pageNumber}`, page.margin, page.height - page.margin - 10, {
        width: page.width - 2 * page.margin,
        align: 'right',
        lineBreak: false,
      })
    y = page.margin + 26
    document.fontSize(8)
    line(
      columns.map((column) => column.title),
      ink.faint,
    )
    document
      .moveTo(page.margin, y - 4)
      .lineTo(page.width - page.margin, y - 4)
      .lineWidth(0.5)
      .stroke(ink.line)
  }
  const write = async () => {
    startPage()
    for await (const cells of rows) {
      if (y > page.height - page.margin - 30) startPage()
      line(
        cells.map((cell, index) => shown(cell, columns[index]!)),
        ink.text,
      )
      if (out.writableNeedDrain) await new Promise((resolve) => out.once('drain', resolve))
    }
    document.end()
  }
  write().catch((error: unknown) =>
    out.destroy(error instanceof Error ? error : new Error('the PDF could not be written')),
  )
  return out
}

function shown(cell: unknown, { kind }: Column): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (cell instanceof Date) return nairobiTime(cell)
  if (kind === 'number') return Number(cell).toLocaleString('en')
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}
