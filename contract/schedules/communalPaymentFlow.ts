import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { workflow } from '#contract/kit/workflow.ts'

const proposed = {
  propose: 'CAN_CREATE_PAYMENT_SCHEDULE',
  approve: 'CAN_APPROVE_PAYMENT_SCHEDULE',
  to: 'APPROVED',
} as const
const { approve, decline } = proposalSteps(proposed)
const { withdraw } = proposalSteps({ ...proposed, organisationTypes: ['FARMER_SOCIETY'] })
const decided = ['PENDING_APPROVAL', 'PENDING_BANK_APPROVAL'] as const
const by = { PENDING_APPROVAL: ['FARMER_SOCIETY'], PENDING_BANK_APPROVAL: ['COOPERATIVE_BANK'] } as const

/**
 * The life of a payment schedule: one person of the society computes it, another approves exactly what was computed, the bank pays.
 * Where the setting `bankDecidesSchedules` is on, somebody of the bank decides after the society.
 */
export const communalPaymentFlow = workflow({
  kind: 'communal_payment',
  record: 'payment schedule',
  entered: 'Sent for approval',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
    PENDING_BANK_APPROVAL: { id: 353, name: 'PENDING_BANK_APPROVAL', label: 'Awaiting bank', tone: 'waiting' },
    APPROVED: { id: 1, name: 'APPROVED', label: 'Being paid', tone: 'info' },
    PARTIALLY_PAID: { id: 351, name: 'PARTIALLY_PAID', label: 'Partly paid', tone: 'waiting' },
    COMPLETED: { id: 352, name: 'COMPLETED', label: 'Paid', tone: 'good' },
    ...turnedDown,
  },
  system: [
    { from: 'APPROVED', to: 'COMPLETED', why: 'Every member and every lender is paid' },
    {
      from: 'APPROVED',
      to: 'PARTIALLY_PAID',
      why: 'All that could be paid is paid; some lines are held or were refused',
    },
    { from: 'PARTIALLY_PAID', to: 'COMPLETED', why: 'The last line was paid' },
    { from: 'COMPLETED', to: 'PARTIALLY_PAID', why: 'A bank has sent a payment back' },
  ],
  steps: {
    approve: { ...approve, from: decided, to: ['APPROVED', 'PENDING_BANK_APPROVAL'], organisationTypesIn: by },
    decline: { ...decline, from: decided, organisationTypesIn: by },
    withdraw,
  },
})

/** Where an approval leads: to the bank, where it decides second and has not decided yet. */
export const approvedTo = (status: string, bankDecides: boolean): 'APPROVED' | 'PENDING_BANK_APPROVAL' =>
  bankDecides && status === 'PENDING_APPROVAL' ? 'PENDING_BANK_APPROVAL' : 'APPROVED'

/** What the decider reads when it is done, by where the schedule stands then. */
export const approvedMessages: Readonly<Record<string, string>> = {
  APPROVED: 'Approved: the members are being paid',
  PENDING_BANK_APPROVAL: 'Approved: the bank decides next',
}
