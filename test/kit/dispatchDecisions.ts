import type { DecisionCall, Row } from './decisionCalls.ts'
import {
  agreedRecord,
  decideFile,
  firstRecord,
  openSale,
  recordsOf,
  referredRecord,
  sendDispatch,
  weighedLess,
  type FileBody,
} from './dispatchFiles.ts'
import type { HttpAnswer } from './people.ts'
import type { World } from './world.ts'

// Dispatch that waits for a decision, each made through its own calls. Every function answers the id of one.

const mustBe = ({ status, body }: HttpAnswer<FileBody>): string => {
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.id
}

const makeDispatch = async (world: World) => {
  await openSale(world)
  return (await sendDispatch(world.people.kipronoMillerMaker)).id
}
export const makeReceivedDispatch = async (world: World) => {
  const id = await makeDispatch(world)
  return mustBe(await decideFile(world.people.francisWarehouseChecker, 'approve', { id }))
}
export const makeDroppedDispatch = async (world: World) => {
  const id = await makeReceivedDispatch(world)
  return mustBe(await decideFile(world.people.kipronoMillerMaker, 'delete-grnFile', { id }))
}
export const makeDispatchRecord = async (world: World) =>
  (await firstRecord(world.people.francisWarehouseChecker, await makeDispatch(world))).id
const makeReferredDispatch = async (world: World) => {
  await openSale(world)
  return (await referredRecord(world)).id
}
export const makeAgreedDispatch = async (world: World) => {
  await openSale(world)
  return (await agreedRecord(world)).id
}
const whole = (row: Row): Row => row
const dispatchFile = {
  kind: 'dispatch_file',
  by: 'francisWarehouseChecker',
  make: makeDispatch,
  list: () => '/grn_record/files',
  posts: whole,
  comment: 'approverComment',
} as const
const dispatchRecord = {
  kind: 'dispatch_record',
  by: 'graceWarehouseChecker',
  make: makeAgreedDispatch,
  list: () => '/grn_record/records',
  posts: whole,
  comment: 'actionComment',
} as const

/** Every call that takes a step of a dispatch file or record. */
export const dispatchDecisions: readonly DecisionCall[] = [
  { ...dispatchFile, call: 'POST /grn_record/approve', step: 'approve' },
  { ...dispatchFile, call: 'POST /grn_record/reject', step: 'decline' },
  {
    ...dispatchFile,
    call: 'POST /grn_record/decide-every',
    step: 'decideRecords',
    comment: 'comment',
    posts: async ({ id: fileId, version }, { people }) => {
      const records = await recordsOf(people.francisWarehouseChecker, fileId)
      return {
        fileId,
        version,
        action: 'APPROVE_SELECTED_REJECT_OTHERS',
        records: records.map((one) => ({ id: one.id, version: one.version })),
      }
    },
  },
  {
    ...dispatchFile,
    by: 'kipronoMillerMaker',
    make: makeReceivedDispatch,
    call: 'POST /grn_record/delete-grnFile',
    step: 'drop',
  },
  {
    ...dispatchFile,
    make: makeDroppedDispatch,
    call: 'POST /grn_record/approve-delete-grnFile',
    step: 'approveDrop',
  },
  {
    ...dispatchFile,
    make: makeDroppedDispatch,
    call: 'POST /grn_record/reject-delete-grnFile',
    step: 'rejectDrop',
  },
  { ...dispatchRecord, call: 'POST /grn_record/approve-item', step: 'approve' },
  {
    ...dispatchRecord,
    by: 'kipronoMillerMaker',
    make: makeReferredDispatch,
    call: 'POST /grn_record/approve-item',
    step: 'approve',
  },
  { ...dispatchRecord, call: 'POST /grn_record/reject-item', step: 'reject' },
  {
    ...dispatchRecord,
    make: makeDispatchRecord,
    call: 'POST /grn_record/update',
    step: 'edit',
    posts: (row) => ({ ...row, ...weighedLess }),
  },
]
