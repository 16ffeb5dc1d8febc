import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveLot, editLot, enterSale, lotOf, rejectLot, waitingLot } from '#test/kit/catalogueFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { reconcileCatalogue } from './reconcileLots.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await enterSale(world)
})
afterAll(() => world?.close())

const read = async (id: string) => (await lotOf(world.people.kevinBrokerMaker, id)).body

test('of two lots of the same coffee in a sale the later one waits on hold, and goes on when the first is rejected', async () => {
  const { catherineBrokerChecker: broker } = world.people
  const first = await waitingLot(world)
  const second = await waitingLot(world, { outturn: first.outturn })
  expect(second).toMatchObject({
    status: { id: 200, statusName: 'HOLDING_STATUS' },
    holdReason: 'Another lot of this sale has this outturn, grade and split',
  })
  expect((await approveLot(broker, { id: second.id })).body.code).toBe('step.wrong_state')
  await reconcileCatalogue(world.house)
  expect((await read(second.id)).status.id).toBe(200)
  await rejectLot(broker, first, 'Offered twice')
  await reconcileCatalogue(world.house)
  expect(await read(second.id)).toMatchObject({ status: { id: 3 }, holdReason: '' })
})

test('a lot on hold is let go by the edit that mends it, and kept by one that does not', async () => {
  const { kevinBrokerMaker: maker } = world.people
  const first = await waitingLot(world)
  const second = await waitingLot(world, { outturn: first.outturn })
  const kept = await editLot(maker, second, { remark: 'The same again' }, 'A remark')
  expect(kept.body.data.status.id).toBe(200)
  const mended = await editLot(maker, kept.body.data, { splitNumber: 2 }, 'It is the second split')
  expect(mended.body.data).toMatchObject({ status: { id: 3 }, splitNumber: '2', holdReason: '' })
})
