import { z } from 'zod'
import { actionAnswer, endpoint, Id, organisationIdParam } from '#contract/kit/endpoint.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { SeasonName } from '#contract/payments/communalRates.ts'

/** How many steps the wizard has. */
const wizardSteps = 5

/** What was chosen in the wizard: kept as it was typed, judged only when it is sent. */
export const DraftChoices = z.object({
  left: z.array(Id).max(200).describe('Lenders whose loans are not recovered'),
  leftDeductions: z.array(Id).max(200).default([]).describe('Deductions that are left out: they stay owed'),
  byFactory: z.boolean().describe('Whether each factory has a rate of its own'),
  amounts: z
    .record(z.string().max(60), z.string().max(40))
    .describe('KES of each factory as it was typed, by its id; empty for cherry without one'),
  tried: z.record(z.string().max(60), z.string().max(200)).describe('Other figures that are tried, by their names'),
})
export type DraftChoices = z.output<typeof DraftChoices>
export const noChoices: DraftChoices = { left: [], leftDeductions: [], byFactory: false, amounts: {}, tried: {} }

const instant = z.iso.datetime({ offset: true })
export const ScheduleDraft = DraftChoices.extend({
  id: Id,
  version: z.number().int(),
  season: z.string(),
  step: z.number().int(),
  isMine: z.boolean().describe('Whether the reader has it open: nobody else may write into it'),
  heldBy: z.string().describe('Who has it open'),
  heldSince: instant,
  createdBy: z.string(),
  savedAt: instant,
})
export type ScheduleDraft = z.output<typeof ScheduleDraft>

const seen = { id: Id, version: plainNumber(z.number().int().min(1)) }

/** The one draft that a society may have open in the wizard of payment schedules. */
export const scheduleDrafts = {
  one: endpoint({
    method: 'GET',
    path: '/payment/schedule/draft/:organisationId',
    allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
    summary: 'The open draft of a payment schedule, who has it open, and the one that was discarded last',
    params: organisationIdParam,
    answer: z.object({
      data: z.object({
        draft: ScheduleDraft.nullable(),
        discarded: z.object({ id: Id, season: z.string(), by: z.string(), at: instant }).nullable(),
      }),
    }),
  }),
  open: endpoint({
    method: 'POST',
    path: '/payment/schedule/draft/open',
    allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
    summary: 'Open the draft of the own society, or begin one; a draft that somebody else has open is only shown',
    body: z.object({ season: SeasonName }),
    answer: actionAnswer(ScheduleDraft),
    errors: ['input.invalid', 'organisation.not_allowed'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/payment/schedule/draft/save',
    allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
    summary: 'Keep what was chosen so far; only who has the draft open may, and only on the version that was seen',
    body: DraftChoices.extend({
      ...seen,
      season: SeasonName,
      step: plainNumber(
        z
          .number()
          .int()
          .min(0)
          .max(wizardSteps - 1),
      ),
    }),
    answer: actionAnswer(ScheduleDraft),
    errors: ['input.invalid', 'record.not_found', 'record.changed', 'step.wrong_state', 'schedule_draft.taken'],
  }),
  takeOver: endpoint({
    method: 'POST',
    path: '/payment/schedule/draft/takeOver',
    allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
    summary: 'Take over a draft that somebody else has open; that person is notified',
    body: z.object(seen),
    answer: actionAnswer(ScheduleDraft),
    errors: ['record.not_found', 'record.changed', 'step.wrong_state', 'organisation.not_allowed'],
  }),
  discard: endpoint({
    method: 'POST',
    path: '/payment/schedule/draft/discard',
    allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
    summary: 'Discard the draft; it can be brought back until another is begun',
    body: z.object(seen),
    answer: actionAnswer(ScheduleDraft),
    errors: ['record.not_found', 'record.changed', 'step.wrong_state', 'schedule_draft.taken'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/payment/schedule/draft/restore',
    allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
    summary: 'Bring a discarded draft back, for the one who does it',
    body: z.object({ id: Id }),
    answer: actionAnswer(ScheduleDraft),
    errors: ['record.not_found', 'change.open', 'step.wrong_state', 'organisation.not_allowed'],
  }),
}
