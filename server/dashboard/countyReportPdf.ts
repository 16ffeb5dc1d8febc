import type { Readable } from 'node:stream'
import type { Occasion } from '#contract/dashboard/countyReports.ts'
import type { SideBySide } from '#contract/dashboard/sideBySide.ts'
import { dayOfSeasonBefore } from '#contract/house/seasons.ts'
import { toCents } from '#contract/kit/money.ts'
import { checkAtEnd } from '#server/kit/paper/checkedPaper.ts'
import { writePdfSections, type PdfSection } from '#server/kit/paper/pdfSections.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import { countyReportWords } from './countyReportWords.ts'
import { togetherOf } from './sideBySide.ts'

type Figures = Omit<SideBySide['societies'][number], 'organisationCode' | 'organisationName' | 'county'>
type Printed = {
  language: PrintLanguage
  figures: SideBySide
  occasion: Occasion
  organisationName: string
  reference: string
  fingerprint: string
  code: string
  address: string
  /** Who printed it, and when. */
  printed: string
  /** Of the certificate that it will be signed with. */
  certificate: string
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const share = (part: number, of: number): string => (of === 0 ? '–' : `${((100 * part) / of).toFixed(1)}%`)

/** The tables of a report; what is owed stands in it where its reader sees loans. */
export function countyReportSections(
  language: PrintLanguage,
  { counties, societies, today }: SideBySide,
): PdfSection[] {
  const words = countyReportWords[language]
  const { day, money } = printedFormats(language)
  const hasMoney = societies.some(({ owed }) => owed !== null)
  const columns = [
    words.farmers,
    words.delivered,
    words.verified,
    words.kilograms,
    words.before(day(dayOfSeasonBefore(today))),
    words.score,
    ...(hasMoney ? [words.owed] : []),
  ]
  const cells = ({ farmers, delivered, verified, kilograms, beforeKg, score, owed }: Figures): string[] => [
    whole.format(farmers),
    share(delivered, farmers),
    share(verified, farmers),
    whole.format(kilograms),
    whole.format(beforeKg),
    score === null ? '–' : score.toFixed(1),
    ...(hasMoney ? [owed === null ? '–' : money(toCents(owed))] : []),
  ]
  const together = cells(togetherOf(societies))
  return [
    {
      title: words.counties,
      none: words.noCounties,
      columns: [words.county, words.count, ...columns],
      rows: counties.map((county) => [county.name, whole.format(county.societies), ...cells(county)]),
    },
    {
      title: words.societies,
      none: words.noSocieties,
      columns: [words.society, words.county, ...columns],
      rows: [
        ...societies.map((society) => [society.organisationName, society.county, ...cells(society)]),
        ...(societies.length > 1 ? [[words.total, '', ...together]] : []),
      ],
    },
    { title: words.how, none: words.noHow, facts: words.explained },
  ]
}

/** A report on A4, with the code by which anybody can check it. */
export function writeCountyReport(report: Printed): Readable {
  const { language, figures, occasion, organisationName, reference, fingerprint, code, address, printed, certificate } =
    report
  const words = countyReportWords[language]
  const { day } = printedFormats(language)
  return writePdfSections({
    language,
    title: words.title,
    lead: `${words.lead(organisationName, day(figures.today), figures.season)} · ${words.made[occasion]}`,
    footer: `${reference} · ${printed}`,
    sections: countyReportSections(language, figures),
    check: checkAtEnd(words, { code, fingerprint, address, more: [`${words.certificate}: ${certificate}`] }),
    signedFor: words.signedFor(reference),
  })
}
