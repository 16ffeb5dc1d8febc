import { workflow } from '#contract/kit/workflow.ts'

/** What the end of a payout does to its loan, and what time does to a request that nobody decides. */
const paid = { from: 'PROCESSING', to: 'SUCCESS', why: 'The bank has paid the member' } as const
const expired = 'Nobody decided in time'

/**
 * The life of a loan request: the society approves, who lends authorises, and never the same person. Whoever approved counts
 * among the makers from then on. Source: domain.md 10.5.
 */
export const loanRequestFlow = workflow({
  kind: 'loan_request',
  record: 'loan request',
  initial: ['PENDING_APPROVAL'],
  states: {
    PENDING_APPROVAL: { id: 300, name: 'PENDING-APPROVAL', label: 'Awaiting society', tone: 'waiting' },
    APPROVED: { id: 1, name: 'APPROVED', label: 'Awaiting lender', tone: 'waiting' },
    PROCESSING: { id: 302, name: 'PROCESSING', label: 'Being paid', tone: 'info' },
    SUCCESS: { id: 303, name: 'SUCCESS', label: 'Disbursed', tone: 'good' },
    FAILED: { id: 304, name: 'FAILED', label: 'Failed', tone: 'bad' },
    REVERSED: { id: 305, name: 'REVERSED', label: 'Reversed', tone: 'bad' },
    REVERSAL_FAILED: { id: 306, name: 'REVERSAL-FAILED', label: 'Return failed', tone: 'bad' },
    REJECTED: { id: 2, name: 'REJECTED', label: 'Declined by society', tone: 'bad' },
    DECLINED: { id: 308, name: 'DECLINED', label: 'Declined by lender', tone: 'bad' },
    EXPIRED: { id: 309, name: 'EXPIRED', label: 'Expired', tone: 'neutral' },
  },
  system: [
    { from: 'PENDING_APPROVAL', to: 'EXPIRED', why: expired },
    { from: 'APPROVED', to: 'EXPIRED', why: expired },
    paid,
    { from: 'PROCESSING', to: 'FAILED', why: 'The bank has refused the payment' },
    { from: 'PROCESSING', to: 'REVERSED', why: 'The money came back to the fund' },
    { from: 'PROCESSING', to: 'REVERSAL_FAILED', why: 'The money could not be brought back' },
    { from: 'REVERSAL_FAILED', to: 'REVERSED', why: 'The money came back to the fund' },
    { from: 'REVERSAL_FAILED', to: 'SUCCESS', why: 'The bank has paid the member' },
    { from: 'SUCCESS', to: 'REVERSED', why: 'The money came back to the fund' },
  ],
  steps: {
    approve: {
      label: 'Approve',
      from: ['PENDING_APPROVAL'],
      to: ['APPROVED'],
      allow: 'CAN_APPROVE_LOAN_REQUEST',
      organisationTypes: ['FARMER_SOCIETY'],
      who: 'other',
      tone: 'main',
      bulk: true,
    },
    reject: {
      label: 'Decline',
      from: ['PENDING_APPROVAL'],
      to: ['REJECTED'],
      allow: 'CAN_APPROVE_LOAN_REQUEST',
      organisationTypes: ['FARMER_SOCIETY'],
      who: 'other',
      comment: 'required',
      commentMissing: 'Reason is required',
      tone: 'danger',
      bulk: true,
    },
    authorize: {
      label: 'Authorise',
      from: ['APPROVED'],
      to: ['PROCESSING'],
      allow: 'CAN_AUTHORIZE_LOAN_REQUEST',
      organisationTypes: ['KPCU', 'COOPERATIVE_BANK'],
      who: 'other',
      tone: 'main',
      bulk: true,
    },
    decline: {
      label: 'Decline',
      from: ['APPROVED'],
      to: ['DECLINED'],
      allow: 'CAN_AUTHORIZE_LOAN_REQUEST',
      organisationTypes: ['KPCU', 'COOPERATIVE_BANK'],
      who: 'other',
      comment: 'required',
      commentMissing: 'Reason is required',
      tone: 'danger',
      bulk: true,
    },
  },
})
export type LoanStatus = keyof typeof loanRequestFlow.states
