import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approveRecord,
  decideFile,
  dispatchCsv,
  editRecord,
  fileOf,
  newDispatch,
  openSale,
  recordsOf,
  referredRecord,
  sendDispatch,
  weighedLess,
  type FileBody,
} from '#test/kit/dispatchFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let miller: Person
let warehouse: Person
let second: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  miller = world.people.kipronoMillerMaker
  warehouse = world.people.francisWarehouseChecker
  second = world.people.graceWarehouseChecker
  await openSale(world)
})
afterAll(() => world?.close())

describe('a dispatch file', () => {
  test('goes from the mill to the named warehouse, which receives its coffee', async () => {
    const file = await sendDispatch(miller, newDispatch(3))
    expect(file).toMatchObject({
      status: { id: 3 },
      numberOfLots: 3,
      totalBags: 36,
      totalWeight: 2262,
      warehouseCode: 'WH6001',
      saleNumber: 9,
      termsVersion: 1,
    })
    expect((await recordsOf(warehouse, file.id)).map(({ status }) => status.id)).toEqual([3, 3, 3])
    const approved = await decideFile(warehouse, 'approve', file)
    expect([approved.status, approved.body.data.status.id, approved.body.data.approved]).toEqual([200, 1, 3])
    expect((await recordsOf(miller, file.id)).map(({ status }) => status.statusName)).toEqual([
      'APPROVED',
      'APPROVED',
      'APPROVED',
    ])
  })

  test('comes as JSON with its bytes in base64, as the specification posts it', async () => {
    const fileData = Buffer.from(dispatchCsv(newDispatch(2))).toString('base64')
    const answer = await miller.post<FileBody>('/grn_record', { fileName: 'lots.csv', fileType: 'text/csv', fileData })
    expect([answer.status, answer.body.message, answer.body.data.numberOfLots]).toEqual([200, 'Success', 2])
    const none = await miller.post<FileBody>('/grn_record', { fileName: '', fileType: '', fileData: '' })
    expect([none.status, none.body.message]).toEqual([422, 'Please select a file before uploading.'])
    const damaged = await miller.post<FileBody>('/grn_record', {
      fileName: 'lots.csv',
      fileType: 'text/csv',
      fileData: '%%%',
    })
    expect([damaged.status, damaged.body.message]).toEqual([422, 'Error reading file. Please try again.'])
  })

  test('with a comment missing is not decided', async () => {
    const file = await sendDispatch(miller)
    const answer = await decideFile(warehouse, 'approve', file, '')
    expect([answer.status, answer.body.message]).toEqual([422, 'Comment is required'])
  })

  test('is dropped when the mill asks and the warehouse agrees, and its records stay to be read', async () => {
    const file = await sendDispatch(miller)
    await decideFile(warehouse, 'approve', file)
    const asked = await decideFile(miller, 'delete-grnFile', { id: file.id })
    expect([asked.status, asked.body.data.status.id]).toEqual([200, 64])
    const kept = await decideFile(warehouse, 'reject-delete-grnFile', { id: file.id })
    expect(kept.body.data.status.id).toBe(1)
    await decideFile(miller, 'delete-grnFile', { id: file.id })
    const gone = await decideFile(warehouse, 'approve-delete-grnFile', { id: file.id })
    expect(gone.body.data.status.id).toBe(58)
    expect(await recordsOf(miller, file.id)).toEqual([])
    expect((await recordsOf(miller, file.id, { deleted: 'Y' })).map(({ status }) => status.id)).toEqual([58])
  })
})

describe('a dispatch record', () => {
  test('that the warehouse weighs otherwise goes to the mill with the old values, and comes back', async () => {
    const record = await referredRecord(world)
    expect(record).toMatchObject({
      status: { id: 25 },
      requireReapproval: 'Y',
      netWeight: 694,
      difference: -60,
      dispatched: { netWeight: 754, bags: 12 },
    })
    expect(record.changed).toContainEqual({ field: 'netWeight', before: '754', after: '694' })
    const agreed = await approveRecord(miller, record)
    expect([agreed.status, agreed.body.data.status.id]).toEqual([200, 90])
    const own = await approveRecord(warehouse, agreed.body.data)
    expect([own.status, own.body.code]).toEqual([409, 'own_submission'])
    const received = await approveRecord(second, agreed.body.data)
    expect([received.status, received.body.data.status.id, received.body.data.requireReapproval]).toEqual([200, 1, 'N'])
    expect((await fileOf(miller, record.fileId)).status.id).toBe(1)
  })

  test('is edited by the mill in turn, and the warehouse is asked again', async () => {
    const record = await referredRecord(world)
    const mill = await editRecord(miller, record, { bags: 12, grossWeight: 766.6 })
    expect([mill.status, mill.body.data?.status.id, mill.body.data?.difference]).toEqual([200, 90, 0])
    const again = await editRecord(warehouse, mill.body.data, weighedLess)
    expect([again.status, again.body.data.status.id]).toEqual([200, 25])
  })
})
