import { z } from 'zod'
import { endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import type { Tone } from '#contract/kit/workflow.ts'
import { textOccasions, type TextOccasion } from './textOccasions.ts'

/** Where a text to a farmer is in its life. In doubt and sent texts are never sent again. */
export const textStates = {
  waiting: { label: 'Waits to be sent', tone: 'waiting' },
  sending: { label: 'Being sent', tone: 'waiting' },
  sent: { label: 'Sent', tone: 'good' },
  in_doubt: { label: 'May have arrived', tone: 'info' },
  refused: { label: 'Refused', tone: 'bad' },
  expired: { label: 'Not sent in time', tone: 'bad' },
} as const satisfies Record<string, { label: string; tone: Tone }>
export type TextState = keyof typeof textStates

/** Why a text was not accepted, or that nobody knows. */
export const textProblems = {
  unreachable: 'The gateway could not be reached.',
  failed: 'The gateway could not send it.',
  not_accepted: 'The gateway did not accept our key or sender. The operator must look at the settings.',
  no_credit: 'The account at the gateway has no credit.',
  no_answer: 'The gateway did not answer. The text may have arrived.',
  held: 'The gateway holds it back. The text may still arrive.',
  stopped: 'The server stopped while sending. The text may have arrived.',
  wrong_number: 'There is no such mobile number.',
  not_served: 'The gateway does not serve this number.',
  unwanted: 'The owner of the number wants no texts.',
} as const
export type TextProblem = keyof typeof textProblems

/** A text to a farmer. The number shows its last digits only. */
export const FarmerText = z.object({
  id: Id,
  at: z.iso.datetime({ offset: true }),
  occasion: z.enum(Object.keys(textOccasions) as [TextOccasion]), // border: the keys of the list
  mobileNumber: z.string(),
  text: z.string(),
  language: z.enum(['en', 'sw']),
  state: z.enum(Object.keys(textStates) as [TextState]), // border: the keys of the list
  problem: z.string().describe('Why it was not taken, or empty'),
  endedAt: z.iso.datetime({ offset: true }).nullable(),
})
export type FarmerText = z.output<typeof FarmerText>

export const texts = {
  ofFarmer: endpoint({
    method: 'GET',
    path: '/farmer/:id/texts',
    allow: 'CAN_VIEW_PERSONAL_DATA',
    summary: 'SMS to one farmer that are kept, newest first, at most a hundred',
    params: idParam,
    answer: z.object({
      on: z.boolean().describe('Whether this server sends texts at all'),
      texts: z.array(FarmerText),
    }),
    errors: ['record.not_found'],
  }),
}
