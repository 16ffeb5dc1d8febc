import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { estateCuredFile } from '#contract/estateCured/estateCuredFile.ts'
import type { EstateCuredFile } from '#contract/estateCured/estateCuredFiles.ts'
import type { EstateCured } from '#contract/estateCured/estateCuredRecords.ts'
import { csvOf } from '#test/kit/farmerFiles.ts'
import {
  decideLot,
  decideLots,
  newLotsOfEstates,
  openSale,
  readLot,
  recordsIn,
  sendEstateCured,
  updateLot,
} from '#test/kit/estateCured.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { releaseEstateCured } from './estateCuredHolds.ts'

let world: World
let maker: Person
let clerk: Person
let broker: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await openSale(world)
  maker = world.people.kipronoMillerMaker
  clerk = world.people.naomiWarehouseClerk
  broker = world.people.catherineBrokerChecker
})
afterAll(() => world?.close())

type Body = { code?: string; message: string; details?: { fields?: Record<string, string> }; data: EstateCuredFile }
const upload = (person: Person, lots: Record<string, string>[], fields: Record<string, string> = { currency: 'KES' }) =>
  person.upload<Body>(
    `/upload/estatecured/${person.organisationCode}`,
    `lots ${lots[0]?.['outturn'] ?? ''} ${Object.values(fields).join(' ')}.csv`,
    csvOf(estateCuredFile, lots),
    fields,
  )
const problemsOf = async (person: Person, lots: Record<string, string>[]) => {
  const sent = await upload(person, lots)
  expect(sent.status).toBe(424)
  const { id } = JSON.parse(sent.headers['x-upload-summary'] ?? '{}') as { id: string }
  type Found = { data: { columnKey: string; message: string; severity: string }[] }
  const { body } = await person.get<Found>(`/uploads/${id}/errors`, { paginate: 'Y', size: 100 })
  return body.data.flatMap(({ columnKey, message, severity }) => (severity === 'error' ? [[columnKey, message]] : []))
}

describe('a file of estate cured coffee', () => {
  test('says the currency of its charges, which each of its records keeps', async () => {
    for (const [fields, message] of [
      [{}, 'Currency is required'],
      [{ currency: 'GBP' }, 'Charges are in KES or USD'],
    ] as const) {
      const refused = await upload(maker, newLotsOfEstates(1), fields)
      expect([refused.status, refused.body.details?.fields]).toEqual([422, { currency: message }])
    }
    const sent = await upload(maker, newLotsOfEstates(1, { transportCharge: '12.5' }), { currency: 'usd' })
    expect([sent.status, sent.body.data.currency, sent.body.data.weight]).toEqual([200, 'USD', 130])
    expect(await recordsIn(broker, sent.body.data.id)).toMatchObject([
      { currency: 'USD', transportCharge: 12.5, dryingCharge: 0, handSortingCharge: 300, cleanNetWeight: 130 },
    ])
    // The broker does not see the file’s own table, only its records.
    expect((await broker.get<EstateCuredFile>(`/upload/estatecured/file/${sent.body.data.id}`)).body.currency).toBe(
      'USD',
    )
  })

  test('has bags, pockets and weight that agree, charges that are not negative, and each lot once', async () => {
    const [twice = {}] = newLotsOfEstates(1)
    const lots = [
      ...newLotsOfEstates(1, { pockets: '13' }),
      ...newLotsOfEstates(1, { dryingCharge: '-5' }),
      ...newLotsOfEstates(1, { deliveryDate: '2099-01-01' }),
      ...newLotsOfEstates(1, { season: '1999/2000' }),
      twice,
      { ...twice, lot: 'L-other' },
      { ...twice, splitNumber: '1' },
      ...newLotsOfEstates(1, { warehouse: 'ML2001' }),
    ]
    expect(await problemsOf(maker, lots)).toEqual([
      ['bags', '2 bags of 60 kg and 13 kg in pockets are 133 kg, not 130 kg'],
      ['dryingCharge', 'Enter a number, 0 or more'],
      ['deliveryDate', 'This day has not come yet'],
      ['season', 'There is no season 1999/2000'],
      ['outturn', 'Another row has this outturn, grade and split too'],
      ['outturn', 'Another row has this outturn, grade and split too'],
      ['warehouse', 'Not a known warehouse'],
    ])
  })

  test('is sent by a broker or marketer for its own coffee only, and by no warehouse or society', async () => {
    const { kevinBrokerMaker, brianMarketerMaker, wanjikuMaker, rashidWarehouseMaker } = world.people
    expect(await problemsOf(brianMarketerMaker, newLotsOfEstates(1))).toEqual([
      ['broker', 'A broker or marketer sends its own coffee only: MK3001'],
    ])
    expect((await upload(kevinBrokerMaker, newLotsOfEstates(1))).status).toBe(200)
    expect((await upload(brianMarketerMaker, newLotsOfEstates(1, { broker: 'MK3001' }))).status).toBe(200)
    for (const person of [wanjikuMaker, rashidWarehouseMaker])
      expect((await upload(person, newLotsOfEstates(1))).status).toBe(403)
    await world.owner.query(
      `update roles set permissions = permissions || '{CAN_UPLOAD_CATALOGUE}' where name = 'WAREHOUSE_MAKER'`,
    )
    const allowed = await upload(await world.newSession('warehouse.maker'), newLotsOfEstates(1))
    expect([allowed.status, allowed.body.code]).toEqual([403, 'organisation.not_allowed'])
    await world.owner.query(
      `update roles set permissions = array_remove(permissions, 'CAN_UPLOAD_CATALOGUE') where name = 'WAREHOUSE_MAKER'`,
    )
  })

  test('is seen by those that its records name, each with its own records, and by nobody else', async () => {
    const { halimaMarketerChecker: marketer, wanjikuMaker, aminaViewer } = world.people
    const lots = [...newLotsOfEstates(2), ...newLotsOfEstates(1, { broker: 'MK3001' })]
    const { id, fileName } = await sendEstateCured(maker, lots)
    const outturnsOf = async (person: Person) => (await recordsIn(person, id)).map(({ curedOutturn }) => curedOutturn)
    const [first, second, third] = lots.map(({ outturn }) => outturn)
    expect(await outturnsOf(clerk)).toEqual([first, second, third])
    expect(await outturnsOf(broker)).toEqual([first, second])
    expect(await outturnsOf(marketer)).toEqual([third])
    expect(await outturnsOf(aminaViewer)).toEqual([first, second, third])
    const listed = async (person: Person) =>
      (await person.get<EstateCuredFile[]>(`/upload/estatecured/files/${person.organisationCode}`)).body.find(
        (file) => file.id === id,
      )
    expect(await listed(broker)).toMatchObject({ fileName, open: 2, weight: 260 })
    expect(await listed(wanjikuMaker)).toBeUndefined()
    expect((await wanjikuMaker.get(`/upload/estatecured/${id}/data`)).status).toBe(404)
    const [lot] = await recordsIn(marketer, id)
    expect((await broker.get(`/upload/estatecured/record/${lot?.id}`)).status).toBe(404)
    // Neither the bytes of the file nor its rows: others stand in it too.
    for (const path of [`/upload/cherry/${id}/download`, `/uploads/${id}/error-file`])
      expect([path, (await broker.get(path)).status]).toEqual([path, 403])
    expect((await broker.get<{ data: object[] }>(`/uploads/${id}/rows`, { show: 'all' })).body.data ?? []).toEqual([])
  })

  test('goes back to a draft with its records while nobody has decided, and not after', async () => {
    const file = await sendEstateCured(maker, newLotsOfEstates(2))
    const taken = await maker.post<Body>(`/uploads/${file.id}/withdraw`, { version: file.version })
    expect([taken.status, taken.body.data.status.id, taken.body.data.ready]).toEqual([200, 88, 2])
    expect((await broker.get(`/upload/estatecured/${file.id}/data`)).status).toBe(404)
    const again = await maker.post<Body>(`/uploads/${file.id}/send`, { version: taken.body.data.version })
    expect(again.status).toBe(200)
    const [lot] = await recordsIn(broker, file.id)
    await decideLot(broker, 'approve', lot!)
    const late = await maker.post<Body>(`/uploads/${file.id}/withdraw`, { version: again.body.data.version })
    expect([late.status, late.body.code]).toEqual([409, 'estate_cured.decided'])
    expect(await recordsIn(broker, file.id)).toHaveLength(2)
  })

  test('of which a row was left out makes a record of every other', async () => {
    const lots = [...newLotsOfEstates(1), ...newLotsOfEstates(1, { bags: 'many' })]
    const sent = await upload(maker, lots)
    expect(sent.status).toBe(424)
    const { id } = JSON.parse(sent.headers['x-upload-summary'] ?? '{}') as { id: string }
    const version = async () =>
      (await maker.get<{ upload: EstateCuredFile }>(`/uploads/${id}/review`)).body.upload.version
    await maker.post(`/uploads/${id}/leave-out`, { version: await version(), rows: [3] })
    const body = (await maker.post<Body>(`/uploads/${id}/send`, { version: await version() })).body.data
    expect([body.numberOfLots, body.done, body.leftOut, body.ready]).toEqual([2, 1, 1, 0])
    expect((await recordsIn(broker, id)).map(({ curedOutturn }) => curedOutturn)).toEqual([lots[0]?.outturn])
  })
})

describe('a lot that cannot be reconciled', () => {
  const stand = async (id: string) => {
    const { status, holdReason } = await readLot(maker, id)
    return [status.id, holdReason]
  }
  const taken = 'Another record of this season has this outturn, grade and split'
  const unknown = 'No sale of this number is in the sales calendar of the season'

  test('waits on hold beside the one that stands, and goes on once that is gone', async () => {
    const [lot = {}] = newLotsOfEstates(1)
    const first = (await recordsIn(maker, (await sendEstateCured(maker, [lot])).id))[0]!
    const { kevinBrokerMaker } = world.people
    const second = (
      await recordsIn(kevinBrokerMaker, (await sendEstateCured(kevinBrokerMaker, [{ ...lot, lot: 'LX' }])).id)
    )[0]!
    const held = await readLot(kevinBrokerMaker, second.id)
    expect([held.status.id, held.holdReason, held.steps['edit']]).toEqual([200, taken, null])
    for (const person of [clerk, broker])
      expect((await decideLot(person, 'approve', held)).body.code).toBe('step.wrong_state')
    await releaseEstateCured(world.house)
    expect((await readLot(kevinBrokerMaker, second.id)).status.id).toBe(200)
    await decideLot(broker, 'reject', first)
    await updateLot(maker, await readLot(maker, first.id), { deleteFlag: 'Y' })
    expect(await releaseEstateCured(world.house)).toBe(1)
    const free = await readLot(kevinBrokerMaker, second.id)
    expect([free.status.id, free.holdReason]).toEqual([3, ''])
    expect((await decideLot(clerk, 'approve', free)).status).toBe(200)
  })

  test('of a sale that is in no calendar waits until it is, or until it is edited', async () => {
    const { id } = await sendEstateCured(maker, newLotsOfEstates(2, { saleNumber: '77' }))
    const [first, second] = await recordsIn(maker, id)
    expect([await stand(first!.id), await stand(second!.id)]).toEqual([
      [200, unknown],
      [200, unknown],
    ])
    const same = await updateLot(maker, first!, { lotNumber: 'L9' })
    expect([same.body.message, same.body.data.status.id]).toEqual(['On hold', 200])
    const other = await updateLot(maker, same.body.data, { saleNumber: 42 })
    expect([other.body.data.status.id, other.body.data.saleNumber, other.body.data.holdReason]).toEqual([3, 42, ''])
    await openSale(world, 77)
    expect(await releaseEstateCured(world.house)).toBe(1)
    expect(await stand(second!.id)).toEqual([3, ''])
  })

  test('of a sale whose catalogue is closed waits on hold, and is deleted by its sender', async () => {
    await openSale(world, 78)
    await world.owner.query(
      `update sales set catalogue_close = now() - interval '1 hour', dispatch_cutoff = now() - interval '2 hours' where sale_number = 78`,
    )
    const { id } = await sendEstateCured(maker, newLotsOfEstates(1, { saleNumber: '78' }))
    const [lot] = await recordsIn(maker, id)
    expect(await stand(lot!.id)).toEqual([200, 'The catalogue of this sale is closed'])
    expect((await updateLot(maker, lot!, {})).body.code).toBe('change.nothing')
    expect((await updateLot(maker, lot!, { deleteFlag: 'Y' })).body.data.status.id).toBe(58)
    expect((await maker.get<EstateCuredFile>(`/upload/estatecured/file/${id}`)).body.status.id).toBe(1)
  })

  test('of two that are sent at the same moment one stands and the other waits', async () => {
    const { kevinBrokerMaker } = world.people
    for (let round = 0; round < 3; round += 1) {
      const [lot = {}] = newLotsOfEstates(1)
      const files = await Promise.all([sendEstateCured(maker, [lot]), sendEstateCured(kevinBrokerMaker, [lot])])
      const both = [...(await recordsIn(maker, files[0].id)), ...(await recordsIn(kevinBrokerMaker, files[1].id))]
      expect(both.map(({ status }: EstateCured) => status.id).toSorted((a, b) => a - b)).toEqual([3, 200])
    }
    expect((await decideLots(clerk, 'REJECT_ALL', { fileId: (await sendEstateCured(maker)).id })).status).toBe(200)
  })
})
