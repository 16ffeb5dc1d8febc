import { toCents } from '#contract/kit/money.ts'
import { chains, evidenceReference, type Proof } from '#contract/statements/chains.ts'
import { now } from '#server/kit/clock.ts'
import { checkAtEnd, readByCode } from '#server/kit/paper/checkedPaper.ts'
import type { PaperKind } from '#server/kit/paper/paperCodes.ts'
import { writePdfSections } from '#server/kit/paper/pdfSections.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { serve } from '#server/kit/web/serve.ts'
import { hashOfCode } from '#server/loanReports/statementCodes.ts'
import { eslipPaperWords } from '#server/settlement/eslipPaperWords.ts'
import { approvedSchedule } from './checkedSchedules.ts'
import { codeOfPack, fingerprintOfParts, handOut, type PackCall } from './handOut.ts'
import { evidenceFacts } from './evidenceFacts.ts'
import { evidenceWords } from './evidenceWords.ts'
import { readLineChain, readSlipChain } from './readChain.ts'

/** Of a member who is paid for many seasons the latest are shown. */
const mostPayments = 12

const paperKind: PaperKind = { name: 'evidence', reference: evidenceReference }
type Said = { chain: Proof; code: string; address: string; fingerprint: string }

const fingerprintOf = ({ parts, ...line }: Proof): string => fingerprintOfParts([line, ...parts])

/** The chain of a line with its code. Whoever takes it leaves a line in the trail of the society. */
async function packOf({ tx, params, house }: PackCall) {
  const {
    chain: { lineId, ...chain },
    organisationId,
    farmer,
  } = await readLineChain(tx, params.id)
  return {
    said: { chain, ...codeOfPack(house, paperKind, 'EV', lineId), fingerprint: fingerprintOf(chain) },
    name: `evidence_${chain.season.replace('/', '-')}_${chain.cycle}`,
    trail: { organisationId, kind: 'farmer', recordId: farmer.id, title: farmer.name },
  }
}

function writePaper({ chain, code, address, fingerprint }: Said, language: PrintLanguage, by: string) {
  const words = evidenceWords[language]
  const { kilograms, moment, money } = printedFormats(language)
  const usd = (amount: number | null) => (amount === null ? '' : money(toCents(amount)))
  return writePdfSections({
    language,
    title: words.title,
    lead: words.lead(chain.organisationName, chain.season, String(chain.cycle)),
    footer: words.issued(by, moment(now())),
    sections: [
      {
        title: words.payment,
        none: '',
        facts: evidenceFacts(chain, language),
      },
      {
        title: words.sources,
        none: words.none,
        columns: [
          words.source,
          words.sale,
          words.lotWeight,
          words.net,
          words.deal,
          words.dollars,
          words.shillings,
          words.part,
        ],
        rows: chain.parts.map((part) => [
          part.source === 'LOT'
            ? words.lot(part.lotNumber, part.outturn, part.grade, part.eslipNumber)
            : part.says || words.kinds[part.source],
          part.saleNumber === null ? '' : `${part.saleNumber}, ${part.season}`,
          part.weight === null ? '' : kilograms(part.weight),
          usd(part.net),
          part.rate === null ? '' : `${part.dealCode} ${part.rate}`,
          part.source === 'SHILLINGS' ? '' : usd(part.dollars),
          usd(part.shillings),
          usd(part.part),
        ]),
      },
      {
        title: words.fetched,
        none: words.none,
        columns: [words.source, words.leg, 'USD'],
        rows: lotsOf(chain).flatMap(({ lotNumber, outturn, grade, eslipNumber, gross, legs }) => [
          [words.lot(lotNumber, outturn, grade, eslipNumber), words.gross, usd(gross)],
          ...legs.map(({ kind, amount }) => ['', eslipPaperWords[language].kinds[kind], usd(amount)]),
        ]),
      },
    ],
    check: checkAtEnd(words, { code, fingerprint, address }),
  })
}

/** Each lot of a chain once, through however many deals its dollars went. */
const lotsOf = ({ parts }: Proof) => [
  ...new Map(parts.flatMap((part) => (part.eslipId === null ? [] : [[part.eslipId, part] as const]))).values(),
]

/** The payments of a statement that was printed under a code, as they stand now. Throws `loan_statement.unknown`. */
async function readProof(tx: Tx, code: string): Promise<{ payments: Proof[] }> {
  const [issued] = await rows(
    tx,
    sql<{
      farmerId: string
      at: Date
    }>`select farmer_id as "farmerId", issued_at as at from member_statements where code_hash = ${hashOfCode(code)} and kind = 'payment_statement'`,
  )
  if (!issued) throw new Refused('loan_statement.unknown')
  const lines = await rows(
    tx,
    sql<{ id: string }>`select l.id from schedule_lines l join communal_payments p on p.id = l.communal_payment_id
      where l.farmer_id = ${issued.farmerId} and ${approvedSchedule} and p.decided_at <= ${issued.at} order by p.decided_at desc limit ${mostPayments}`,
  )
  const payments: Proof[] = []
  for (const { id } of lines) {
    const {
      chain: { lineId: _line, ...proof },
    } = await readLineChain(tx, id)
    payments.push(proof)
  }
  return { payments }
}

export const chainRoutes = [
  ...serve(
    { line: chains.line, eslip: chains.eslip, paper: chains.paper, file: chains.file },
    {
      line: async ({ tx, params }) => (await readLineChain(tx, params.id)).chain,
      eslip: async ({ tx, params }) => ({ growers: await readSlipChain(tx, params.id) }),
      ...handOut({ packOf, writePaper }),
    },
  ),
  ...serve(
    { check: chains.check, proof: chains.proof },
    {
      check: async ({ house, params }) => {
        const {
          chain: { lineId: _line, ...chain },
        } = await readByCode({
          house,
          kind: paperKind,
          code: params.code,
          unknown: 'evidence.unknown',
          read: (tx, reference) => readLineChain(tx, reference.slice(2)),
        })
        return { ...chain, fingerprint: fingerprintOf(chain) }
      },
      proof: ({ house, params }) =>
        house.db.transaction('system', (tx) => readProof(tx, params.code), { readOnly: true }),
    },
    { transactions: 'own' },
  ),
]
