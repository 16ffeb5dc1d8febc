import { uploadChecked, uploadMakerSteps, uploadStates } from '#contract/kit/uploadFlow.ts'
import { workflow } from '#contract/kit/workflow.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { RoleName } from '#contract/house/permissions.ts'

const { send, withdraw, discard } = uploadMakerSteps('CAN_UPLOAD_CATALOGUE')

/** The life of a catalogue file. Nobody decides on it: each of its lots is decided for itself. */
export const catalogueFileFlow = workflow({
  kind: 'catalogue_file',
  record: 'catalogue file',
  initial: ['CHECKING'],
  decidedByParts: 'catalogue_record',
  states: {
    ...uploadStates,
    PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Lots being decided', tone: 'waiting' },
    APPROVED: { id: 1, name: 'APPROVED', label: 'Decided', tone: 'good' },
    REJECTED: { id: 2, name: 'REJECTED', label: 'No lot approved', tone: 'bad' },
  },
  system: [
    ...uploadChecked,
    { from: 'PENDING_APPROVAL', to: 'APPROVED', why: 'Each lot is decided, and one of them is in the catalogue' },
    { from: 'PENDING_APPROVAL', to: 'REJECTED', why: 'Each lot is decided, and none of them is in the catalogue' },
    { from: 'APPROVED', to: 'PENDING_APPROVAL', why: 'A lot waits for its parties again' },
    { from: 'REJECTED', to: 'PENDING_APPROVAL', why: 'A lot waits for its parties again' },
    { from: 'APPROVED', to: 'REJECTED', why: 'The last lot was withdrawn from the catalogue' },
  ],
  steps: { send, withdraw, discard },
})

const brokers = ['MARKETER_CHECKER', 'BROKER_CHECKER'] as const satisfies readonly RoleName[]
const brokerTypes = ['BROKER', 'MARKETER'] as const satisfies readonly OrganisationType[]

/**
 * The life of a lot of a catalogue. Its warehouse and its broker or marketer agree in either order; an edit always asks the other
 * again. Source: domain 10.10, and for whom each state is, specification 3, section 4.
 */
export const catalogueRecordFlow = workflow({
  kind: 'catalogue_record',
  record: 'catalogue lot',
  initial: ['PENDING_APPROVAL', 'HOLDING_STATUS'],
  states: {
    PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Awaiting both', tone: 'waiting' },
    PENDING_WAREHOUSE_APPROVAL: {
      id: 90,
      name: 'PENDING_WAREHOUSE_APPROVAL',
      label: 'Awaiting the warehouse',
      tone: 'waiting',
    },
    PENDING_BROKER_APPROVAL: { id: 23, name: 'PENDING_BROKER_APPROVAL', label: 'Awaiting the broker', tone: 'waiting' },
    REFERRED_TO_BROKER: { id: 201, name: 'REFERRED_TO_BROKER', label: 'Referred to the broker', tone: 'info' },
    HOLDING_STATUS: { id: 200, name: 'HOLDING_STATUS', label: 'On hold', tone: 'bad' },
    APPROVED: { id: 1, name: 'APPROVED', label: 'In the catalogue', tone: 'good' },
    REJECTED: { id: 2, name: 'REJECTED', label: 'Rejected', tone: 'bad' },
    WITHDRAWN: { id: 214, name: 'WITHDRAWN', label: 'Withdrawn', tone: 'neutral' },
    SOLD: { id: 215, name: 'SOLD', label: 'Sold', tone: 'good' },
  },
  system: [
    { from: 'PENDING_APPROVAL', to: 'HOLDING_STATUS', why: 'It does not agree with the dispatch of its coffee' },
    { from: 'PENDING_WAREHOUSE_APPROVAL', to: 'HOLDING_STATUS', why: 'It does not agree with the dispatch any more' },
    { from: 'PENDING_BROKER_APPROVAL', to: 'HOLDING_STATUS', why: 'It does not agree with the dispatch any more' },
    { from: 'HOLDING_STATUS', to: 'PENDING_APPROVAL', why: 'It agrees with the dispatch' },
    { from: 'APPROVED', to: 'SOLD', why: 'It was sold at the auction' },
    { from: 'APPROVED', to: 'WITHDRAWN', why: 'It was not sold at the auction' },
    { from: 'SOLD', to: 'WITHDRAWN', why: 'Its result was corrected: it was not sold' },
    { from: 'WITHDRAWN', to: 'SOLD', why: 'Its result was corrected: it was sold' },
    { from: 'PENDING_APPROVAL', to: 'REJECTED', why: 'The catalogue closed before both had agreed' },
    { from: 'PENDING_WAREHOUSE_APPROVAL', to: 'REJECTED', why: 'The catalogue closed before the warehouse agreed' },
    { from: 'PENDING_BROKER_APPROVAL', to: 'REJECTED', why: 'The catalogue closed before the broker agreed' },
    { from: 'REFERRED_TO_BROKER', to: 'REJECTED', why: 'The catalogue closed before the broker answered' },
    { from: 'HOLDING_STATUS', to: 'REJECTED', why: 'The catalogue closed while it was on hold' },
  ],
  steps: {
    approve: {
      label: 'Approve',
      from: ['PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL'],
      // Of the last: it was asked to be removed, and both have agreed to that.
      to: ['PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL', 'APPROVED', 'WITHDRAWN'],
      allow: 'CAN_APPROVE_CATALOGUE',
      rolesIn: {
        PENDING_APPROVAL: ['WAREHOUSE_CHECKER', ...brokers],
        PENDING_WAREHOUSE_APPROVAL: ['WAREHOUSE_CHECKER'],
        PENDING_BROKER_APPROVAL: brokers,
      },
      who: 'other',
      comment: 'optional',
      tone: 'main',
      bulk: true,
    },
    reject: {
      label: 'Reject',
      from: ['PENDING_APPROVAL', 'PENDING_BROKER_APPROVAL'],
      to: ['REJECTED'],
      allow: 'CAN_APPROVE_CATALOGUE',
      roles: brokers,
      who: 'other',
      comment: 'required',
      tone: 'danger',
      bulk: true,
    },
    // A checker who edits agrees by it for the own side, and asks the other.
    edit: {
      label: 'Edit',
      from: ['PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL'],
      to: ['PENDING_WAREHOUSE_APPROVAL', 'REFERRED_TO_BROKER'],
      allow: 'CAN_APPROVE_CATALOGUE',
      organisationTypes: ['WAREHOUSE', ...brokerTypes],
      who: 'other',
      // The broker has agreed, and may still think again; the warehouse is waited for.
      unawaitedIn: ['PENDING_WAREHOUSE_APPROVAL'],
      comment: 'required',
      tone: 'plain',
    },
    accept: {
      label: 'Accept the figures of the warehouse',
      from: ['REFERRED_TO_BROKER'],
      to: ['PENDING_BROKER_APPROVAL'],
      allow: 'CAN_UPLOAD_CATALOGUE',
      // A miller accepts for a catalogue that it has uploaded; the broker's checker decides after it in any case.
      organisationTypes: [...brokerTypes, 'MILLER'],
      who: 'anyone',
      comment: 'optional',
      tone: 'main',
    },
    correct: {
      label: 'Correct',
      from: ['REFERRED_TO_BROKER', 'HOLDING_STATUS'],
      to: ['PENDING_WAREHOUSE_APPROVAL', 'PENDING_APPROVAL', 'HOLDING_STATUS'],
      allow: 'CAN_UPLOAD_CATALOGUE',
      organisationTypesIn: { REFERRED_TO_BROKER: brokerTypes, HOLDING_STATUS: [...brokerTypes, 'MILLER'] },
      who: 'anyone',
      comment: 'required',
      tone: 'plain',
    },
    withdraw: {
      label: 'Withdraw from the sale',
      from: ['APPROVED'],
      to: ['WITHDRAWN'],
      allow: 'CAN_APPROVE_CATALOGUE',
      roles: brokers,
      who: 'other',
      unawaitedIn: ['APPROVED'],
      comment: 'required',
      tone: 'danger',
    },
    reset: {
      label: 'Back to pending',
      from: ['PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL', 'REFERRED_TO_BROKER', 'APPROVED'],
      to: ['PENDING_APPROVAL'],
      allow: 'CAN_UPLOAD_CATALOGUE',
      organisationTypes: [...brokerTypes, 'MILLER'],
      who: 'anyone',
      comment: 'required',
      tone: 'plain',
    },
  },
})

/** The two parties of a lot. */
export type CatalogueSide = 'warehouse' | 'broker'

/** For which side users of an organisation type decide. */
export const sideOf = (type: OrganisationType): CatalogueSide => (type === 'WAREHOUSE' ? 'warehouse' : 'broker')

/** Where an approval leads: the first asks the other side; the second ends it. */
export const approvedTo = (status: string, side: CatalogueSide, { isRemoval }: { isRemoval: boolean }) => {
  if (status === 'PENDING_APPROVAL') return side === 'broker' ? 'PENDING_WAREHOUSE_APPROVAL' : 'PENDING_BROKER_APPROVAL'
  return isRemoval ? 'WITHDRAWN' : 'APPROVED'
}

/** Where an edit leads: to the side that has not made it. */
export const editedTo = (side: CatalogueSide) =>
  side === 'broker' ? 'PENDING_WAREHOUSE_APPROVAL' : 'REFERRED_TO_BROKER'
