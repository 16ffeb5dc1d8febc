import { createRequire } from 'node:module'
import type PdfKit from 'pdfkit'

const load = createRequire(import.meta.url)
// Its ES module is the build for browsers, which reads no files; the CommonJS one is Node's.
export const PDFDocument = load('pdfkit') as typeof PdfKit
// The built-in fonts garble Mũrang'a; these carry every letter of Kenya's languages.
export const font = load.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')
export const boldFont = load.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')
/** The colours of printed pages: text, what explains it, and lines. */
export const ink = { text: '#211e1b', faint: '#6c665d', line: '#d6d1c9', head: '#f1eee9' }
