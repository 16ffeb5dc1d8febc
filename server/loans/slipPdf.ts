import { PassThrough, type Readable } from 'node:stream'
import { boldFont, font, ink, newPaper } from '#server/kit/paper/pdfFont.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import { drawQr } from '#server/kit/paper/qr.ts'

type Slip = {
  language: PrintLanguage
  reference: string
  organisationName: string
  requestedAt: Date
  /** Where the loan is followed, and the code at its end. */
  address: string
  code: string
}

const words = {
  en: {
    title: 'Follow your loan',
    requested: 'Requested on',
    reference: 'Loan reference',
    how: 'Point the camera of a telephone at the square, or open the address. The page shows how far the loan has come. It shows no name, no account and no amount: whoever finds this slip learns nothing about you.',
    ask: (society: string) => `Questions? Ask ${society}.`,
  },
  sw: {
    title: 'Fuatilia mkopo wako',
    requested: 'Uliombwa tarehe',
    reference: 'Namba ya mkopo',
    how: 'Elekeza kamera ya simu kwenye mraba, au fungua anwani. Ukurasa unaonyesha mkopo umefika wapi. Hauonyeshi jina, akaunti wala kiasi: atakayeokota karatasi hii hatajua lolote kukuhusu.',
    ask: (society: string) => `Una swali? Uliza ${society}.`,
  },
} as const

const page = { width: 298, height: 420, margin: 24 }

/** The slip that a member takes home, on A6: the square code of the loan, and nothing that says whose it is. */
export function writeSlip({ language, reference, organisationName, requestedAt, address, code }: Slip): Readable {
  const text = words[language]
  const document = newPaper({
    size: [page.width, page.height],
    margin: page.margin,
    lang: language,
    info: { Title: `${text.title} ${reference}` },
  })
  const out = document.pipe(new PassThrough())
  const width = page.width - 2 * page.margin
  const line = (content: string, size: number, { face = font, color = ink.text, gap = 4 } = {}) => {
    document.font(face).fontSize(size).fillColor(color).text(content, page.margin, document.y, { width })
    document.y += gap
  }
  document.rect(0, 0, page.width, 5).fill('#1f6044')
  document.y = page.margin
  line(text.title, 16, { face: boldFont })
  line(organisationName, 9, { color: ink.faint, gap: 6 })
  line(`${text.reference}: ${reference}`, 9)
  line(`${text.requested}: ${printedFormats(language).moment(requestedAt)}`, 9, { gap: 10 })
  const size = 138
  drawQr(document, address, { x: (page.width - size) / 2, y: document.y, size })
  document.y += size + 12
  line(code, 9, { face: boldFont })
  line(address, 7, { color: ink.faint, gap: 6 })
  line(text.how, 7.5, { gap: 6 })
  line(text.ask(organisationName), 8, { face: boldFont })
  document.end()
  return out
}
