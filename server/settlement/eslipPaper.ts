import type { Readable } from 'node:stream'
import { toAmount, toCents } from '#contract/kit/money.ts'
import { eslipPapers, eslipReference, type CheckedEslip } from '#contract/settlement/eslipPapers.ts'
import { eslipFlow, type Eslip } from '#contract/settlement/eslips.ts'
import { basisIn } from '#contract/settlement/legBasis.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { checkAtEnd, fingerprintOver, readByCode } from '#server/kit/paper/checkedPaper.ts'
import { addressOfCode, codeOfPaper, type PaperKind } from '#server/kit/paper/paperCodes.ts'
import { writePdfSections } from '#server/kit/paper/pdfSections.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve, streamReply, type Call } from '#server/kit/web/serve.ts'
import { eslipPaperWords } from './eslipPaperWords.ts'
import { eslipKind } from './eslipRows.ts'
import { eslips } from './eslips.ts'

const paperKind: PaperKind = { name: 'eslip', reference: eslipReference }

/** Sixteen letters over what a lot fetched and every leg of it: another figure has another one. */
async function fingerprintOf(tx: Tx, id: string): Promise<string> {
  const legs = await rows(
    tx,
    sql<{
      line: string
    }>`select l.place || ' ' || l.kind || ' ' || l.amount_cents || ' ' || coalesce(l.payee_id::text, '') || ' ' || e.eslip_number || ' ' || e.gross_cents as line
      from eslip_legs l join eslips e on e.id = l.eslip_id where l.eslip_id = ${id} order by l.place`,
  )
  return fingerprintOver(legs.map(({ line }) => line))
}

async function printEslip({ tx, actor, params, query: { language }, house }: Call<typeof eslipPapers.download>) {
  const slip = await eslips.read(tx, actor, params.id)
  // Who only milled or stored the lot has a leg of it, and not the slip of the grower.
  if (slip.net === null) throw new Refused('eslip.not_yours')
  const code = codeOfPaper(house, paperKind, `ES${slip.id.replaceAll('-', '').toUpperCase()}`)
  // Over all legs, also those that this reader does not see, so that every print of it says the same.
  const fingerprint = await house.db.transaction('system', (whole) => fingerprintOf(whole, slip.id), { readOnly: true })
  return streamReply({
    type: 'application/pdf',
    name: `eslip_${slip.eslipNumber.replaceAll('/', '-')}.pdf`,
    before: ({ db }) =>
      db.transaction(scopeOf(actor), (trail) =>
        writeAudit(trail, {
          by: actor,
          organisationId: actor.organisationId,
          kind: eslipKind.flow.kind,
          recordId: slip.id,
          title: slip.eslipNumber,
          action: 'slip',
        }),
      ),
    produce: () =>
      write(slip, { language, code, fingerprint, address: addressOfCode(house, 'check', code), by: actor.fullName }),
  })
}

type Print = { language: PrintLanguage; code: string; fingerprint: string; address: string; by: string }

function write(slip: Eslip, { language, code, fingerprint, address, by }: Print): Readable {
  const words = eslipPaperWords[language]
  const { day, moment, money, weight } = printedFormats(language)
  const usd = (amount: number | null) => money(toCents(amount ?? 0))
  return writePdfSections({
    language,
    title: `${words.title} ${slip.eslipNumber}`,
    lead: words.lead(String(slip.saleNumber), slip.season, day(slip.saleDate)),
    footer: `${slip.eslipNumber} · ${words.issued(by, moment(now()))}`,
    sections: [
      {
        title: words.lot,
        none: '',
        facts: [
          [words.lotNumber, slip.lotNumber],
          [words.outturn, `${slip.outturn} ${slip.grade}`],
          [words.weight, weight(slip.weight)],
          [words.grower, slip.growerName ? `${slip.growerName} (${slip.growerCode})` : words.bulked],
          [words.buyer, slip.buyerName],
          [words.invoice, slip.invoiceNumber ?? ''],
          [words.price, `USD ${usd(slip.price)}`],
          [words.gross, `USD ${usd(slip.gross)}`],
          [words.promptDay, day(slip.promptDate)],
          [words.paidOn, slip.paidOn ? day(slip.paidOn) : '–'],
          [words.warrant, slip.warrantNumber ?? '–'],
        ],
      },
      {
        title: words.legs,
        none: words.none,
        columns: [words.leg, words.details, 'USD'],
        rows: [
          ...slip.legs.map(({ kind, payeeName, basis, amount }) => [
            words.kinds[kind],
            [payeeName, basisIn(language, basis)].filter(Boolean).join(', '),
            usd(amount),
          ]),
          [words.deductions, '', usd(slip.totalDeductions)],
          [words.net, '', usd(slip.net)],
        ],
      },
    ],
    check: checkAtEnd(words, { code, fingerprint, address }),
  })
}

type Stored = Omit<CheckedEslip, 'weight' | 'gross' | 'state' | 'fingerprint'> & {
  id: string
  weight: string
  cents: bigint
  status: keyof typeof eslipFlow.states
}

/** What an e-slip says to a stranger who holds its code. */
async function checkEslip(tx: Tx, reference: string): Promise<CheckedEslip> {
  const [found] = await rows(
    tx,
    sql<Stored>`select id, eslip_number as "eslipNumber", sale_number::int as "saleNumber", season, lot_number::text as "lotNumber", kilograms as weight, gross_cents as cents, status
      from eslips where id = ${reference.slice(2)}::uuid`,
  )
  if (!found) throw new Refused('eslip.unknown')
  const { id, weight, cents, status, ...shown } = found
  return {
    ...shown,
    weight: Number(weight),
    gross: toAmount(cents),
    state: eslipFlow.states[status].label,
    fingerprint: await fingerprintOf(tx, id),
  }
}

export const eslipPaperRoutes = [
  ...serve({ download: eslipPapers.download }, { download: printEslip }),
  ...serve(
    { check: eslipPapers.check },
    {
      check: ({ house, params: { code } }) =>
        readByCode({ house, kind: paperKind, code, unknown: 'eslip.unknown', read: checkEslip }),
    },
    { transactions: 'own' },
  ),
]
