import type { Readable } from 'node:stream'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import { toCents } from '#contract/kit/money.ts'
import { saleFlow } from '#contract/sales/sales.ts'
import {
  saleNameOf,
  saleReportReference,
  saleReports,
  type CheckedSaleReport,
  type SaleReport,
} from '#contract/settlement/saleReports.ts'
import { findSale } from '#server/facts/saleDays.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { checkAtEnd, fingerprintOver, readByCode } from '#server/kit/paper/checkedPaper.ts'
import { addressOfCode, codeOfPaper, type PaperKind } from '#server/kit/paper/paperCodes.ts'
import { writePdfSections } from '#server/kit/paper/pdfSections.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import { signPaper } from '#server/kit/paper/signPaper.ts'
import { signingCertificate } from '#server/kit/paper/signingCertificate.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve, streamReply, type Call } from '#server/kit/web/serve.ts'
import { eslipPaperWords } from './eslipPaperWords.ts'
import { partOf, type SalePart } from './saleParts.ts'
import { readSaleReport } from './saleReport.ts'
import { saleReportWords } from './saleReportWords.ts'

const paperKind: PaperKind = { name: 'sale report', reference: saleReportReference }

const fingerprintOf = (report: SaleReport): string => fingerprintOver([JSON.stringify(report)])

const referenceOf = ({ id }: SaleReport, part: SalePart): string =>
  `SR${id.replaceAll('-', '')}${part === null ? '' : part.id.replaceAll('-', '').toUpperCase()}`

export async function printSaleReport({
  tx,
  actor,
  params,
  query: { language },
  house,
}: Call<typeof saleReports.paper>) {
  const part = partOf(actor)
  const report = await readSaleReport(tx, part, params.sale)
  const { season, saleNumber } = report
  // Its prints stand in the trail of the sale.
  const sale = await findSale(tx, { season, number: saleNumber })
  if (!sale) throw new Refused('record.not_found')
  const code = codeOfPaper(house, paperKind, referenceOf(report, part))
  const fingerprint = fingerprintOf(report)
  return streamReply({
    type: 'application/pdf',
    name: `settlement_${report.id}.pdf`,
    before: async ({ db }) => {
      await signingCertificate(house)
      await db.transaction(scopeOf(actor), (trail) =>
        writeAudit(trail, {
          by: actor,
          organisationId: actor.organisationId,
          kind: saleFlow.kind,
          recordId: sale.id,
          title: `${saleNumber}, ${season}`,
          action: 'print',
          comment: fingerprint,
        }),
      )
    },
    produce: async function* () {
      const address = addressOfCode(house, 'check', code)
      const paper = write(report, { language, code, fingerprint, address, by: actor.fullName })
      yield await signPaper(paper, await signingCertificate(house))
    },
  })
}

type Print = { language: PrintLanguage; code: string; fingerprint: string; address: string; by: string }

function write(report: SaleReport, { language, code, fingerprint, address, by }: Print): Readable {
  const words = saleReportWords[language]
  const { kinds } = eslipPaperWords[language]
  const { day, kilograms, moment, money, weight } = printedFormats(language)
  const usd = (amount: number | null) => (amount === null ? '–' : money(toCents(amount)))
  const of = (parts: SaleReport['total']) => [
    usd(parts.amount),
    usd(parts.unpaid),
    usd(parts.waiting),
    usd(parts.atBank),
    usd(parts.arrived),
  ]
  const nameOf = (kind: SaleReport['legs'][number]['kind']) => (kind === 'SHARED' ? words.shared : kinds[kind])
  const places = [words.amount, words.unpaid, words.waiting, words.atBank, words.arrived]
  const { saleNumber, season, states, legs, payees, total, closing } = report
  return writePdfSections({
    language,
    title: words.title(String(saleNumber), season),
    lead: [report.organisationName || words.whole, words.days(day(report.saleDate), day(report.promptDate))].join('. '),
    footer: `${words.title(String(saleNumber), season)} · ${fingerprint} · ${words.issued(by, moment(now()))}`,
    sections: [
      {
        title: words.sale,
        none: '',
        facts: [
          [words.lots, String(report.lots)],
          [words.weight, weight(report.weight)],
          [words.gross, `USD ${usd(report.gross)}`],
          [words.stand, words.stands[report.status]],
          [words.difference, `USD ${usd(report.difference)}`],
        ],
      },
      {
        title: words.byState,
        none: words.none,
        columns: [words.state, words.lots, words.kilograms, 'USD'],
        rows: states.map(({ status, lots, weight: sold, gross }) => [
          words.states[status],
          String(lots),
          kilograms(sold),
          usd(gross),
        ]),
      },
      {
        title: words.byKind,
        none: words.none,
        columns: [words.leg, ...places],
        rows: [...legs.map((leg) => [nameOf(leg.kind), ...of(leg)]), [words.inAll, ...of(total)]],
      },
      {
        title: words.byPayee,
        none: words.none,
        columns: [words.payee, words.leg, ...places],
        rows: payees.map((payee) => [
          payee.name ? `${payee.name} (${payee.code})` : words.nobody,
          payee.kinds.map(nameOf).join(', '),
          ...of(payee),
        ]),
      },
      {
        title: words.closing,
        none: words.noClosing,
        columns: [words.figure, words.eslips, words.ledger, words.difference],
        rows: closing.map(({ what, eslips, ledger, difference }) => [
          words.closings[what],
          usd(eslips),
          usd(ledger),
          usd(difference),
        ]),
      },
    ],
    check: checkAtEnd(words, { code, fingerprint, address }),
    signedFor: words.title(String(saleNumber), season),
  })
}

/** What a report says to a stranger who holds its code: what stands at the head of the paper, as it is now. */
async function checkReport(tx: Tx, reference: string): Promise<CheckedSaleReport> {
  const [, from = '', to = '', number = '', letters] = /^SR(\d{4})(\d{4})(\d{2})(.*)$/.exec(reference) ?? []
  const [organisation] = letters
    ? await rows(
        tx,
        sql<{ id: string; type: OrganisationType }>`select id, type from organisations where id = ${letters}::uuid`,
      )
    : []
  if (letters && !organisation) throw new Refused('sale_report.unknown')
  const report = await readSaleReport(tx, organisation ?? null, saleNameOf(`${from}/${to}`, Number(number)))
  const { saleNumber, season, saleDate, organisationName, lots, weight, gross, difference } = report
  return {
    saleNumber,
    season,
    saleDate,
    organisationName,
    lots,
    weight,
    gross,
    difference,
    fingerprint: fingerprintOf(report),
  }
}

export const checkRoutes = serve(
  { check: saleReports.check },
  {
    check: ({ house, params: { code } }) =>
      readByCode({ house, kind: paperKind, code, unknown: 'sale_report.unknown', read: checkReport }),
  },
  { transactions: 'own' },
)
