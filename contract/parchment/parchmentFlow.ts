import { uploadChecked, uploadMakerSteps, uploadStates } from '#contract/kit/uploadFlow.ts'
import { workflow } from '#contract/kit/workflow.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Permission, RoleName } from '#contract/house/permissions.ts'

const { PENDING_APPROVAL: _pending, ...states } = uploadStates
const deciding = ['PENDING_APPROVAL', 'PENDING_KPCU_APPROVAL'] as const
const referred = ['REFERRED_TO_MILLER', 'REFERRED_TO_FCS'] as const
type Waiting = (typeof deciding)[number] | (typeof referred)[number]

/** Whose turn it is: the named miller, then KPCU, and whoever a record was referred back to. */
const turns: Record<Waiting, readonly OrganisationType[]> = {
  PENDING_APPROVAL: ['MILLER'],
  PENDING_KPCU_APPROVAL: ['KPCU'],
  REFERRED_TO_MILLER: ['MILLER'],
  REFERRED_TO_FCS: ['FARMER_SOCIETY'],
}
const allowIn: Partial<Record<Waiting, Permission>> = {
  PENDING_KPCU_APPROVAL: 'CAN_APPROVE_LIMITS',
  REFERRED_TO_MILLER: 'CAN_AMEND_CCARF_PARCHMENT',
  REFERRED_TO_FCS: 'CAN_AMEND_CCARF_PARCHMENT',
}
const amenders: Partial<Record<Waiting, readonly RoleName[]>> = {
  REFERRED_TO_MILLER: ['MILLER_CHECKER'],
  REFERRED_TO_FCS: ['FCS MANAGER'],
}
const { send, withdraw, discard } = uploadMakerSteps('CAN_UPLOAD_CCARF_PARCHMENT')

/** The life of a CCARF parchment record. Its last approval unlocks the second tranche of the society's members. */
export const parchmentFlow = workflow({
  kind: 'parchment',
  record: 'parchment record',
  initial: ['CHECKING'],
  states: {
    ...states,
    PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Awaiting miller', tone: 'waiting' },
    PENDING_KPCU_APPROVAL: { id: 17, name: 'PENDING_KPCU_APPROVAL', label: 'Awaiting KPCU', tone: 'waiting' },
    REFERRED_TO_MILLER: { id: 43, name: 'REFERRED_TO_MILLER', label: 'Referred to the miller', tone: 'info' },
    REFERRED_TO_FCS: { id: 62, name: 'REFERRED_TO_FCS', label: 'Referred to the society', tone: 'info' },
  },
  system: [...uploadChecked],
  steps: {
    approve: {
      label: 'Approve',
      from: deciding,
      to: ['PENDING_KPCU_APPROVAL', 'APPROVED'],
      allow: 'CAN_APPROVE_CCARF_PARCHMENT',
      allowIn,
      organisationTypesIn: turns,
      who: 'other',
      tone: 'main',
    },
    decline: {
      label: 'Refer back',
      from: deciding,
      to: ['REFERRED_TO_FCS', 'REFERRED_TO_MILLER'],
      allow: 'CAN_APPROVE_CCARF_PARCHMENT',
      allowIn,
      organisationTypesIn: turns,
      who: 'other',
      comment: 'required',
      tone: 'danger',
    },
    amend: {
      label: 'Amend',
      from: referred,
      to: ['PENDING_APPROVAL', 'PENDING_KPCU_APPROVAL'],
      allow: 'CAN_AMEND_CCARF_PARCHMENT',
      organisationTypesIn: turns,
      rolesIn: amenders,
      who: 'anyone',
      comment: 'required',
      tone: 'main',
    },
    reject: {
      label: 'Decline for good',
      from: [...deciding, ...referred],
      to: ['REJECTED'],
      allow: 'CAN_APPROVE_CCARF_PARCHMENT',
      allowIn,
      organisationTypesIn: turns,
      rolesIn: amenders,
      who: 'other',
      comment: 'required',
      tone: 'danger',
    },
    send,
    withdraw,
    discard,
  },
})

/** Where an approval leads: from the miller to KPCU when the record is shared with it, else and from there to limits. */
export const approvedTo = (status: string, { shareData }: { shareData: boolean }) =>
  status === 'PENDING_APPROVAL' && shareData ? 'PENDING_KPCU_APPROVAL' : 'APPROVED'

/** Each referral goes one stage back, and each amendment to who referred. */
export const referredTo = (status: string) => (status === 'PENDING_APPROVAL' ? 'REFERRED_TO_FCS' : 'REFERRED_TO_MILLER')
export const amendedTo = (status: string) =>
  status === 'REFERRED_TO_FCS' ? 'PENDING_APPROVAL' : 'PENDING_KPCU_APPROVAL'
