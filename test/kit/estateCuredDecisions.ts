import type { DecisionCall, Row } from './decisionCalls.ts'
import { makeEstateCured } from './everyKind.ts'
import type { World } from './world.ts'

const record = {
  kind: 'estate_cured_record',
  by: 'naomiWarehouseClerk',
  make: makeEstateCured,
  list: (world: World) => `/upload/estatecured/records/${world.organisationId('WH6001')}`,
} as const
const ofAny = { ...record, call: 'POST /upload/estatecured/decide', comment: 'approverComment' } as const
const ofFile = { ...record, call: 'POST /upload/estatecured/bulk', comment: 'comment' } as const
const many = (step: string) => (row: Row) => ({ step, records: [row] })
const chosen = (action: string) => (row: Row) => ({ fileId: row['uploadId'], action, records: [row] })

/** Every call that decides on an estate cured record, with each step that it takes. */
export const estateCuredDecisions: readonly DecisionCall[] = [
  { ...ofAny, step: 'approve', posts: many('approve') },
  { ...ofAny, step: 'reject', posts: many('reject') },
  { ...ofFile, step: 'approve', posts: chosen('APPROVE_SELECTED') },
  { ...ofFile, step: 'reject', posts: chosen('REJECT_SELECTED') },
  {
    ...record,
    call: 'POST /upload/estatecured/update',
    step: 'correct',
    comment: 'approverComment',
    posts: (row) => ({ ...row, numberOfBags: 3, weight: 190 }),
  },
]
