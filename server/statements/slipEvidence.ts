import { toCents } from '#contract/kit/money.ts'
import { chains, dollarPlaces, slipEvidenceReference, type SlipProof } from '#contract/statements/chains.ts'
import { now } from '#server/kit/clock.ts'
import { checkAtEnd, readByCode } from '#server/kit/paper/checkedPaper.ts'
import type { PaperKind } from '#server/kit/paper/paperCodes.ts'
import { writePdfSections } from '#server/kit/paper/pdfSections.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import { serve } from '#server/kit/web/serve.ts'
import { eslipPaperWords } from '#server/settlement/eslipPaperWords.ts'
import { evidenceWords, slipEvidenceWords } from './evidenceWords.ts'
import { codeOfPack, fingerprintOfParts, handOut, type PackCall } from './handOut.ts'
import { readLegProof } from './readChain.ts'

const paperKind: PaperKind = { name: 'slip evidence', reference: slipEvidenceReference }
type Said = { proof: SlipProof; code: string; address: string; fingerprint: string }

const fingerprintOf = ({ legs, schedules, ...lot }: SlipProof): string =>
  fingerprintOfParts([lot, ...legs, ...schedules])

/** The chain of a leg with its code. Whoever takes it leaves a line in the trail of the society. */
async function packOf({ tx, params, house }: PackCall) {
  const { proof, eslipId, growerId } = await readLegProof(tx, params.id)
  return {
    said: { proof, ...codeOfPack(house, paperKind, 'EG', params.id), fingerprint: fingerprintOf(proof) },
    name: `evidence_${proof.eslipNumber.replaceAll('/', '-')}`,
    trail: { organisationId: growerId, kind: 'eslip', recordId: eslipId, title: proof.eslipNumber },
  }
}

function writePaper({ proof, code, address, fingerprint }: Said, language: PrintLanguage, by: string) {
  const [words, own] = [evidenceWords[language], slipEvidenceWords[language]]
  const { day, kilograms, moment, money } = printedFormats(language)
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
          [words.lotWeight, kilograms(proof.weight)],
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
          ...dollarPlaces
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

const { paper, file } = handOut({ packOf, writePaper })

/** From a lot to the shillings of members as an evidence pack: one for each of its growers. */
export const slipEvidenceRoutes = [
  ...serve({ slipPaper: chains.slipPaper, slipFile: chains.slipFile }, { slipPaper: paper, slipFile: file }),
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
