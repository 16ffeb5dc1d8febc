import { createRequire } from 'node:module'
import type PdfKit from 'pdfkit'

const load = createRequire(import.meta.url)
// Its ES module is the build for browsers, which reads no files; the CommonJS one is Node's.
const PDFDocument = load('pdfkit') as typeof PdfKit
/** A document before its first page is written on. */
export type Paper = InstanceType<typeof PDFDocument>
// The built-in fonts garble Mũrang'a; these carry every letter of Kenya's languages.
export const font = load.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')
export const boldFont = load.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')
/** The colours of printed pages: text, what explains it, and lines. */
export const ink = { text: '#211e1b', faint: '#6c665d', line: '#d6d1c9', head: '#f1eee9' }

/** Begins a paper in our letters. They are read from their files once in a program: reading them takes longer than most papers. */
export function newPaper(options: Omit<PDFKit.PDFDocumentOptions, 'font'>): Paper {
  // border: null says that nothing is read yet, which the types do not know
  const document = new PDFDocument({ ...options, font: null as unknown as string })
  for (const face of [font, boldFont]) document.registerFont(face, lettersOf(face) as PDFKit.Mixins.PDFFontSource) // border: read letters are a source too
  return document.font(font)
}

const letters = new Map<string, unknown>()

function lettersOf(face: string): unknown {
  if (!letters.has(face)) {
    const reader = new PDFDocument({ font: face }) as unknown as { _font: { font: unknown } } // border: pdfkit keeps them to itself
    letters.set(face, reader._font.font)
  }
  return letters.get(face)
}
