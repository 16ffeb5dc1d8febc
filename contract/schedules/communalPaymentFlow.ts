import { awaiting, proposalSteps, turnedDown } from '#contract/kit/proposal.ts'
import { workflow } from '#contract/kit/workflow.ts'

/** The life of a payment schedule: one person of the society computes it, another approves exactly what was computed, the bank pays. */
export const communalPaymentFlow = workflow({
  kind: 'communal_payment',
  record: 'payment schedule',
  initial: ['PENDING_APPROVAL'],
  states: {
    ...awaiting,
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
  ],
  steps: proposalSteps({
    propose: 'CAN_CREATE_PAYMENT_SCHEDULE',
    approve: 'CAN_APPROVE_PAYMENT_SCHEDULE',
    to: 'APPROVED',
    organisationTypes: ['FARMER_SOCIETY'],
  }),
})
