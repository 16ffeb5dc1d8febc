import { workflow } from '#contract/kit/workflow.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { RoleName } from '#contract/house/permissions.ts'

/** The two sides that must agree to a record: its warehouse, in two steps, and its broker or marketer, in one. */
export type EstateCuredSide = 'warehouse' | 'broker'

const waiting = [
  'PENDING_APPROVAL',
  'PENDING_WHMAKER_AND_BRCHECKER_APPROVAL',
  'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL',
  'PENDING_WHCHECKER_APPROVAL',
  'PENDING_BRCHECKER_APPROVAL',
  'PENDING_WHMAKER_APPROVAL',
  'PENDING_WAREHOUSE_APPROVAL',
  'PENDING_BROKER_APPROVAL',
] as const
type EstateCuredWaiting = (typeof waiting)[number]
const referred = ['REFERRED_TO_MILLER', 'HOLDING_STATUS'] as const

const brokers = ['MARKETER_CHECKER', 'BROKER_CHECKER'] as const satisfies readonly RoleName[]
const warehouseMakers = ['WAREHOUSE', 'WAREHOUSE_MAKER'] as const satisfies readonly RoleName[]

// Whose checkbox it is in each state. Source: specification 3, section 4; the last line is that of catalogue records.
const roles = {
  PENDING_APPROVAL: ['MARKETER_CHECKER', 'WAREHOUSE_CHECKER', 'WAREHOUSE', 'BROKER_CHECKER'],
  PENDING_WHMAKER_AND_BRCHECKER_APPROVAL: ['WAREHOUSE_MAKER', 'MARKETER_CHECKER', 'BROKER_CHECKER', 'WAREHOUSE'],
  PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL: ['WAREHOUSE_CHECKER', 'MARKETER_CHECKER', 'BROKER_CHECKER'],
  PENDING_WHCHECKER_APPROVAL: ['WAREHOUSE_CHECKER'],
  PENDING_BRCHECKER_APPROVAL: brokers,
  PENDING_WHMAKER_APPROVAL: warehouseMakers,
  PENDING_WAREHOUSE_APPROVAL: ['WAREHOUSE', 'WAREHOUSE_CHECKER', 'WAREHOUSE_MAKER'],
  PENDING_BROKER_APPROVAL: brokers,
} as const satisfies Record<EstateCuredWaiting, readonly RoleName[]>

const both: readonly OrganisationType[] = ['WAREHOUSE', 'BROKER', 'MARKETER']
const types: Record<EstateCuredWaiting, readonly OrganisationType[]> = {
  PENDING_APPROVAL: both,
  PENDING_WHMAKER_AND_BRCHECKER_APPROVAL: both,
  PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL: both,
  PENDING_WHCHECKER_APPROVAL: ['WAREHOUSE'],
  PENDING_BRCHECKER_APPROVAL: ['BROKER', 'MARKETER'],
  PENDING_WHMAKER_APPROVAL: ['WAREHOUSE'],
  PENDING_WAREHOUSE_APPROVAL: ['WAREHOUSE'],
  PENDING_BROKER_APPROVAL: ['BROKER', 'MARKETER'],
}

type Next = Record<EstateCuredWaiting, Partial<Record<EstateCuredSide, EstateCuredWaiting | 'APPROVED'>>>

// Where an approval of each side leads.
const approved: Next = {
  PENDING_APPROVAL: {
    warehouse: 'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL',
    broker: 'PENDING_WHMAKER_APPROVAL',
  },
  PENDING_WHMAKER_AND_BRCHECKER_APPROVAL: {
    warehouse: 'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL',
    broker: 'PENDING_WHMAKER_APPROVAL',
  },
  PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL: {
    warehouse: 'PENDING_BRCHECKER_APPROVAL',
    broker: 'PENDING_WHCHECKER_APPROVAL',
  },
  PENDING_WHMAKER_APPROVAL: { warehouse: 'PENDING_WHCHECKER_APPROVAL' },
  PENDING_WHCHECKER_APPROVAL: { warehouse: 'APPROVED' },
  PENDING_BRCHECKER_APPROVAL: { broker: 'APPROVED' },
  PENDING_WAREHOUSE_APPROVAL: { warehouse: 'APPROVED' },
  PENDING_BROKER_APPROVAL: { broker: 'APPROVED' },
}

// A correction counts as the approval of who makes it; who has agreed to other weights before is asked again.
const corrected: Next = {
  PENDING_APPROVAL: approved.PENDING_APPROVAL,
  PENDING_WHMAKER_AND_BRCHECKER_APPROVAL: approved.PENDING_WHMAKER_AND_BRCHECKER_APPROVAL,
  PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL: {
    warehouse: 'PENDING_BRCHECKER_APPROVAL',
    broker: 'PENDING_WHMAKER_APPROVAL',
  },
  PENDING_WHMAKER_APPROVAL: { warehouse: 'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL' },
  PENDING_WHCHECKER_APPROVAL: { warehouse: 'PENDING_BROKER_APPROVAL' },
  PENDING_BRCHECKER_APPROVAL: { broker: 'PENDING_WAREHOUSE_APPROVAL' },
  PENDING_WAREHOUSE_APPROVAL: { warehouse: 'PENDING_BROKER_APPROVAL' },
  PENDING_BROKER_APPROVAL: { broker: 'PENDING_WAREHOUSE_APPROVAL' },
}

const decides = {
  from: waiting,
  allow: 'CAN_APPROVE_ESTATE_CURED_BROKER',
  organisationTypesIn: types,
  rolesIn: roles,
  who: 'other',
} as const
const mends = {
  from: referred,
  allow: 'CAN_UPLOAD_CATALOGUE',
  organisationTypes: ['MILLER', 'BROKER', 'MARKETER'],
  who: 'anyone',
  comment: 'optional',
} as const

/** The life of an estate cured record: its warehouse and its broker or marketer agree, in any order. */
export const estateCuredFlow = workflow({
  kind: 'estate_cured_record',
  record: 'estate cured record',
  initial: ['PENDING_APPROVAL', 'HOLDING_STATUS'],
  states: {
    PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Awaiting warehouse and broker', tone: 'waiting' },
    PENDING_WHMAKER_AND_BRCHECKER_APPROVAL: {
      id: 100,
      name: 'PENDING_WHMAKER_AND_BRCHECKER_APPROVAL',
      label: 'Awaiting warehouse maker and broker',
      tone: 'waiting',
    },
    PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL: {
      id: 102,
      name: 'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL',
      label: 'Awaiting warehouse checker and broker',
      tone: 'waiting',
    },
    PENDING_WHCHECKER_APPROVAL: {
      id: 103,
      name: 'PENDING_WHCHECKER_APPROVAL',
      label: 'Awaiting warehouse checker',
      tone: 'waiting',
    },
    PENDING_BRCHECKER_APPROVAL: {
      id: 104,
      name: 'PENDING_BRCHECKER_APPROVAL',
      label: 'Awaiting broker',
      tone: 'waiting',
    },
    PENDING_WHMAKER_APPROVAL: {
      id: 105,
      name: 'PENDING_WHMAKER_APPROVAL',
      label: 'Awaiting warehouse maker',
      tone: 'waiting',
    },
    PENDING_WAREHOUSE_APPROVAL: {
      id: 106,
      name: 'PENDING_WAREHOUSE_APPROVAL',
      label: 'Corrected: awaiting warehouse',
      tone: 'waiting',
    },
    PENDING_BROKER_APPROVAL: {
      id: 23,
      name: 'PENDING_BROKER_APPROVAL',
      label: 'Corrected: awaiting broker',
      tone: 'waiting',
    },
    REFERRED_TO_MILLER: { id: 25, name: 'REFERRED_TO_MILLER', label: 'Referred to the miller', tone: 'info' },
    HOLDING_STATUS: { id: 200, name: 'HOLDING_STATUS', label: 'On hold', tone: 'bad' },
    APPROVED: { id: 1, name: 'APPROVED', label: 'Approved', tone: 'good' },
    DELETED: { id: 58, name: 'DELETED', label: 'Deleted', tone: 'neutral' },
  },
  system: [{ from: 'HOLDING_STATUS', to: 'PENDING_APPROVAL', why: 'What held it is settled' }],
  steps: {
    approve: {
      ...decides,
      label: 'Approve',
      to: [
        'APPROVED',
        'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL',
        'PENDING_WHMAKER_APPROVAL',
        'PENDING_WHCHECKER_APPROVAL',
        'PENDING_BRCHECKER_APPROVAL',
      ],
      comment: 'required',
      tone: 'main',
      bulk: true,
    },
    reject: {
      ...decides,
      label: 'Reject',
      to: ['REFERRED_TO_MILLER'],
      comment: 'required',
      tone: 'danger',
      bulk: true,
    },
    correct: {
      ...decides,
      label: 'Correct',
      to: [
        'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL',
        'PENDING_WHMAKER_APPROVAL',
        'PENDING_BRCHECKER_APPROVAL',
        'PENDING_WAREHOUSE_APPROVAL',
        'PENDING_BROKER_APPROVAL',
      ],
      comment: 'optional',
      tone: 'plain',
    },
    edit: {
      ...mends,
      label: 'Edit',
      to: ['PENDING_WHMAKER_AND_BRCHECKER_APPROVAL', 'PENDING_APPROVAL', 'HOLDING_STATUS'],
      tone: 'main',
    },
    remove: { ...mends, label: 'Delete', to: ['DELETED'], tone: 'danger' },
  },
})

const isWaiting = (status: string): status is EstateCuredWaiting => waiting.some((state) => state === status)
const after = (moves: Next, status: string, side: EstateCuredSide) =>
  isWaiting(status) ? moves[status][side] : undefined

/** Where an approval leads; nothing where it is not the turn of this side. */
export const approvedTo = (status: string, side: EstateCuredSide) => after(approved, status, side)

/** Where a correction of bags, weight, outturn, lot or split leads. */
export const correctedTo = (status: string, side: EstateCuredSide) => after(corrected, status, side)

/** What an edited record goes on as: to both sides anew, or as if it had just been sent when it was only on hold. */
export const editedTo = (status: string) =>
  status === 'REFERRED_TO_MILLER' ? 'PENDING_WHMAKER_AND_BRCHECKER_APPROVAL' : 'PENDING_APPROVAL'

/** States in which the second person of the warehouse decides, whom the first one may not be. */
export const warehouseChecks = [
  'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL',
  'PENDING_WHCHECKER_APPROVAL',
] as const satisfies readonly EstateCuredWaiting[]

/** States in which nobody can act on a record any more. */
export const estateCuredEnds = ['APPROVED', 'DELETED'] as const
