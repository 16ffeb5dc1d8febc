import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dispatchFileFlow, dispatchRecordFlow } from '#contract/dispatch/dispatchFlow.ts'
import type { DispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import type { DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import type { RoleName } from '#contract/house/permissions.ts'
import { decideFile, firstRecord, openSale, sendDispatch, weighedLess } from '#test/kit/dispatchFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// What is offered to whom, written out by hand from the specification (part 3, section 4, both readings of GRN records, and the table of
// dispatch files) and from the answers to what it leaves open; never from the declaration that the program runs by.
type RecordState = keyof typeof dispatchRecordFlow.states
type FileState = keyof typeof dispatchFileFlow.states
type Offered<State extends string> = Partial<Record<RoleName, Partial<Record<State, readonly string[]>>>>

const recordSteps: Offered<RecordState> = {
  WAREHOUSE_CHECKER: {
    // Reading A: status id 3 is approved with CAN_APPROVE_GRN. Reading B: edited while it waits, approved when it came back.
    PENDING_APPROVAL: ['approve', 'edit', 'reject'],
    PENDING_WAREHOUSE_APPROVAL: ['approve', 'edit', 'reject'],
    // Reading A hides the approval of what is on hold; reading B lets it be edited.
    HOLDING_STATUS: ['edit'],
  },
  MILLER_MAKER: {
    // Reading A: status id 25 is edited with CAN_UPLOAD_GRN. Reading B: so is what is referred to the miller, who may approve it too.
    REFERRED_TO_MILLER: ['approve', 'edit'],
  },
}
const fileSteps: Offered<FileState> = {
  WAREHOUSE_CHECKER: {
    PENDING_APPROVAL: ['approve', 'decideRecords', 'decline'],
    PENDING_DELETION: ['approveDrop', 'rejectDrop'],
  },
  MILLER_MAKER: {
    APPROVED: ['drop'],
    // Its own maker's: the draft is repaired and sent, or thrown away; what waits can be taken back.
    FAILED_VALIDATION: ['discard', 'drop', 'send'],
    PENDING_APPROVAL: ['withdraw'],
  },
}
/** Who sees neither the file nor the record: it names none of them. */
const strangers: readonly RoleName[] = [
  ...([
    'FCS_MAKER',
    'FCS_CHECKER',
    'FCS MANAGER',
    'MARKETER_CHECKER',
    'MARKETER_MAKER',
    'ADMINISTRATOR',
    'BUYER',
  ] as const),
]

let world: World
let everybody: Person[]
let fileId: string
let record: DispatchRecord
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await openSale(world)
  // One of each role.
  everybody = [...new Map(Object.values(world.people).map((person) => [person.role, person])).values()]
  fileId = (await sendDispatch(world.people.kipronoMillerMaker)).id
  record = await firstRecord(world.people.kipronoMillerMaker, fileId)
})
afterAll(() => world?.close())

const setRecord = (status: string) =>
  world.owner.query(
    `update dispatch_records set status = $2, hold_reason = case when $2 = 'HOLDING_STATUS' then 'Too much' end, makers = array[$3]::uuid[], decided_by = null, version = 5,
       bags = sent_bags, pockets = sent_pockets, gross_kg = sent_gross_kg, net_kg = sent_net_kg, delete_flag = false, require_reapproval = false where id = $1`,
    [record.id, status, world.people.samuelAdministrator.id],
  )
const setFile = (status: string) =>
  world.owner.query(`update uploads set status = $2, decided_by = null, version = 5 where id = $1`, [fileId, status])
const stateOf = async (table: 'uploads' | 'dispatch_records', id: string) =>
  (await world.owner.query(`select status, version, decided_by, makers from ${table} where id = $1`, [id])).rows[0]

const offeredIn = (steps: Record<string, string | null>): string[] =>
  Object.keys(steps)
    .filter((step) => steps[step] === null)
    .toSorted()

test('there is somebody of every role', () => {
  expect(everybody.length).toBeGreaterThanOrEqual(18)
  expect(everybody.map(({ role }) => role)).toEqual(
    expect.arrayContaining(['WAREHOUSE', 'WAREHOUSE_MAKER', 'BROKER_CHECKER']),
  )
})

describe('a dispatch record', () => {
  test.each(Object.keys(dispatchRecordFlow.states) as RecordState[])(
    'in state %s offers exactly its table',
    async (status) => {
      await setRecord(status)
      for (const person of everybody) {
        const { status: code, body } = await person.get<DispatchRecord>(`/grn_record/records/${record.id}`)
        if (strangers.includes(person.role)) {
          expect([person.role, [403, 404].includes(code)]).toEqual([person.role, true])
          continue
        }
        expect([person.role, code]).toEqual([person.role, 200])
        expect([person.role, status, offeredIn(body.steps)]).toEqual([
          person.role,
          status,
          [...(recordSteps[person.role]?.[status] ?? [])].toSorted(),
        ])
      }
    },
  )

  const calls: Record<string, (person: Person) => ReturnType<Person['post']>> = {
    approve: (person) =>
      person.post('/grn_record/approve-item', { id: record.id, version: 5, actionComment: 'Counted' }),
    reject: (person) => person.post('/grn_record/reject-item', { id: record.id, version: 5, actionComment: 'Wet' }),
    edit: (person) =>
      person.post('/grn_record/update', { ...record, version: 5, ...weighedLess, actionComment: 'A bag is missing' }),
  }
  test.each(Object.keys(dispatchRecordFlow.states) as RecordState[])(
    'in state %s takes from nobody what is not offered, and from everybody what is',
    async (status) => {
      await setFile('APPROVED')
      await setRecord(status)
      const before = await stateOf('dispatch_records', record.id)
      for (const person of everybody)
        for (const [step, call] of Object.entries(calls)) {
          if (recordSteps[person.role]?.[status]?.includes(step)) continue
          const answer = await call(person)
          expect([person.role, step, [403, 404, 409].includes(answer.status)]).toEqual([person.role, step, true])
        }
      expect(await stateOf('dispatch_records', record.id)).toEqual(before)
      for (const person of everybody)
        for (const step of recordSteps[person.role]?.[status] ?? []) {
          await setRecord(status)
          expect([person.role, step, (await calls[step]!(person)).status]).toEqual([person.role, step, 200])
        }
      await setRecord('PENDING_APPROVAL')
      await setFile('PENDING_APPROVAL')
    },
  )
})

describe('a dispatch file', () => {
  const states = (Object.keys(dispatchFileFlow.states) as FileState[]).filter((state) => state !== 'CHECKING')
  beforeEach(() => setRecord('PENDING_APPROVAL'))

  test.each(states)('in state %s offers exactly its table', async (status) => {
    await setFile(status)
    const isDraft = status === 'FAILED_VALIDATION' || status === 'DISCARDED'
    for (const person of everybody) {
      const { status: code, body } = await person.get<DispatchFile>(`/grn_record/files/${fileId}`)
      const isUnseen = strangers.includes(person.role) || (isDraft && person.role !== 'MILLER_MAKER')
      if (isUnseen) {
        expect([person.role, [403, 404].includes(code)]).toEqual([person.role, true])
        continue
      }
      expect([person.role, code]).toEqual([person.role, 200])
      expect([person.role, status, offeredIn(body.steps)]).toEqual([
        person.role,
        status,
        [...(fileSteps[person.role]?.[status] ?? [])].toSorted(),
      ])
    }
    await setFile('PENDING_APPROVAL')
  })

  test.each([
    ['approve', 'PENDING_APPROVAL'],
    ['reject', 'PENDING_APPROVAL'],
    ['delete-grnFile', 'APPROVED'],
    ['approve-delete-grnFile', 'PENDING_DELETION'],
    ['reject-delete-grnFile', 'PENDING_DELETION'],
  ] as const)('the call %s is taken in state %s, and by the role whose turn it is alone', async (call, status) => {
    const role: RoleName = call === 'delete-grnFile' ? 'MILLER_MAKER' : 'WAREHOUSE_CHECKER'
    for (const person of everybody.filter((one) => one.role !== role)) {
      await setFile(status)
      const answer = await decideFile(person, call, { id: fileId })
      expect([person.role, [403, 404, 409].includes(answer.status)]).toEqual([person.role, true])
    }
    const [able] = everybody.filter((person) => person.role === role)
    for (const other of states.filter(
      (state) => state !== status && state !== 'FAILED_VALIDATION' && state !== 'DISCARDED',
    )) {
      await setFile(other)
      const answer = await decideFile(able!, call, { id: fileId }) // one of each role was found above
      expect([other, answer.status, answer.body.code]).toEqual([other, 409, 'step.wrong_state'])
    }
    await setFile(status)
    await setRecord('PENDING_APPROVAL')
    const taken = await decideFile(able!, call, { id: fileId }) // as above
    expect([taken.status, taken.body.code]).toEqual([200, undefined])
    await setFile('PENDING_APPROVAL')
  })
})
