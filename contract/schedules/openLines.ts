import { z } from 'zod'
import { keysOf } from '#contract/kit/keysOf.ts'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { seasonFilter } from '#contract/house/seasons.ts'
import { holdReasons, lineStates, scheduleReads } from './scheduleLines.ts'

/** Why money of a schedule has not gone yet, as it is now. */
export const openWhys = {
  ...holdReasons,
  refused: 'Refused by the bank',
  mended: 'Nothing holds it any more',
} as const
type OpenWhy = keyof typeof openWhys

/** What mends it, and on which screen. */
export const mendings = {
  deceased: { message: 'Request the account of the next of kin as a change of the member', at: 'farmer' },
  not_active: { message: 'Request that the member is active again', at: 'farmer' },
  other_currency: { message: 'Request an account in shillings as a change of the member', at: 'farmer' },
  name_differs: { message: 'Request an account that the bank knows as the member’s', at: 'farmer' },
  not_verified: { message: 'Request the account anew: the bank is asked whose it is', at: 'farmer' },
  changing: { message: 'Have another person decide the change of the account', at: 'updates' },
  cooling_off: { message: 'Wait: money goes to a new account only some hours after the change', at: 'nowhere' },
  refused: { message: 'Mend the account with the bank and pay again, or pay to another account', at: 'farmer' },
  mended: { message: 'Pay it again: one person asks for it, another lets it go', at: 'nowhere' },
  waits: { message: 'Have another person decide the retry that waits', at: 'retries' },
  too_often: { message: 'The bank was asked five times: mend the account for the next schedule', at: 'farmer' },
  in_doubt: { message: 'Wait until the bank has said what became of it', at: 'nowhere' },
} as const satisfies Record<OpenWhy | 'waits' | 'too_often' | 'in_doubt', { message: string; at: string }>
export type Mending = keyof typeof mendings

const openStates = { HELD: lineStates.HELD, FAILED: lineStates.FAILED }

/** Money of an approved schedule that is held or was refused: a member's, or a lender's. */
export const OpenLine = z.object({
  id: Id.describe('The line of the schedule, or the payment to a lender'),
  scheduleId: Id,
  organisationCode: z.string(),
  organisationName: z.string(),
  name: z.string().describe('Who is to be paid: a member, or a lender'),
  memberNumber: z.string().describe('Empty for a lender'),
  farmerId: Id.nullable(),
  season: z.string(),
  cycle: z.number().int(),
  amount: z.number().describe('KES'),
  institutionName: z.string(),
  accountNumber: z.string().describe('Of a member as the register has it now'),
  status: z.enum(keysOf(openStates)),
  why: z.enum(keysOf(openWhys)).describe('What holds it now'),
  reason: z.string().describe('The same in words; of a refused payment those of the bank'),
  mending: z.enum(keysOf(mendings)),
  mends: z.string().describe('What is to be done'),
  attempts: z.number().int().describe('How often the bank was asked'),
  retryWaits: z.boolean(),
  canRetry: z.boolean().describe('Nothing holds it: who may can ask for it to be paid again'),
})
export type OpenLine = z.output<typeof OpenLine>

export const openLineList = listScreen({
  name: 'open-lines',
  title: 'Held and refused',
  row: OpenLine,
  columns: [
    { key: 'name', title: 'Farmer name', as: 'name', sort: true, card: 'title' },
    { key: 'organisationCode', title: 'FCS code', as: 'code', hidden: 'own' },
    { key: 'organisationName', title: 'FCS name', as: 'text', sort: true, hidden: 'own' },
    { key: 'memberNumber', title: 'Member number', as: 'code', sort: true },
    { key: 'season', title: 'Season', as: 'code', sort: true },
    { key: 'cycle', title: 'Cycle', as: 'number', hidden: true },
    { key: 'amount', title: 'Amount', as: 'money', sort: true, card: 'value' },
    { key: 'reason', title: 'Why it was not paid', as: 'text', leaves: 'never' },
    { key: 'mends', title: 'What is to be done', as: 'text' },
    { key: 'institutionName', title: 'Institution', as: 'text', hidden: true },
    { key: 'accountNumber', title: 'Account', as: 'code', personal: true },
    { key: 'attempts', title: 'Attempts', as: 'number', hidden: true },
    { key: 'status', title: 'Status', as: 'status' },
  ],
  searchIn: 'Name, member number, or name or code of the society',
  filters: [choiceFilter('status', 'Status', openStates), choiceFilter('why', 'Why', openWhys), seasonFilter],
  sort: { key: 'amount', direction: 'desc' },
  pageSize: 10,
})

export const openLines = {
  list: endpoint({
    method: 'GET',
    path: '/payment/openLines/:organisationId',
    allow: [...scheduleReads, 'CAN_RETRY_PAYMENT', 'CAN_APPROVE_PAYMENT_RETRY'],
    summary:
      'Payments of approved schedules that are held or were refused, to members and lenders, with what holds each now and what mends it',
    params: z.object({ organisationId: z.string().min(1).max(60) }),
    ...answersList(OpenLine),
  }),
}
