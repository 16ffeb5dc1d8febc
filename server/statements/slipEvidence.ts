import { Readable } from 'node:stream'
import { toCents } from '#contract/kit/money.ts'
import { chains, slipEvidenceReference, type SlipProof } from '#contract/statements/chains.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { checkAtEnd, fingerprintOver, readByCode } from '#server/kit/paper/checkedPaper.ts'
import { addressOfCode, codeOfPaper, type PaperKind } from '#server/kit/paper/paperCodes.ts'
import { writePdfSections } from '#server/kit/paper/pdfSections.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve, streamReply, type Call } from '#server/kit/web/serve.ts'
import { eslipPaperWords } from '#server/settlement/eslipPaperWords.ts'
import { evidenceWords, slipEvidenceWords } from './evidenceWords.ts'
import { readLegProof } from './readChain.ts'

const paperKind: PaperKind = { name: 'slip evidence', reference: slipEvidenceReference }
type Pack = {
  proof: SlipProof
  code: string
  address: string
  fingerprint: string
  reply: Pick<Parameters<typeof streamReply>[0], 'before'>
}

/** Over every figure, however its parts are ordered. */
const fingerprintOf = ({ legs, schedules, ...lot }: SlipProof): string =>
  fingerprintOver(
    [lot, ...legs, ...schedules].map((each) =>
      JSON.stringify(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ),
  )

/** The chain of a leg with its code. Whoever takes it leaves a line in the trail of the society. */
async function packOf({
  tx,
  actor,
  params,
  house,
}: Pick<Call<typeof chains.slipFile>, 'tx' | 'actor' | 'params' | 'house'>): Promise<Pack> {
  const { proof, eslipId, growerId } = await readLegProof(tx, params.id)
  const code = codeOfPaper(house, paperKind, `EG${params.id.replaceAll('-', '').toUpperCase()}`)
  return {
    proof,
    code,
    address: addressOfCode(house, 'check', code),
    fingerprint: fingerprintOf(proof),
    reply: {
      before: ({ db }) =>
        db.transaction(scopeOf(actor), (trail) =>
          writeAudit(trail, {
            by: actor,
            organisationId: growerId,
            kind: 'eslip',
            recordId: eslipId,
            title: proof.eslipNumber,
            action: 'evidence',
          }),
        ),
    },
  }
}

const places = ['nonCheckoff', 'retained', 'farmersUsd', 'unpaid'] as const

function writePaper({ proof, code, address, fingerprint }: Pack, language: PrintLanguage, by: string) {
  const [words, own] = [evidenceWords[language], slipEvidenceWords[language]]
  const { day, moment, money } = printedFormats(language)
  const usd = (amount: number) => money(toCents(amount))
  return writePdfSections({
    language,
    title: words.title,
    lead: own.lead(proof.organisationName, proof.eslipNumber),
    footer: words.issued(by, moment(now())),
    sections: [
      {
        title: words.kinds.LOT,
        none: '',
        facts: [
          [words.source, words.lot(proof.lotNumber, proof.outturn, proof.grade, proof.eslipNumber)],
          [words.sale, `${proof.saleNumber}, ${proof.season}`],
          [words.lotWeight, String(proof.weight)],
          [words.net, usd(proof.net)],
          [own.arrived, proof.arrivedOn === null ? '–' : day(proof.arrivedOn)],
        ],
      },
      {
        title: words.fetched,
        none: '',
        columns: [words.leg, 'USD'],
        rows: [
          [words.gross, usd(proof.gross)],
          ...proof.legs.map(({ kind, amount }) => [eslipPaperWords[language].kinds[kind], usd(amount)]),
        ],
      },
      {
        title: own.stands,
        none: own.nowhere,
        columns: [own.where, words.deal, 'USD', 'KES', own.members],
        rows: [
          ...places
            .filter((place) => proof[place] > 0)
            .map((place) => [own.places[place], '', usd(proof[place]), '', '']),
          ...proof.schedules.map(({ season, cycle, dealCode, rate, dollars, shillings, members }) => [
            own.schedule(season, String(cycle)),
            rate === null ? '' : `${dealCode} ${rate}`,
            usd(dollars),
            usd(shillings),
            String(members),
          ]),
        ],
      },
    ],
    check: checkAtEnd(words, { code, fingerprint, address }),
  })
}

const nameOf = ({ proof }: Pack, ending: string) => `evidence_${proof.eslipNumber.replaceAll('/', '-')}.${ending}`

/** From a lot to the shillings of members as an evidence pack: one for each of its growers. */
export const slipEvidenceRoutes = [
  ...serve(
    { slipPaper: chains.slipPaper, slipFile: chains.slipFile },
    {
      slipPaper: async (call) => {
        const pack = await packOf(call)
        return streamReply({
          ...pack.reply,
          type: 'application/pdf',
          name: nameOf(pack, 'pdf'),
          produce: () => writePaper(pack, call.query.language, call.actor.fullName),
        })
      },
      slipFile: async (call) => {
        const pack = await packOf(call)
        const { reply, ...data } = pack
        return streamReply({
          ...reply,
          type: 'application/json',
          name: nameOf(pack, 'json'),
          produce: () => Readable.from([JSON.stringify(data, null, 2)]),
        })
      },
    },
  ),
  ...serve(
    { slipCheck: chains.slipCheck },
    {
      slipCheck: ({ house, params }) =>
        readByCode({
          house,
          kind: paperKind,
          code: params.code,
          unknown: 'evidence.unknown',
          read: async (tx, reference) => {
            const { proof } = await readLegProof(tx, reference.slice(2))
            return { ...proof, fingerprint: fingerprintOf(proof) }
          },
        }),
    },
    { transactions: 'own' },
  ),
]
