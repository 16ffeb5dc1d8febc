import { endpoint } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import type { Permission } from '#contract/house/permissions.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { ageFilter, inboxList, InboxItem } from '#contract/house/inbox.ts'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { recordNames } from '#contract/recordNames.ts'
import { communalPaymentFlow } from '#contract/schedules/communalPaymentFlow.ts'
import { rtgsFileFlow } from '#contract/rtgs/rtgsFiles.ts'
import { paymentRetryFlow } from '#contract/schedules/paymentRetries.ts'
import { societyTransferFlow } from './societyTransfers.ts'

/** Every kind of record by whose approval money leaves an account. */
export const paymentFlows = [
  loanRequestFlow,
  societyTransferFlow,
  communalPaymentFlow,
  paymentRetryFlow,
  rtgsFileFlow,
] as const

/** The permissions of who decides records of a kind, in any of their states. */
const deciding = ({ steps }: Workflow): Permission[] =>
  Object.values(steps).flatMap(({ who, allow, allowIn = {} }) =>
    who === 'other' ? [allow, ...Object.values(allowIn).filter((one) => one !== undefined)] : [],
  )

const kinds = Object.fromEntries(paymentFlows.map(({ kind }) => [kind, recordNames[kind] ?? kind]))

/** The part of the inbox that pays. Source: domain 10.9. */
export const unapprovedPaymentList = listScreen({
  ...inboxList,
  name: 'unapproved-payments',
  title: 'Payments to approve',
  filters: [choiceFilter('kind', 'Kind', kinds), ageFilter],
})

export const unapprovedPayments = {
  list: endpoint({
    method: 'GET',
    path: '/payment/unapprovedpayments',
    allow: [...new Set(paymentFlows.flatMap(deciding))],
    summary: 'Loans, transfers, payment schedules, RTGS files and retries that the signed-in user can approve',
    ...answersList(InboxItem),
  }),
}
