import { workflow } from '#contract/kit/workflow.ts'

const society = ['FARMER_SOCIETY'] as const

/** The life of a payment schedule: one person of the society computes it, another approves exactly what was computed, the bank pays. */
export const communalPaymentFlow = workflow({
  kind: 'communal_payment',
  record: 'payment schedule',
  initial: ['PENDING_APPROVAL'],
  states: {
    PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Awaiting checker', tone: 'waiting' },
    APPROVED: { id: 1, name: 'APPROVED', label: 'Being paid', tone: 'info' },
    PARTIALLY_PAID: { id: 351, name: 'PARTIALLY_PAID', label: 'Partly paid', tone: 'waiting' },
    COMPLETED: { id: 352, name: 'COMPLETED', label: 'Paid', tone: 'good' },
    REJECTED: { id: 2, name: 'REJECTED', label: 'Declined', tone: 'bad' },
    WITHDRAWN: { id: 222, name: 'WITHDRAWN', label: 'Withdrawn', tone: 'neutral' },
  },
  system: [
    { from: 'APPROVED', to: 'COMPLETED', why: 'Every member and every lender is paid' },
    {
      from: 'APPROVED',
      to: 'PARTIALLY_PAID',
      why: 'All that could be paid is paid; some lines are held or were refused',
    },
    { from: 'PARTIALLY_PAID', to: 'COMPLETED', why: 'The last line was paid' },
  ],
  steps: {
    approve: {
      label: 'Approve',
      from: ['PENDING_APPROVAL'],
      to: ['APPROVED'],
      allow: 'CAN_APPROVE_PAYMENT_SCHEDULE',
      organisationTypes: society,
      who: 'other',
      tone: 'main',
      comment: 'optional',
    },
    decline: {
      label: 'Decline',
      from: ['PENDING_APPROVAL'],
      to: ['REJECTED'],
      allow: 'CAN_APPROVE_PAYMENT_SCHEDULE',
      organisationTypes: society,
      who: 'other',
      tone: 'danger',
      comment: 'required',
    },
    withdraw: {
      label: 'Withdraw',
      from: ['PENDING_APPROVAL'],
      to: ['WITHDRAWN'],
      allow: 'CAN_CREATE_PAYMENT_SCHEDULE',
      organisationTypes: society,
      who: 'maker',
      tone: 'plain',
    },
  },
})
