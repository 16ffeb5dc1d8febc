import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Receipt } from '#contract/dispatch/dispatchRecords.ts'
import {
  approveRecord,
  decideFile,
  editRecord,
  fileOf,
  firstRecord,
  newDispatch,
  openSale,
  recordsOf,
  sendDispatch,
  uploadDispatch,
  weighedLess,
} from '#test/kit/dispatchFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let miller: Person
let first: Person
let second: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  miller = world.people.kipronoMillerMaker
  first = world.people.francisWarehouseChecker
  second = world.people.graceWarehouseChecker
  await openSale(world)
})
afterAll(() => world?.close())

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const trailOf = async (id: string, action: string) =>
  (await world.owner.query(`select from audit_events where record_id = $1 and action = $2`, [id, action])).rowCount
const countIn = (ids: readonly string[], values: readonly string[]) => ids.filter((id) => values.includes(id)).length

type Bulk = {
  code?: string
  message: string
  data: { done: number; skipped: number; rows: { id: string; outcome: string; code?: string }[] }
}
const bulk = (person: Person, fileId: string, action: string, records: object[] = [], comment = 'At the gate') =>
  person.post<Bulk>('/grn_record/bulk', { fileId, action, comment, records })
type Decided = { code?: string; message: string; data: Receipt; details?: Record<string, unknown> }
const decideEvery = (person: Person, body: object) => person.post<Decided>('/grn_record/decide-every', body)

describe('at the same time', () => {
  test('two people who approve one record receive it once', async () => {
    const { id } = await sendDispatch(miller)
    const record = await firstRecord(first, id)
    const answers = await Promise.all([approveRecord(first, record), approveRecord(second, record)])
    expect(statusesOf(answers)).toEqual([200, 409])
    expect(await trailOf(record.id, 'approve')).toBe(1)
    expect((await fileOf(miller, id)).status.id).toBe(1)
  })

  test('an edit and an approval: one of them is refused, and the record is where the other one left it', async () => {
    const { id } = await sendDispatch(miller)
    const record = await firstRecord(first, id)
    const [edited, approved] = await Promise.all([
      editRecord(first, record, weighedLess),
      approveRecord(second, record),
    ])
    expect(statusesOf([edited, approved])).toEqual([200, 409])
    const after = await firstRecord(miller, id)
    expect([after.status.id, after.netWeight]).toEqual(edited.status === 200 ? [25, 694] : [1, 754])
  })

  test('an edit of a record while its file is approved: it is received as it was sent, or goes to the mill', async () => {
    const { id } = await sendDispatch(miller, newDispatch(5))
    const record = await firstRecord(first, id)
    const [edited, approved] = await Promise.all([
      editRecord(first, record, weighedLess),
      decideFile(second, 'approve', { id }),
    ])
    expect(approved.status).toBe(200)
    const states = (await recordsOf(miller, id)).map(({ status }) => status.id)
    expect(states.toSorted((a, b) => a - b)).toEqual(edited.status === 200 ? [1, 1, 1, 1, 25] : [1, 1, 1, 1, 1])
    expect((await fileOf(miller, id)).status.id).toBe(1)
  })

  test('many records are approved while somebody else declines two of them: each is decided once', async () => {
    const { id } = await sendDispatch(miller, newDispatch(8))
    const records = await recordsOf(first, id)
    const [many, ...single] = await Promise.all([
      bulk(first, id, 'APPROVE_SELECTED', records),
      ...records
        .slice(2, 4)
        .map((record) => second.post<Bulk>('/grn_record/reject-item', { ...record, actionComment: 'Wet' })),
    ])
    const declined = single.filter(({ status }) => status === 200).length
    expect(many.body.data.done).toBe(8 - declined)
    expect(many.body.data.rows.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(declined)
    const states = (await recordsOf(miller, id)).map(({ status }) => status.statusName)
    expect([countIn(states, ['APPROVED']), countIn(states, ['REJECTED'])]).toEqual([8 - declined, declined])
    expect((await fileOf(miller, id)).status.id).toBe(1)
  })

  test('two people who decide every record of a file: one receipt, and the other is told who was first', async () => {
    const { id, version } = await sendDispatch(miller, newDispatch(6))
    const records = await recordsOf(first, id)
    const body = { fileId: id, version, comment: 'Counted twice', records: records.slice(0, 4) }
    const answers = await Promise.all([
      decideEvery(first, { ...body, action: 'APPROVE_SELECTED_REJECT_OTHERS' }),
      decideEvery(second, { ...body, action: 'REJECT_SELECTED_APPROVE_OTHERS' }),
    ])
    expect(statusesOf(answers)).toEqual([200, 409])
    const receipt = answers.find(({ status }) => status === 200)!.body.data // one of them was
    expect(receipt.approved.count + receipt.declined.count).toBe(6)
    const states = (await recordsOf(miller, id)).map(({ status }) => status.statusName)
    expect(countIn(states, ['APPROVED'])).toBe(receipt.approved.count)
  })

  test('two files with the same coffee: one is taken, and the rows of the other say so', async () => {
    const rows = newDispatch(3)
    const answers = await Promise.all([
      uploadDispatch(miller, [...rows, ...newDispatch(1)]),
      uploadDispatch(miller, [...rows, ...newDispatch(1)]),
    ])
    expect(statusesOf(answers)).toEqual([200, 424])
    const { rows: living } = await world.owner.query<{ n: number }>(
      `select count(*)::int as n from dispatch_records where outturn = any ($1) and status <> 'REJECTED'`,
      [rows.map(({ outturn }) => outturn)],
    )
    expect(living[0]?.n).toBe(3)
  })

  test('a withdrawal and an approval of one file: it is a draft without records, or approved with all of them', async () => {
    const { id, version } = await sendDispatch(miller, newDispatch(3))
    const [withdrawn, approved] = await Promise.all([
      miller.post(`/uploads/${id}/withdraw`, { version }),
      decideFile(first, 'approve', { id }),
    ])
    expect([withdrawn, approved].filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await world.owner.query<{ status: string; records: number }>(
      `select status, (select count(*)::int from dispatch_records where upload_id = u.id) as records from uploads u where id = $1`,
      [id],
    )
    expect(rows).toEqual([
      approved.status === 200 ? { status: 'APPROVED', records: 3 } : { status: 'FAILED_VALIDATION', records: 0 },
    ])
  })

  test('a drop is asked for while a record goes into a catalogue: the file stays', async () => {
    const { id } = await sendDispatch(miller, newDispatch(2))
    await decideFile(first, 'approve', { id })
    const [record] = await recordsOf(miller, id)
    const client = await world.owner.connect()
    try {
      await client.query('begin')
      await client.query(`update dispatch_records set status = 'CATALOGUED' where id = $1`, [record?.id])
      const asking = decideFile(miller, 'delete-grnFile', { id })
      await client.query('commit')
      expect([(await asking).status, (await asking).body.code]).toEqual([409, 'dispatch.catalogued'])
    } finally {
      client.release()
    }
    expect((await fileOf(miller, id)).status.id).toBe(1)
  })
})

describe('every record of a file at once', () => {
  test('approves what is ticked, declines the others, and answers with kilograms and each record', async () => {
    const { id } = await sendDispatch(miller, newDispatch(5))
    const records = await recordsOf(first, id)
    const ticked = records.slice(0, 2)
    const answer = await decideEvery(first, {
      fileId: id,
      action: 'APPROVE_SELECTED_REJECT_OTHERS',
      comment: 'Dry',
      records: ticked,
    })
    expect(answer.body).toMatchObject({
      message: '2 approved (1508 kg), 3 declined (2262 kg)',
      data: {
        status: { id: 1 },
        approved: { count: 2, kilograms: 1508 },
        declined: { count: 3, kilograms: 2262 },
        left: { count: 0 },
      },
    })
    const outcomes = new Map(answer.body.data.rows.map((row) => [row.id, row.outcome]))
    for (const record of records)
      expect(outcomes.get(record.id)).toBe(ticked.includes(record) ? 'APPROVED' : 'REJECTED')
  })

  test('its mirror declines what is ticked; a file of which nothing is received is declined', async () => {
    const { id } = await sendDispatch(miller, newDispatch(2))
    const records = await recordsOf(first, id)
    const answer = await decideEvery(first, {
      fileId: id,
      action: 'REJECT_SELECTED_APPROVE_OTHERS',
      comment: 'Wet',
      records,
    })
    expect(answer.body.data).toMatchObject({ status: { id: 2 }, approved: { count: 0 }, declined: { count: 2 } })
    expect((await fileOf(miller, id)).status.id).toBe(2)
  })

  test('leaves to the mill what it was asked about, and decides nothing where a record has changed since it was seen', async () => {
    const { id } = await sendDispatch(miller, newDispatch(3))
    const seen = await recordsOf(first, id)
    const [edited, ...others] = seen
    await editRecord(first, edited!, weighedLess) // three were sent
    const stale = await decideEvery(second, {
      fileId: id,
      action: 'APPROVE_SELECTED_REJECT_OTHERS',
      comment: 'Dry',
      records: seen,
    })
    expect([stale.status, stale.body.code, stale.body.details]).toEqual([
      409,
      'record.changed',
      { records: [edited?.id] },
    ])
    const left = await decideEvery(second, {
      fileId: id,
      action: 'APPROVE_SELECTED_REJECT_OTHERS',
      comment: 'Dry',
      records: others.slice(0, 1),
      others: others.slice(1),
    })
    expect(left.body.data).toMatchObject({
      approved: { count: 1 },
      declined: { count: 1 },
      left: { count: 1, kilograms: 694 },
    })
    expect((await recordsOf(miller, id)).map(({ status }) => status.id).toSorted((a, b) => a - b)).toEqual([1, 2, 25])
    const unseen = await sendDispatch(miller, newDispatch(3))
    const [one] = await recordsOf(first, unseen.id)
    const blind = await decideEvery(first, {
      fileId: unseen.id,
      action: 'APPROVE_SELECTED_REJECT_OTHERS',
      comment: 'Dry',
      records: [one],
      others: [],
    })
    expect([blind.status, blind.body.code]).toEqual([409, 'record.changed'])
  })

  test('wants a comment, and a record to decide on', async () => {
    const { id } = await sendDispatch(miller)
    const records = await recordsOf(first, id)
    const bare = await decideEvery(first, { fileId: id, action: 'APPROVE_SELECTED_REJECT_OTHERS', records })
    expect([bare.status, bare.body.message]).toEqual([422, 'Comment is required'])
    await editRecord(first, records[0]!, weighedLess) // one was sent
    const none = await decideEvery(second, {
      fileId: id,
      action: 'APPROVE_SELECTED_REJECT_OTHERS',
      comment: 'Dry',
      records: [],
    })
    expect([none.status, none.body.message]).toEqual([
      422,
      'No record selected for action APPROVE_SELECTED_REJECT_OTHERS',
    ])
  })
})

describe('many records', () => {
  test('are those that nobody has edited: with none of them nothing is selected', async () => {
    const { id } = await sendDispatch(miller, newDispatch(2))
    for (const record of await recordsOf(first, id)) await editRecord(first, record, weighedLess)
    for (const action of ['APPROVE_ALL', 'REJECT_ALL', 'APPROVE_SELECTED']) {
      const { status, body } = await bulk(second, id, action, await recordsOf(second, id))
      expect([status, body.message]).toEqual([422, `No record selected for action ${action}`])
    }
    const bare = await bulk(second, id, 'APPROVE_ALL', [], '')
    expect([bare.status, bare.body.message]).toEqual([422, 'Comment is required'])
  })

  test('of all each is decided, and the file with the last of them', async () => {
    const { id } = await sendDispatch(miller, newDispatch(4))
    const [one] = await recordsOf(first, id)
    expect((await bulk(first, id, 'REJECT_SELECTED', [one!])).body.data).toMatchObject({ done: 1 }) // four were sent
    expect((await fileOf(first, id)).status.id).toBe(3)
    expect((await bulk(first, id, 'APPROVE_ALL')).body).toMatchObject({
      message: '3 approved, 0 skipped, 0 failed',
      data: { done: 3 },
    })
    expect((await fileOf(first, id)).status.id).toBe(1)
  })

  test('of a selection each hears why it was not decided', async () => {
    const { id } = await sendDispatch(miller, newDispatch(3))
    const records = await recordsOf(first, id)
    await editRecord(first, records[0]!, weighedLess) // three were sent
    const unknown = { id: '01900000-0000-7000-8000-000000000000', version: 1 }
    const { body } = await bulk(second, id, 'APPROVE_SELECTED', [...records, unknown])
    expect(body.data.rows.map(({ outcome, code }) => code ?? outcome).toSorted()).toEqual([
      'done',
      'done',
      'record.decided_alone',
      'record.not_found',
    ])
  })
})
