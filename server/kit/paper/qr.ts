import { create } from 'qrcode'
import type { Paper } from './pdfFont.ts'

/** Draws a text as a square code, `size` points wide. */
export function drawQr(document: Paper, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const { modules } = create(text)
  const module = size / modules.size
  modules.data.forEach((bit, index) => {
    if (bit)
      document.rect(x + (index % modules.size) * module, y + Math.floor(index / modules.size) * module, module, module)
  })
  document.fill('#000000')
}
