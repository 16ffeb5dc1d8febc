import { z } from 'zod'
import { endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import { legKinds, type LegKind } from '#contract/settlement/eslipMoney.ts'
import { ScheduleLine, scheduleReads } from '#contract/schedules/scheduleLines.ts'

const moment = z.iso.datetime({ offset: true })
const LineState = ScheduleLine.shape.status

/** From what shillings of a schedule came: a lot that was sold, other dollars that came in, or shillings that came as shillings. */
const chainSources = ['LOT', 'DOLLARS', 'SHILLINGS'] as const

/** One source of a schedule and the deal through which it went: a lot stands once for each deal. */
const ChainPart = z.object({
  source: z.enum(chainSources),
  says: z.string().describe('Of what is no lot, what the books say it was'),
  eslipId: Id.nullable(),
  eslipNumber: z.string(),
  lotNumber: z.string(),
  outturn: z.string(),
  grade: z.string(),
  season: z.string().describe('Of the sale'),
  saleNumber: z.number().int().nullable(),
  weight: z.number().nullable().describe('Kilograms of the lot'),
  gross: z.number().nullable().describe('USD that the lot fetched'),
  legs: z
    .array(z.object({ kind: z.enum(Object.keys(legKinds) as [LegKind, ...LegKind[]]), amount: z.number() })) // border: the keys of the list
    .describe(
      'To whom what it fetched went, in USD; of a lot of several growers what all bear, and what is this society’s',
    ),
  net: z.number().nullable().describe('USD of it that the society was paid'),
  arrivedOn: z.iso.date().nullable(),
  dealCode: z.string(),
  rate: z.number().nullable().describe('Shillings for a dollar'),
  dollars: z.number().describe('USD of it that paid for the schedule'),
  shillings: z.number().describe('KES that they became'),
  part: z.number().describe('KES of it in the cherry and the premiums of the member'),
})
export type ChainPart = z.output<typeof ChainPart>

/** A line of a statement and all that its shillings came from. */
const LineChain = z.object({
  lineId: Id,
  organisationName: z.string(),
  season: z.string(),
  cycle: z.number().int(),
  weight: z.number().describe('Kilograms of cherry that it pays'),
  rate: z.number().describe('KES for a kilogram'),
  total: z.number(),
  bonus: z.number(),
  deducted: z.number(),
  recovered: z.number(),
  leftOver: z.number(),
  paid: z.number().describe('What goes to the account'),
  status: LineState,
  paidAt: moment.nullable(),
  parts: z
    .array(ChainPart)
    .describe('They add up to the total and the premiums, to the cent; empty before the schedule is approved'),
})
export type LineChain = z.output<typeof LineChain>

/** An account that dollars of a lot have reached as shillings. */
const ReachedAccount = z.object({
  lineId: Id,
  farmerId: Id,
  memberNumber: z.string(),
  name: z.string(),
  account: z.string().describe('Its last characters'),
  part: z.number().describe('KES of the lot in what the member gets before anything is taken'),
  status: LineState,
})

/** A schedule that dollars of a lot have paid for. */
const ReachedSchedule = z.object({
  id: Id,
  season: z.string(),
  cycle: z.number().int(),
  dealCode: z.string(),
  rate: z.number().nullable(),
  dollars: z.number(),
  shillings: z.number(),
  members: z.number().int(),
  accounts: z.array(ReachedAccount).describe('The largest of them'),
})

/** Where the dollars of a lot stand that are in no payment yet, in the order in which they come by. */
export const dollarPlaces = ['nonCheckoff', 'retained', 'farmersUsd', 'unpaid'] as const

/** What became of the dollars that a society was paid for a lot. They add up, to the cent. */
const GrowerChain = z.object({
  legId: Id.describe('Of the leg that paid it: names its evidence pack'),
  organisationName: z.string(),
  net: z.number().describe('USD'),
  arrivedOn: z.iso.date().nullable(),
  nonCheckoff: z.number().describe('On the account where dollars come in'),
  retained: z.number(),
  farmersUsd: z.number().describe('On the way to the farmers’ dollars, or there'),
  unpaid: z.number().describe('Converted, and in no schedule yet'),
  schedules: z.array(ReachedSchedule),
})
export type GrowerChain = z.output<typeof GrowerChain>

/** A payment for cherry from its lots to the account, with nothing of whose it is. */
const Proof = LineChain.omit({ lineId: true })
export type Proof = z.output<typeof Proof>

/** How the code of an evidence pack begins: letters that only one has, and of which line it is. */
export const evidenceReference = /^EV[0-9A-F]{32}$/

/** What anybody who holds an evidence pack may learn from its code: the chain, and nothing of the member. */
const CheckedEvidence = Proof.extend({
  fingerprint: z.string().describe('Of every figure, as it stands now'),
})
export type CheckedEvidence = z.output<typeof CheckedEvidence>

/** The same from the side of a lot: how the code of its evidence pack begins, and of which grower's leg it is. */
export const slipEvidenceReference = /^EG[0-9A-F]{32}$/

/** A lot and what became of the dollars that one of its growers was paid for it, with nothing of a member. */
const SlipProof = ChainPart.pick({
  eslipNumber: true,
  lotNumber: true,
  outturn: true,
  grade: true,
  season: true,
  legs: true,
})
  .extend({ saleNumber: z.number().int(), weight: z.number().describe('Kilograms'), gross: z.number().describe('USD') })
  .extend(GrowerChain.omit({ legId: true, schedules: true }).shape)
  .extend({ schedules: z.array(ReachedSchedule.omit({ id: true, accounts: true })) })
export type SlipProof = z.output<typeof SlipProof>
const CheckedSlipEvidence = SlipProof.extend({ fingerprint: CheckedEvidence.shape.fingerprint })
export type CheckedSlipEvidence = z.output<typeof CheckedSlipEvidence>

/** From a line of a statement to the lots that it came from, and from a lot to the accounts that it reached. */
export const chains = {
  line: endpoint({
    method: 'GET',
    path: '/payment/scheduleLine/:id/chain',
    allow: scheduleReads,
    summary: 'From which lots, e-slips and deals the shillings of a line came, to the cent',
    params: idParam,
    answer: LineChain,
    errors: ['record.not_found'],
  }),
  eslip: endpoint({
    method: 'GET',
    path: '/eslips/:id/chain',
    allow: scheduleReads,
    summary:
      'What became of the dollars of a lot: what was retained, converted and paid, and the accounts that they reached',
    params: idParam,
    answer: z.object({ growers: z.array(GrowerChain) }),
    errors: ['record.not_found'],
  }),
  paper: endpoint({
    method: 'GET',
    path: '/payment/scheduleLine/:id/evidence',
    allow: scheduleReads,
    summary:
      'The chain of a line as an evidence pack on paper, with a code that anybody can check. Each is written into the trail',
    params: idParam,
    query: z.object({ language: z.enum(['en', 'sw']).default('en') }),
    answer: { binary: 'pdf' },
    errors: ['record.not_found'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/payment/scheduleLine/:id/evidence/file',
    allow: scheduleReads,
    summary: 'The same evidence pack as data, with its code and fingerprint. Each is written into the trail',
    params: idParam,
    answer: { binary: 'any' },
    errors: ['record.not_found'],
  }),
  slipPaper: endpoint({
    method: 'GET',
    path: '/eslips/legs/:id/evidence',
    allow: scheduleReads,
    summary:
      'What became of the dollars of a grower’s leg as an evidence pack on paper, with a code that anybody can check. Each is written into the trail',
    params: idParam,
    query: z.object({ language: z.enum(['en', 'sw']).default('en') }),
    answer: { binary: 'pdf' },
    errors: ['record.not_found'],
  }),
  slipFile: endpoint({
    method: 'GET',
    path: '/eslips/legs/:id/evidence/file',
    allow: scheduleReads,
    summary: 'The same evidence pack of a lot as data, with its code and fingerprint. Each is written into the trail',
    params: idParam,
    answer: { binary: 'any' },
    errors: ['record.not_found'],
  }),
  slipCheck: endpoint({
    method: 'GET',
    path: '/check-slip-evidence/:code',
    allow: 'anyone',
    summary: 'Whether an evidence pack of a lot is ours, and where its dollars are now, without anything of a member',
    params: z.object({ code: z.string().min(1).max(60) }),
    answer: CheckedSlipEvidence,
    errors: ['evidence.unknown'],
  }),
  check: endpoint({
    method: 'GET',
    path: '/check-evidence/:code',
    allow: 'anyone',
    summary: 'Whether an evidence pack is ours, and the chain as it stands now, without anything of the member',
    params: z.object({ code: z.string().min(1).max(60) }),
    answer: CheckedEvidence,
    errors: ['evidence.unknown'],
  }),
  proof: endpoint({
    method: 'GET',
    path: '/check-proof/:code',
    allow: 'anyone',
    summary:
      'The chain of every payment on a printed payment statement, from its lots to the account, for whoever holds the paper; nothing of the member',
    params: z.object({ code: z.string().min(1).max(60) }),
    answer: z.object({
      payments: z.array(Proof).describe('Those that were approved when it was printed, the latest first'),
    }),
    errors: ['loan_statement.unknown'],
  }),
}
