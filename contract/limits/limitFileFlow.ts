import { uploadMakerSteps, uploadStates } from '#contract/kit/uploadFlow.ts'
import { workflow } from '#contract/kit/workflow.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'

const { PENDING_APPROVAL: _pending, ...states } = uploadStates
const waiting = ['PENDING_FCS_APPROVAL', 'PENDING_KPCU_APPROVAL', 'PENDING_BANK_APPROVAL'] as const
/** The society decides first, then whoever lends. */
const stages: Record<(typeof waiting)[number], readonly OrganisationType[]> = {
  PENDING_FCS_APPROVAL: ['FARMER_SOCIETY'],
  PENDING_KPCU_APPROVAL: ['KPCU'],
  PENDING_BANK_APPROVAL: ['COOPERATIVE_BANK'],
}
const { send, withdraw, discard } = uploadMakerSteps('CAN_UPLOAD_LIMITS')

/** The life of a limit file. Its last approval raises the limits of all its members, or of none. */
export const limitFileFlow = workflow({
  kind: 'limit_file',
  record: 'limit file',
  initial: ['CHECKING'],
  states: {
    ...states,
    PENDING_FCS_APPROVAL: { id: 18, name: 'PENDING_FCS_APPROVAL', label: 'Awaiting society', tone: 'waiting' },
    PENDING_KPCU_APPROVAL: { id: 17, name: 'PENDING_KPCU_APPROVAL', label: 'Awaiting KPCU', tone: 'waiting' },
    PENDING_BANK_APPROVAL: { id: 19, name: 'PENDING_BANK_APPROVAL', label: 'Awaiting bank', tone: 'waiting' },
  },
  system: [
    { from: 'CHECKING', to: 'FAILED_VALIDATION', why: 'A row has an error' },
    { from: 'CHECKING', to: 'PENDING_FCS_APPROVAL', why: 'Every row is right' },
    { from: 'CHECKING', to: 'DISCARDED', why: 'The file cannot be read as a table' },
  ],
  steps: {
    approve: {
      label: 'Approve',
      from: waiting,
      to: ['PENDING_KPCU_APPROVAL', 'PENDING_BANK_APPROVAL', 'APPROVED'],
      allow: 'CAN_APPROVE_LIMITS',
      organisationTypesIn: stages,
      who: 'other',
      tone: 'main',
    },
    decline: {
      label: 'Decline',
      from: waiting,
      to: ['REJECTED'],
      allow: 'CAN_APPROVE_LIMITS',
      organisationTypesIn: stages,
      who: 'other',
      comment: 'required',
      tone: 'danger',
    },
    send: { ...send, to: ['PENDING_FCS_APPROVAL'] },
    withdraw: { ...withdraw, from: ['PENDING_FCS_APPROVAL'] },
    discard,
  },
})

/** Where an approval leads: from the society to the lender the file is shared with, from there to limits. */
export const approvedTo = (status: string, { shareData }: { shareData: boolean }) =>
  status !== 'PENDING_FCS_APPROVAL' ? 'APPROVED' : shareData ? 'PENDING_KPCU_APPROVAL' : 'PENDING_BANK_APPROVAL'
