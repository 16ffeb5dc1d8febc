import { boldFont, font, ink, type Paper } from './pdfFont.ts'
import { drawQr } from './qr.ts'

/** By what anybody can check a paper: its address, and what is to be compared. */
export type PaperCheck = { title: string; how: string; address: string; facts: readonly string[] }

const size = 96
/** What it takes of a page, with the space above it. */
export const checkHeight = size + 40

/** Draws the address of a paper in both shapes, for a telephone and for a person, below what stands on the page. */
export function drawCheck(
  document: Paper,
  { title, how, address, facts }: PaperCheck,
  { left, right }: { left: number; right: number },
): void {
  const top = document.y + 26
  drawQr(document, address, { x: left, y: top, size })
  const x = left + size + 18
  const lines = [
    { text: title, face: boldFont, size: 10.5, color: ink.text, gap: 5 },
    { text: how, face: font, size: 8.5, color: ink.faint, gap: 6 },
    { text: address, face: font, size: 8.5, color: ink.text, gap: 6 },
    ...facts.map((text) => ({ text, face: font, size: 8.5, color: ink.text, gap: 3 })),
  ]
  document.y = top
  for (const line of lines) {
    document.font(line.face).fontSize(line.size).fillColor(line.color)
    document.text(line.text, x, document.y, { width: right - x })
    document.y += line.gap
  }
}
