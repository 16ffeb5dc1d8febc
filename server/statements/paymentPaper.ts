import type { Readable } from 'node:stream'
import { toCents } from '#contract/kit/money.ts'
import type { LinePart } from '#contract/schedules/lineParts.ts'
import type { FarmerStatement } from '#contract/statements/farmerStatements.ts'
import type { PaidLine } from '#contract/statements/paidLines.ts'
import { businessDate } from '#server/kit/clock.ts'
import { checkAtEnd, fingerprintOver } from '#server/kit/paper/checkedPaper.ts'
import { writePdfSections, type PdfSection } from '#server/kit/paper/pdfSections.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import { masked } from '#server/kit/scope.ts'
import { paymentPaperWords } from './paymentPaperWords.ts'

/** What a member has been paid of a statement, in cents: what has arrived. */
export const paidOf = ({ payments }: FarmerStatement): bigint =>
  payments.reduce((all, { status, netAmount }) => all + (status === 'SUCCESS' ? toCents(netAmount) : 0n), 0n)

/** Sixteen letters over every figure that is printed of a payment statement: another figure has another one. */
export const fingerprintOfPayments = ({ member, seasons, payments }: FarmerStatement, to: string): string =>
  fingerprintOver([
    `${member.id} ${to}`,
    ...seasons.map((one) => `${one.season} ${one.kilograms} ${one.paid} ${one.unpaid}`),
    ...payments.flatMap((line) => [
      `${line.id} ${line.status} ${line.paidAt} ${masked(line.accountNumber)} ${line.transactionId}`,
      `${line.totalCherryWeight} ${line.commissionRate} ${line.initialAmount} ${line.leftOver} ${line.netAmount}`,
      ...line.factories.map(({ name, weight, rate, amount }) => `${name} ${weight} ${rate} ${amount}`),
      ...[...line.bonuses, ...line.deductions].map((part) => `${part.title} ${part.authority} ${part.amount}`),
      ...line.recoveries.map(({ lender, season, amount }) => `${lender} ${season} ${amount}`),
    ]),
  ])

type Printed = {
  language: PrintLanguage
  statement: FarmerStatement
  /** The day that it says how things stood on. */
  to: string
  code: string
  /** Where the code is checked. */
  address: string
  fingerprint: string
  issued: { at: Date; by: string; organisation: string }
}

/** A member's payment statement on A4, with a code that anybody can check. */
export function writePaymentPaper(printed: Printed): Readable {
  const { language, statement, to, code, address, fingerprint, issued } = printed
  const words = paymentPaperWords[language]
  const { day, moment, money } = printedFormats(language)
  const { member } = statement
  return writePdfSections({
    language,
    title: words.title,
    lead: words.lead(member.organisationName, day(to)),
    footer: `${member.memberNumber} · ${words.issued(issued.by, issued.organisation, moment(issued.at))}`,
    sections: [
      {
        title: words.member,
        none: '',
        facts: [
          [words.name, member.name],
          [words.memberNumber, member.memberNumber],
          [words.idNumber, masked(member.nationalId)],
          [words.paidInAll, `KES ${money(paidOf(statement))}`],
        ],
      },
      seasonsOf(printed),
      ...statement.payments.map((line) => paymentOf(printed, line)),
    ],
    check: checkAtEnd(words, { code, fingerprint, address }),
  })
}

function seasonsOf({ language, statement: { seasons } }: Printed): PdfSection {
  const words = paymentPaperWords[language]
  const { money } = printedFormats(language)
  const kes = (amount: number) => money(toCents(amount))
  return {
    title: words.seasons,
    none: words.none,
    columns: [
      words.season,
      words.kilograms,
      words.total,
      words.premiums,
      words.deductions,
      words.lenders,
      words.paid,
      words.unpaid,
    ],
    rows: seasons.map(({ season, kilograms, total, bonus, deducted, recovered, paid, unpaid }) => [
      season,
      String(kilograms),
      ...[total, bonus, deducted, recovered, paid, unpaid].map(kes),
    ]),
  }
}

/** All that makes one payment: what it is made of is positive, what it went to is negative; it adds up to nothing. */
function paymentOf({ language }: Printed, line: PaidLine): PdfSection {
  const words = paymentPaperWords[language]
  const { day, money } = printedFormats(language)
  const row = (what: string, details: string, amount: number) => [what, details, money(toCents(amount))]
  const byRate = (kilograms: number, rate: number) => words.byRate(String(kilograms), money(toCents(rate)))
  const resolved = ({ authority, authorityDate }: LinePart) => words.resolved(authority, day(authorityDate))
  const cherry =
    line.factories.length > 0
      ? line.factories.map(({ name, weight, rate, amount }) => row(name || words.cherry, byRate(weight, rate), amount))
      : [row(words.cherry, byRate(line.totalCherryWeight, line.commissionRate), line.initialAmount)]
  const account = [line.instName, masked(line.accountNumber), line.transactionId].filter(Boolean).join(', ')
  const state = line.status === 'SUCCESS' ? words.paid : line.status === 'NIL' ? words.nothing : words.unpaid
  return {
    title: words.payment(
      line.season,
      String(line.cycle),
      day(businessDate(new Date(line.paidAt ?? line.approvedAt ?? line.dateCreated))),
    ),
    none: words.none,
    columns: [words.what, words.details, 'KES'],
    rows: [
      ...cherry,
      ...line.bonuses.map((part) => row(part.title, resolved(part), part.amount)),
      ...line.deductions.map((part) => row(part.title, resolved(part), -part.amount)),
      ...line.recoveries.map(({ lender, season, amount, loans }) =>
        row(lender, [words.lentIn(season), ...loans].join(', '), -amount),
      ),
      ...(line.leftOver > 0 ? [row(words.leftOver, '', -line.leftOver)] : []),
      row(`${words.toAccount}: ${state}`, account, -line.netAmount),
    ],
  }
}
