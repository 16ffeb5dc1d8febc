import { z } from 'zod'
import { Id, endpoint, Status } from '#contract/kit/endpoint.ts'
import { outturnNumber } from '#contract/house/outturns.ts'
import { seasonName } from '#contract/house/seasons.ts'
import { schemaOf } from '#contract/kit/field.ts'
import { readsDispatch } from '#contract/dispatch/readsDispatch.ts'
import { balanceNotes, balanceStages } from './kilogramBalance.ts'

const Party = z.object({ organisationCode: z.string(), organisationName: z.string() })
const at = z.iso.datetime({ offset: true })
/** Who took a step, and when. */
const Step = z.object({ at, by: z.string() })

/** What came to the mill of it, by the society's parchment records. */
const Parchment = z.object({
  id: Id,
  grade: z.string(),
  bags: z.number().int(),
  kilograms: z.number(),
  status: Status,
  sent: Step,
  decided: Step.nullable(),
})

/** What the mill dispatched of one grade of it, and what the warehouse says of that. */
const Dispatched = z.object({
  id: Id,
  grade: z.string(),
  splitNumber: z.number().int().nullable(),
  bags: z.number().int(),
  pockets: z.number().int(),
  dispatchedKg: z.number(),
  kilograms: z.number().describe('As mill and warehouse say now'),
  season: z.string(),
  saleNumber: z.number().int(),
  miller: Party,
  warehouse: Party,
  broker: Party,
  status: Status,
  sent: Step,
  decided: Step.nullable(),
})

/** A lot of a catalogue that holds some of it. */
const Lot = z.object({
  id: Id,
  lotNumber: z.string(),
  grade: z.string(),
  splitNumber: z.string(),
  kilograms: z.number(),
  season: z.string(),
  saleNumber: z.number().int(),
  broker: Party,
  warehouse: Party,
  status: Status,
  sent: Step,
  decided: Step.nullable(),
})

/** The cherry behind an outturn. Which member's cherry became which parchment nobody records: it is that of its societies. */
const Cherry = z.object({
  kilograms: z
    .number()
    .describe('What its parchment is made of, by the kilograms of cherry in parchment that the setting says'),
  from: z.iso.date(),
  to: z.iso.date().describe('The day on which the parchment was sent, or today'),
  approvedKg: z.number().describe('Approved cherry of its societies between those days'),
  members: z.number().int().describe('Members who delivered it'),
  mapped: z.number().int().describe('Of those with a verified plot'),
})

/** An outturn from cherry to sale, as far as the reader may know each of its records. */
export const Outturn = z.object({
  outturn: z.string(),
  season: z.string(),
  week: z.number().int().describe('Of the coffee year'),
  millLetters: z.string(),
  phase: z.string().nullable().describe('What its first digit usually says'),
  growers: z
    .array(Party)
    .describe(
      'Societies whose parchment it was milled from, as far as the reader knows; several of one that the mill has bulked',
    ),
  miller: Party.nullable(),
  cherry: Cherry.nullable(),
  parchment: z.array(Parchment),
  dispatched: z.array(Dispatched),
  lots: z.array(Lot),
  balance: z.array(
    z.object({
      stage: z.enum(balanceStages),
      went: z.number().describe('Kilograms that went in'),
      came: z.number().describe('Kilograms that came out'),
      loss: z.number(),
      share: z.number().describe('Percent'),
      note: z.enum(Object.keys(balanceNotes) as (keyof typeof balanceNotes)[]).nullable(), // border: the keys of the list are its notes
    }),
  ),
})
export type Outturn = z.output<typeof Outturn>

const query = z.object({
  outturn: schemaOf(outturnNumber(), 'Outturn'),
  season: z.string().regex(seasonName),
})

/** An outturn as one page: what it came from, where it went, and what was lost on the way. */
export const outturns = {
  page: endpoint({
    method: 'GET',
    path: '/outturn',
    allow: readsDispatch,
    summary:
      'An outturn from cherry to sale, with its kilogram balance; each reader finds the records of the own organisation and those that name it',
    query,
    answer: Outturn,
    errors: ['record.not_found'],
  }),
  plots: endpoint({
    method: 'GET',
    path: '/outturn/plots',
    allow: 'CAN_VIEW_FARMERS',
    summary:
      'Verified plots of the members whose cherry is behind an outturn, as GeoJSON: a declaration in excess at society level; audited as personal data',
    query,
    answer: { binary: 'any' },
    errors: ['record.not_found'],
  }),
  summary: endpoint({
    method: 'GET',
    path: '/outturn/plots/summary',
    allow: 'CAN_VIEW_FARMERS',
    summary: 'The summary sheet beside those plots: kilograms, harvest days, members, plots, and members without one',
    query,
    answer: { binary: 'xlsx' },
    errors: ['record.not_found'],
  }),
}
