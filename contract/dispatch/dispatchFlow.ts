import { uploadMakerSteps, uploadChecked, uploadStates } from '#contract/kit/uploadFlow.ts'
import { workflow } from '#contract/kit/workflow.ts'

const warehouseDecides = { allow: 'CAN_APPROVE_GRN', organisationTypes: ['WAREHOUSE'], comment: 'required' } as const

/**
 * The life of a dispatch file: a mill sends it, the named warehouse decides on its records, and what was approved is dropped by two
 * people only, one at the mill and one at the warehouse. Source: domain 10.11.
 */
export const dispatchFileFlow = workflow({
  kind: 'dispatch_file',
  record: 'dispatch file',
  initial: ['CHECKING'],
  states: {
    ...uploadStates,
    PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Awaiting warehouse', tone: 'waiting' },
    PENDING_DELETION: { id: 64, name: 'PENDING_DELETION', label: 'Deletion awaiting warehouse', tone: 'waiting' },
    DELETED: { id: 58, name: 'DELETED', label: 'Deleted', tone: 'neutral' },
  },
  system: [
    ...uploadChecked,
    { from: 'PENDING_APPROVAL', to: 'APPROVED', why: 'Every record is decided, and one at least is approved' },
    { from: 'PENDING_APPROVAL', to: 'REJECTED', why: 'Every record is decided, and none is approved' },
  ],
  steps: {
    approve: {
      ...warehouseDecides,
      label: 'Approve',
      from: ['PENDING_APPROVAL'],
      // It waits on where none of its records could be received.
      to: ['APPROVED', 'PENDING_APPROVAL'],
      who: 'other',
      tone: 'main',
    },
    decline: {
      ...warehouseDecides,
      label: 'Decline',
      from: ['PENDING_APPROVAL'],
      to: ['REJECTED'],
      who: 'other',
      tone: 'danger',
    },
    decideRecords: {
      ...warehouseDecides,
      label: 'Decide every record',
      from: ['PENDING_APPROVAL'],
      to: ['APPROVED', 'REJECTED', 'PENDING_APPROVAL'],
      who: 'other',
      tone: 'main',
    },
    drop: {
      label: 'Drop the file',
      from: ['APPROVED', 'FAILED_VALIDATION'],
      to: ['PENDING_DELETION', 'DISCARDED'],
      allow: 'CAN_UPLOAD_GRN',
      organisationTypes: ['MILLER'],
      who: 'anyone',
      comment: 'required',
      tone: 'danger',
    },
    approveDrop: {
      ...warehouseDecides,
      label: 'Approve the deletion',
      from: ['PENDING_DELETION'],
      to: ['DELETED'],
      who: 'other',
      tone: 'danger',
    },
    rejectDrop: {
      ...warehouseDecides,
      label: 'Decline the deletion',
      from: ['PENDING_DELETION'],
      to: ['APPROVED'],
      who: 'other',
      tone: 'plain',
    },
    ...uploadMakerSteps('CAN_UPLOAD_GRN'),
  },
})

/**
 * The life of what a mill dispatches of one grade of an outturn: the named warehouse weighs it again. Where it weighs otherwise the
 * record goes back to the mill, and comes back to the warehouse with what the mill says of it. Source: domain 10.11.
 */
export const dispatchRecordFlow = workflow({
  kind: 'dispatch_record',
  record: 'dispatch record',
  initial: ['PENDING_APPROVAL'],
  states: {
    PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Awaiting warehouse', tone: 'waiting' },
    REFERRED_TO_MILLER: { id: 25, name: 'REFERRED_TO_MILLER', label: 'With the miller', tone: 'info' },
    PENDING_WAREHOUSE_APPROVAL: {
      id: 90,
      name: 'PENDING_WAREHOUSE_APPROVAL',
      label: 'Back at the warehouse',
      tone: 'waiting',
    },
    HOLDING_STATUS: { id: 200, name: 'HOLDING_STATUS', label: 'On hold', tone: 'bad' },
    APPROVED: { id: 1, name: 'APPROVED', label: 'Received', tone: 'good' },
    REJECTED: { id: 2, name: 'REJECTED', label: 'Declined', tone: 'bad' },
    CATALOGUED: { id: 213, name: 'CATALOGUED', label: 'In the catalogue', tone: 'good' },
    PENDING_PAYMENT: { id: 210, name: 'PENDING_PAYMENT', label: 'Sold, awaiting payment', tone: 'waiting' },
    PAID: { id: 211, name: 'PAID', label: 'Paid, awaiting collection', tone: 'info' },
    COLLECTED: { id: 212, name: 'COLLECTED', label: 'Collected', tone: 'good' },
    DELETED: { id: 58, name: 'DELETED', label: 'Deleted', tone: 'neutral' },
  },
  system: [
    { from: 'PENDING_APPROVAL', to: 'APPROVED', why: 'Its file is approved' },
    { from: 'PENDING_APPROVAL', to: 'REJECTED', why: 'Its file is declined' },
    {
      from: 'PENDING_APPROVAL',
      to: 'HOLDING_STATUS',
      why: 'Its outturn gave less parchment than what is dispatched of it',
    },
    { from: 'REFERRED_TO_MILLER', to: 'REJECTED', why: 'Its file is declined' },
    { from: 'PENDING_WAREHOUSE_APPROVAL', to: 'REJECTED', why: 'Its file is declined' },
    { from: 'HOLDING_STATUS', to: 'REJECTED', why: 'Its file is declined' },
    { from: 'PENDING_APPROVAL', to: 'DELETED', why: 'Its file is deleted' },
    { from: 'APPROVED', to: 'DELETED', why: 'Its file is deleted' },
    { from: 'REFERRED_TO_MILLER', to: 'DELETED', why: 'Its file is deleted' },
    { from: 'PENDING_WAREHOUSE_APPROVAL', to: 'DELETED', why: 'Its file is deleted' },
    { from: 'HOLDING_STATUS', to: 'DELETED', why: 'Its file is deleted' },
    { from: 'APPROVED', to: 'CATALOGUED', why: 'It stands in an approved catalogue' },
    { from: 'CATALOGUED', to: 'APPROVED', why: 'It was withdrawn from the catalogue, or not sold' },
    { from: 'CATALOGUED', to: 'PENDING_PAYMENT', why: 'It is sold' },
    { from: 'APPROVED', to: 'PENDING_PAYMENT', why: 'Its result was corrected: it was sold' },
    { from: 'PENDING_PAYMENT', to: 'CATALOGUED', why: 'Its result was corrected: it was not sold' },
    { from: 'PENDING_PAYMENT', to: 'APPROVED', why: 'Its result was corrected: it was not sold' },
    { from: 'PENDING_PAYMENT', to: 'PAID', why: 'The buyer has paid' },
    { from: 'PAID', to: 'COLLECTED', why: 'The buyer has collected it' },
  ],
  steps: {
    approve: {
      label: 'Approve',
      from: ['PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL', 'REFERRED_TO_MILLER'],
      to: ['APPROVED', 'PENDING_WAREHOUSE_APPROVAL', 'DELETED', 'HOLDING_STATUS'],
      allow: 'CAN_APPROVE_GRN',
      allowIn: { REFERRED_TO_MILLER: 'CAN_UPLOAD_GRN' },
      organisationTypesIn: {
        PENDING_APPROVAL: ['WAREHOUSE'],
        PENDING_WAREHOUSE_APPROVAL: ['WAREHOUSE'],
        REFERRED_TO_MILLER: ['MILLER'],
      },
      who: 'other',
      tone: 'main',
      bulk: true,
      bulkFrom: ['PENDING_APPROVAL'],
    },
    edit: {
      label: 'Edit',
      from: ['PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL', 'HOLDING_STATUS', 'REFERRED_TO_MILLER'],
      to: ['REFERRED_TO_MILLER', 'PENDING_WAREHOUSE_APPROVAL', 'PENDING_APPROVAL'],
      allow: 'CAN_APPROVE_GRN',
      allowIn: { REFERRED_TO_MILLER: 'CAN_UPLOAD_GRN' },
      organisationTypesIn: {
        PENDING_APPROVAL: ['WAREHOUSE'],
        PENDING_WAREHOUSE_APPROVAL: ['WAREHOUSE'],
        HOLDING_STATUS: ['WAREHOUSE'],
        REFERRED_TO_MILLER: ['MILLER'],
      },
      who: 'anyone',
      comment: 'required',
      commentMissing: 'Comment  is required',
      tone: 'plain',
    },
    reject: {
      label: 'Decline',
      from: ['PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL'],
      to: ['REJECTED'],
      allow: 'CAN_APPROVE_GRN',
      organisationTypes: ['WAREHOUSE'],
      who: 'other',
      comment: 'required',
      tone: 'danger',
      bulk: true,
      bulkFrom: ['PENDING_APPROVAL'],
    },
  },
})

/** States of records that still wait for somebody. */
export const openRecords = [
  'PENDING_APPROVAL',
  'REFERRED_TO_MILLER',
  'PENDING_WAREHOUSE_APPROVAL',
  'HOLDING_STATUS',
] as const satisfies readonly (keyof typeof dispatchRecordFlow.states)[]

/** States of records whose coffee the warehouse has received. */
export const receivedRecords = [
  'APPROVED',
  'CATALOGUED',
  'PENDING_PAYMENT',
  'PAID',
  'COLLECTED',
] as const satisfies readonly (keyof typeof dispatchRecordFlow.states)[]

/** States of records that a sale has taken up: their file is not dropped any more. */
export const soldRecords = receivedRecords.filter((state) => state !== 'APPROVED')
