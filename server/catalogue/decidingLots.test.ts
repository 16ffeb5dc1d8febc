import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import {
  acceptLot,
  approveLot,
  bulkLots,
  editLot,
  enterSale,
  lotOf,
  lotsOf,
  offerLots,
  rejectLot,
  resetLots,
  waitingLot,
  withdrawLot,
} from '#test/kit/catalogueFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let maker: Person
let broker: Person
let warehouse: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await enterSale(world)
  maker = world.people.kevinBrokerMaker
  broker = world.people.catherineBrokerChecker
  warehouse = world.people.francisWarehouseChecker
})
afterAll(() => world?.close())

const stateOf = async ({ id }: Pick<CatalogueRecord, 'id'>) => (await lotOf(maker, id)).body.status.statusName
const approved = async (lot: CatalogueRecord) => {
  await approveLot(broker, lot)
  expect((await approveLot(warehouse, { id: lot.id })).status).toBe(200)
  return (await lotOf(maker, lot.id)).body
}

describe('the two parties of a lot', () => {
  test('agree in either order', async () => {
    const one = await waitingLot(world)
    expect((await approveLot(broker, one)).body.data.status).toEqual({
      id: 90,
      statusName: 'PENDING_WAREHOUSE_APPROVAL',
    })
    expect((await approveLot(warehouse, { id: one.id })).body.data).toMatchObject({
      status: { id: 1 },
      warehouseAgreed: warehouse.fullName,
      brokerAgreed: broker.fullName,
    })
    const other = await waitingLot(world)
    expect((await approveLot(warehouse, other)).body.data.status).toEqual({
      id: 23,
      statusName: 'PENDING_BROKER_APPROVAL',
    })
    expect((await approveLot(broker, { id: other.id })).body.data.status.id).toBe(1)
  })

  test('decide for themselves only: neither says the second word too', async () => {
    const lot = await waitingLot(world)
    await approveLot(broker, lot)
    expect((await approveLot(broker, { id: lot.id })).body.code).toBe('step.wrong_state')
    const other = await waitingLot(world)
    await approveLot(warehouse, other)
    expect((await approveLot(warehouse, { id: other.id })).body.code).toBe('step.wrong_state')
  })

  test('the warehouse does not reject; the broker does, with a comment', async () => {
    const lot = await waitingLot(world)
    expect((await rejectLot(warehouse, lot, 'Not here')).body.code).toBe('role.not_allowed')
    const bare = await rejectLot(broker, lot)
    expect([bare.status, bare.body.message, bare.body.details?.fields]).toEqual([
      422,
      'Comment is required',
      { comment: 'Comment is required' },
    ])
    expect((await rejectLot(broker, lot, 'Sold privately')).body.data).toMatchObject({
      status: { id: 2 },
      comment: 'Sold privately',
    })
  })
})

describe('an edit', () => {
  test('of the warehouse goes to the broker with what stood there before', async () => {
    const lot = await waitingLot(world)
    const edited = await editLot(warehouse, lot, { weight: 89, numberOfPocket: 29 })
    expect(edited.body.data).toMatchObject({
      status: { id: 201, statusName: 'REFERRED_TO_BROKER' },
      weight: 89,
      previous: [
        { field: 'numberOfPocket', before: '30', after: '29' },
        { field: 'weight', before: '90', after: '89' },
      ],
    })
    expect((await approveLot(maker, { id: lot.id })).body.data.status.id).toBe(23)
    expect((await approveLot(broker, { id: lot.id })).body.data.status.id).toBe(1)
  })

  test('of the warehouse after the broker has agreed asks the broker again', async () => {
    const lot = await waitingLot(world)
    await approveLot(broker, lot)
    const edited = await editLot(warehouse, (await lotOf(warehouse, lot.id)).body, { weight: 89, numberOfPocket: 29 })
    expect(edited.body.data).toMatchObject({ status: { id: 201 }, brokerAgreed: null })
    const corrected = await editLot(maker, (await lotOf(maker, lot.id)).body, { weight: 89.5 }, 'It was 89.5 with us')
    expect(corrected.body.data).toMatchObject({
      status: { id: 90 },
      warehouseAgreed: null,
      brokerAgreed: maker.fullName,
    })
    expect((await approveLot(warehouse, { id: lot.id })).body.data.status.id).toBe(1)
  })

  test('of the broker asks the warehouse', async () => {
    const lot = await waitingLot(world)
    const edited = await editLot(broker, lot, { cert: 'RA', lotNumber: lot.lotNumber + 5000 })
    expect(edited.body.data).toMatchObject({ status: { id: 90 }, cert: 'RA', lotNumber: lot.lotNumber + 5000 })
  })

  test('needs a comment, a change, and bags that are the weight', async () => {
    const lot = await waitingLot(world)
    expect((await editLot(broker, lot, { cert: 'RA' }, '')).body.message).toBe('Comment is required')
    expect((await editLot(broker, lot, {})).body.code).toBe('change.nothing')
    expect((await editLot(broker, lot, { numberOfBags: 3 })).body.details?.fields).toHaveProperty('numberOfBags')
    for (const field of ['lotNumber', 'grade', 'season', 'saleNumber'])
      expect([field, (await editLot(broker, lot, { [field]: undefined })).body.details?.fields?.[field]]).toEqual([
        field,
        expect.stringMatching(/required/) as string,
      ])
    expect((await editLot(broker, lot, { outturn: undefined })).body.details?.fields).toEqual({
      outTurn: 'Outturn is required',
    })
  })

  test('of the warehouse is of what it has weighed, and nothing else', async () => {
    const lot = await waitingLot(world)
    const { body } = await editLot(warehouse, lot, { grade: 'AA', remark: 'Ours' })
    expect(Object.keys(body.details?.fields ?? {}).toSorted()).toEqual(['grade', 'remark'])
  })

  test('takes no lot number that another lot of the sale has', async () => {
    const [one, other] = [await waitingLot(world), await waitingLot(world)]
    expect((await editLot(broker, one, { lotNumber: other.lotNumber })).body.details?.fields).toEqual({
      lotNumber: 'Another lot of this sale has this number',
    })
  })

  test('that asks to remove a lot goes through the same two approvals', async () => {
    const lot = await waitingLot(world)
    expect((await editLot(broker, lot, { deleteFlag: true })).body.data.status.id).toBe(90)
    expect((await approveLot(warehouse, { id: lot.id })).body.data.status).toEqual({ id: 214, statusName: 'WITHDRAWN' })
    const other = await waitingLot(world)
    expect((await editLot(warehouse, other, { deleteFlag: true })).body.data.status.id).toBe(201)
    await acceptLot(maker, { id: other.id })
    expect((await approveLot(broker, { id: other.id })).body.data.status.id).toBe(214)
  })
})

describe('many lots of a file', () => {
  const sent = async (count = 3) => {
    const file = await offerLots(world, count)
    return { file, lots: await lotsOf(maker, file.id) }
  }

  test('are approved at once, each with its outcome, and the file is decided with the last', async () => {
    const { file, lots } = await sent()
    expect((await bulkLots(broker, file.id, 'APPROVE_ALL')).body.data).toMatchObject({ done: 3, skipped: 0 })
    expect(
      (
        await bulkLots(
          warehouse,
          file.id,
          'APPROVE_SELECTED',
          lots.slice(0, 2).map(({ id }) => ({ id })),
        )
      ).body.data,
    ).toMatchObject({ done: 2 })
    const read = async () =>
      (await maker.get<{ status: { id: number }; open: number }>(`/upload/catalogue/file/${file.id}`)).body
    expect(await read()).toMatchObject({ status: { id: 3 }, open: 1, approved: 2 })
    expect((await bulkLots(warehouse, file.id, 'APPROVE_ALL')).body.data).toMatchObject({ done: 1 })
    expect(await read()).toMatchObject({ status: { id: 1 }, open: 0, approved: 3 })
  })

  test('of which none could be ticked are refused by the action', async () => {
    const { file, lots } = await sent(1)
    for (const action of ['REJECT_ALL', 'APPROVE_ALL'] as const) {
      await approveLot(warehouse, { id: lots[0]!.id })
      const { status, body } = await bulkLots(warehouse, file.id, action)
      expect([status, body.code, body.message]).toEqual([
        422,
        'record.none_selected',
        `No record selected for action ${action}`,
      ])
    }
  })

  test('need a comment', async () => {
    const { file } = await sent(1)
    const { status, body } = await bulkLots(broker, file.id, 'APPROVE_ALL', [], '')
    expect([status, body.message]).toEqual([422, 'Comment is required'])
  })
})

test('an approved lot is withdrawn before the sale by the broker, and its number is free again', async () => {
  const lot = await approved(await waitingLot(world))
  expect((await withdrawLot(warehouse, lot, 'Gone')).body.code).toBe('role.not_allowed')
  expect((await withdrawLot(maker, lot, 'Gone')).status).toBe(403)
  expect((await withdrawLot(broker, lot, 'The grower asks for it')).body.data.status.id).toBe(214)
  await waitingLot(world, { lotNumber: String(lot.lotNumber) })
})

test('lots of a file go back to pending, and both sides decide anew', async () => {
  const file = await offerLots(world, 2)
  const [first, second] = await lotsOf(maker, file.id)
  await approved(first!)
  await rejectLot(broker, second!, 'Not this one')
  expect((await resetLots(maker, file.id)).body.data).toEqual({ lots: 1 })
  expect((await lotOf(maker, first!.id)).body).toMatchObject({
    status: { id: 3 },
    warehouseAgreed: null,
    brokerAgreed: null,
  })
  expect(await stateOf(second!)).toBe('REJECTED')
})
