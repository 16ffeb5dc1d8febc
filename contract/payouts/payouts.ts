import { z } from 'zod'
import { oneLine } from '#contract/kit/oneLine.ts'
import { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { actionAnswer, endpoint, Id, idParam, plainAnswer } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import type { Step, Tone } from '#contract/kit/workflow.ts'
import { payoutResolutionName } from './payoutResolutions.ts'

/** Where a payout can stand. The last four are ends; a bank's word brings it there, or two persons with their evidence. */
export const payoutStates = {
  QUEUED: { label: 'Waiting to be sent', tone: 'neutral' },
  SENDING: { label: 'On its way', tone: 'info' },
  IN_DOUBT: { label: 'In doubt', tone: 'waiting' },
  RETURNING: { label: 'Coming back', tone: 'waiting' },
  PAID: { label: 'Paid', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  REVERSED: { label: 'Came back', tone: 'bad' },
  REVERSAL_FAILED: { label: 'Stuck in transit', tone: 'bad' },
} as const satisfies Record<string, { label: string; tone: Tone }>
type PayoutState = keyof typeof payoutStates
const states = Object.keys(payoutStates) as [PayoutState, ...PayoutState[]] // border: the keys of the list

/** Where a leg can stand at the bank. */
export const legStates = {
  QUEUED: { label: 'Not sent yet', tone: 'neutral' },
  SENT: { label: 'Sent', tone: 'info' },
  ACCEPTED: { label: 'Accepted by the bank', tone: 'info' },
  IN_DOUBT: { label: 'In doubt', tone: 'waiting' },
  PAID: { label: 'Paid', tone: 'good' },
  REFUSED: { label: 'Refused', tone: 'bad' },
} as const satisfies Record<string, { label: string; tone: Tone }>
type LegState = keyof typeof legStates

/** The ways to the bank, each of which can be paused. */
export const payoutChannels = {
  internal: 'Inside the bank',
  pesalink: 'PesaLink',
  mpesa: 'M-PESA',
  rtgs: 'RTGS',
} as const
export type PayoutChannel = keyof typeof payoutChannels
const channel = z.enum(Object.keys(payoutChannels) as [PayoutChannel, ...PayoutChannel[]]) // border: the keys of the list

/** How a pause ends: by somebody else than who began it. */
export const resumeStep: Step = {
  label: 'Resume',
  from: ['PAUSED'],
  to: ['RESUMED'],
  allow: 'CAN_STOP_PAYOUTS',
  who: 'other',
  comment: 'required',
  tone: 'main',
}

/** Why payouts stand still, as the desk filters and counts them. */
export const payoutAttention = {
  PAUSED: 'Channel paused',
  HELD_BACK: 'Held back',
  IN_DOUBT: 'In doubt',
  RETURNING: 'Coming back',
  STUCK: 'Stuck in transit',
  FAILED: 'Not paid, last seven days',
} as const
export type PayoutAttention = keyof typeof payoutAttention
const attentionNames = Object.keys(payoutAttention) as [PayoutAttention, ...PayoutAttention[]] // border: the keys of the list

const time = z.iso.datetime({ offset: true })
const paymentTypes = ['INTERNALFT', 'PESALINK', 'MPESA', 'RTGS'] as const

export const Payout = z.object({
  id: Id,
  title: z.string().describe('Who is paid'),
  organisationName: z.string(),
  organisationCode: z.string(),
  lenderName: z.string().describe('Whose fund pays'),
  amount: z.number(),
  currency: z.enum(['KES', 'USD']),
  paymentType: z.enum(paymentTypes),
  institutionName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  narration: z.string(),
  reference: z.string(),
  status: z.enum(states),
  reason: z.string().describe('Why it stands there, in the words of the bank'),
  bankReference: z.string().nullable(),
  created: time,
  settledAt: time.nullable(),
  ageMinutes: z.number().int().nullable().describe('How long it has been under way; nothing once it has ended'),
  nextAt: time.nullable().describe('When it is sent or queried next'),
  asked: z.number().int().describe('How often the bank was queried about what is open'),
  waitsFor: z.enum(['', 'pause', 'velocity']),
  attention: z
    .enum(attentionNames)
    .nullable()
    .describe('Why it needs attention, or nothing; a payment that failed does for seven days'),
  loanId: Id.nullable().describe('The loan that it pays'),
})
export type Payout = z.output<typeof Payout>

export const payoutList = listScreen({
  name: 'payouts',
  title: 'Payouts',
  row: Payout,
  columns: [
    { key: 'created', title: 'Opened on', as: 'time', sort: true },
    { key: 'title', title: 'Paid to', as: 'name', sort: true, card: 'title' },
    { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
    { key: 'amount', title: 'Amount', as: 'money', sort: true, card: 'value' },
    { key: 'currency', title: 'Currency', as: 'code', hidden: true },
    { key: 'paymentType', title: 'Payment type', as: 'text' },
    { key: 'status', title: 'Status', as: 'status', leaves: 'never' },
    { key: 'ageMinutes', title: 'Under way for', as: 'number', leaves: 'never' },
    { key: 'reason', title: 'Why', as: 'text' },
    { key: 'asked', title: 'Queries', as: 'number', hidden: true },
    { key: 'reference', title: 'Reference', as: 'code', hidden: true },
    { key: 'bankReference', title: 'Reference of the bank', as: 'code', hidden: true },
    { key: 'institutionName', title: 'Institution', as: 'text', hidden: true },
    { key: 'accountNumber', title: 'Account number', as: 'code', hidden: true, personal: true },
    { key: 'accountName', title: 'Account name', as: 'text', hidden: true },
    { key: 'narration', title: 'Narration', as: 'text', hidden: true },
    { key: 'lenderName', title: 'Lender', as: 'text', hidden: true },
    { key: 'settledAt', title: 'Settled on', as: 'time', hidden: true },
  ],
  searchIn: 'Name, reference or account number',
  found: ['reference', 'amount', 'created', 'status'],
  filters: [
    choiceFilter('attention', 'Needs attention', payoutAttention),
    choiceFilter('status', 'Status', payoutStates),
    choiceFilter('paymentType', 'Payment type', {
      INTERNALFT: 'Inside the bank',
      PESALINK: 'PesaLink',
      MPESA: 'M-PESA',
    }),
  ],
  sort: { key: 'created', direction: 'desc' },
  pageSize: 20,
})

export const PayoutLeg = z.object({
  place: z.number().int(),
  kind: z.enum(['INTERNAL', 'EXTERNAL', 'RETURN', 'CAME_BACK']),
  channel,
  reference: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.number(),
  currency: z.enum(['KES', 'USD']),
  received: z.number().nullable().describe('KES that arrive of dollars, by a deal'),
  status: z.enum(Object.keys(legStates) as [LegState, ...LegState[]]), // border: the keys of the list
  reason: z.string(),
  bankReference: z.string().nullable(),
  sentAt: time.nullable(),
  nextAt: time.nullable(),
  asked: z.number().int(),
  settledAt: time.nullable(),
  settledBy: z.enum(['ANSWER', 'STATUS', 'CALLBACK', 'STATEMENT', 'EVIDENCE']).nullable(),
})
export type PayoutLeg = z.output<typeof PayoutLeg>

/** One line of what was done and received. */
export const PayoutEvent = z.object({
  id: Id,
  at: time,
  place: z.number().int().nullable().describe('Which leg it is about'),
  what: z.enum(['SENT', 'NOT_SENT', 'ANSWER', 'STATUS', 'CALLBACK', 'STATEMENT', 'QUERY', 'DECIDED']),
  says: z.enum(['', 'ACCEPTED', 'PAID', 'REFUSED', 'IN_DOUBT', 'CONTRADICTS', 'RETURNED']),
  words: z.string(),
  by: z.string().nullable(),
})
export type PayoutEvent = z.output<typeof PayoutEvent>

/** A message of the bank as it came. Its text is shown to readers of personal values only. */
const PayoutMessage = z.object({
  id: Id,
  at: time,
  provider: z.enum(['coop', 'mpesa']),
  reference: z.string(),
  says: z.string(),
  outcome: z.enum(['UNMATCHED', 'MATCHED', 'CONTRADICTS']),
  body: z.string().nullable(),
})

/** A payout with all its evidence. */
export const PayoutDetail = Payout.extend({
  legs: z.array(PayoutLeg),
  events: z.array(PayoutEvent),
  messages: z.array(PayoutMessage),
  resolutions: z.array(payoutResolutionName).describe('Possible resolutions; none unless it is stuck in transit'),
  proposal: ChangeRequest.nullable().describe('The newest one for a stuck payout'),
})
export type PayoutDetail = z.output<typeof PayoutDetail>

/** Each channel with what is under way in it, the funds with what has left them, and what contradicts itself. */
export const PayoutBoard = z.object({
  asOf: time,
  channels: z.array(
    z.object({
      channel,
      waiting: z.number().int(),
      underWay: z.number().int(),
      inDoubt: z.number().int(),
      oldestDoubtAt: time.nullable(),
      pause: z
        .object({
          reason: z.string(),
          by: z.string(),
          at: time,
          resume: z.string().nullable().describe('Why the reader may not resume it, or nothing'),
        })
        .nullable(),
    }),
  ),
  funds: z.array(
    z.object({
      id: Id,
      lenderName: z.string(),
      hour: z.number(),
      hourMost: z.number(),
      day: z.number(),
      dayMost: z.number(),
    }),
  ),
  attention: z.number().int().describe('Payouts that need attention, for whatever reason'),
  stuck: z.number().int().describe('Payouts whose money lies in transit'),
  contradictions: z.number().int().describe('Messages that say otherwise than what is known, of the last seven days'),
})
export type PayoutBoard = z.output<typeof PayoutBoard>

const channelParam = z.object({ channel })
const reason = z.object({ reason: oneLine(500).min(3, 'Say why') })

export const payouts = {
  list: endpoint({
    method: 'GET',
    path: '/payouts',
    allow: 'CAN_VIEW_PAYOUTS',
    summary: 'Payouts of the organisations in reach, with how they stand and for how long',
    ...answersList(Payout),
  }),
  board: endpoint({
    method: 'GET',
    path: '/payouts/board',
    allow: 'CAN_VIEW_PAYOUTS',
    summary: 'Channels with what is under way, paused or in doubt, and what has left the funds in an hour and a day',
    answer: PayoutBoard,
  }),
  one: endpoint({
    method: 'GET',
    path: '/payouts/:id',
    allow: 'CAN_VIEW_PAYOUTS',
    summary: 'A payout with its legs, everything that was done and heard, and the messages of the bank',
    params: idParam,
    answer: PayoutDetail,
  }),
  query: endpoint({
    method: 'POST',
    path: '/payouts/:id/query',
    allow: 'CAN_QUERY_PAYOUTS',
    summary: 'Query the bank now about the open leg of a payout',
    params: idParam,
    answer: actionAnswer(PayoutDetail),
    errors: ['payout.nothing_to_ask'],
  }),
  pause: endpoint({
    method: 'POST',
    path: '/payouts/channels/:channel/pause',
    allow: 'CAN_STOP_PAYOUTS',
    summary: 'Send nothing more through a channel; what is under way is still queried',
    params: channelParam,
    body: reason,
    answer: plainAnswer,
    errors: ['channel.paused'],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/payouts/channels/:channel/resume',
    allow: 'CAN_STOP_PAYOUTS',
    stepUp: true,
    summary: 'Resume a channel that somebody else has paused',
    params: channelParam,
    body: reason,
    answer: plainAnswer,
    errors: ['channel.not_paused', 'own_submission'],
  }),
}
