import type { Permission } from '#contract/house/permissions.ts'
import { societyDecides } from './societyDecides.ts'
import { workflow } from './workflow.ts'

/** States of every uploaded file: checked, repaired by its maker, decided by somebody else. */
export const uploadStates = {
  CHECKING: { id: 220, name: 'CHECKING', label: 'Checking', tone: 'info', makerOnly: true },
  FAILED_VALIDATION: { id: 88, name: 'FAILED_VALIDATION', label: 'To repair', tone: 'bad', makerOnly: true },
  PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Awaiting checker', tone: 'waiting' },
  APPROVED: { id: 1, name: 'APPROVED', label: 'Approved', tone: 'good' },
  REJECTED: { id: 2, name: 'REJECTED', label: 'Declined', tone: 'bad' },
  DISCARDED: { id: 221, name: 'DISCARDED', label: 'Discarded', tone: 'neutral', makerOnly: true },
} as const

/** What the end of a check does to an upload, and what becomes of one that its maker has left alone. */
export const uploadChecked = [
  { from: 'CHECKING', to: 'FAILED_VALIDATION', why: 'A row has an error' },
  { from: 'CHECKING', to: 'PENDING_APPROVAL', why: 'Every row is right' },
  { from: 'CHECKING', to: 'DISCARDED', why: 'The file cannot be read as a table' },
  { from: 'FAILED_VALIDATION', to: 'DISCARDED', why: 'Nobody has sent it for as long as such files are kept' },
] as const

/** What the maker of an upload may do with it. */
export const uploadMakerSteps = <Allow extends Permission>(allow: Allow) =>
  ({
    send: {
      label: 'Send for approval',
      from: ['FAILED_VALIDATION'],
      to: ['PENDING_APPROVAL'],
      allow,
      who: 'maker',
      tone: 'main',
    },
    withdraw: {
      label: 'Withdraw',
      from: ['PENDING_APPROVAL'],
      to: ['FAILED_VALIDATION'],
      allow,
      who: 'maker',
      tone: 'plain',
    },
    discard: {
      label: 'Discard',
      from: ['FAILED_VALIDATION'],
      to: ['DISCARDED'],
      allow,
      who: 'maker',
      tone: 'danger',
    },
  }) as const

/** The life of a file of a society that is approved as a whole: all its rows become records, or none does. */
export const wholeUploadFlow = ({
  kind,
  record,
  make,
  approve,
}: {
  kind: string
  record: string
  make: Permission
  approve: Permission
}) =>
  workflow({
    kind,
    record,
    initial: ['CHECKING'],
    states: uploadStates,
    system: [...uploadChecked],
    steps: {
      ...societyDecides({ allow: approve, from: ['PENDING_APPROVAL'], to: ['APPROVED'], refused: 'REJECTED' }),
      ...uploadMakerSteps(make),
    },
  })
