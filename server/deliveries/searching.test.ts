import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { dayAfter } from '#server/facts/days.ts'
import { businessDate } from '#server/kit/clock.ts'
import { deliveryForm, memberOf } from '#test/kit/deliveryFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let maker: Person
beforeAll(async () => {
  world = await makeWorld()
  maker = world.people.wanjikuMaker
})
afterAll(() => world?.close())

/** A delivery of one member, of today unless another day is named. */
const enter = ({ deliveredOn = businessDate(), ...more }: { deliveredOn?: string } & Record<string, unknown>) =>
  maker.post<{ data: CherryDelivery }>(
    '/farmercherry/',
    deliveryForm(memberOf('CF4100', 5), 42.5, { season: seasonOfDate(deliveredOn), deliveredOn, ...more }),
  )

test('the whole number of a receipt finds what was entered under it, declined before too; a part of it finds every receipt that has it', async () => {
  const { otienoChecker } = world.people
  const first = (await enter({ receiptNumber: 'RX7711' })).body.data
  await otienoChecker.post('/farmercherry/approve', {
    action: 'decline',
    approverComment: 'Weighed again',
    confirmCherry: first,
  })
  const again = (await enter({ receiptNumber: 'RX7711', currentDelivery: 41 })).body.data
  const longer = (await enter({ receiptNumber: 'RX77112', currentDelivery: 40 })).body.data
  const found = async (search: string, by = maker) =>
    (await by.get<{ data: CherryDelivery[] }>('/farmercherry', { search, paginate: 'Y' })).body.data
      .map(({ id }) => id)
      .toSorted()
  expect(await found('rx7711')).toEqual([first.id, again.id].toSorted())
  expect(await found('RX771')).toEqual([first.id, again.id, longer.id].toSorted())
  expect(await found('RX7711', world.people.danielMaker)).toEqual([])
  // A member's whole number finds their deliveries.
  expect(await found(again.memberNumber)).toContain(again.id)
})

test('pages of what is found follow each other newest first, as the whole list of it does, whoever reads and however it is narrowed', async () => {
  const entered = await Promise.all(
    [20, 3, 11, 3, 7].map((days, n) =>
      enter({ deliveredOn: dayAfter(businessDate(), -days), receiptNumber: `RZ550${n}` }),
    ),
  )
  const [one] = entered.map(({ body }) => body.data)
  const { otienoChecker, estherBankMaker, aminaViewer } = world.people
  for (const reader of [maker, otienoChecker, estherBankMaker, aminaViewer])
    for (const search of [one?.fullName, one?.memberNumber, 'RZ550', `rz55 ${one?.fullName}`])
      for (const narrowed of [{}, { sort: '-deliveredOn' }, { sort: 'deliveredOn' }, { filter: 'type:DELIVERY' }]) {
        const read = async (query: object) =>
          (
            await reader.get<{ data: CherryDelivery[] }>('/farmercherry', {
              ...narrowed,
              search: search ?? '',
              ...query,
            })
          ).body
        const whole = (await read({})) as unknown as CherryDelivery[] // border: without pages the list comes bare
        expect(whole.length, search).toBeGreaterThanOrEqual(entered.length)
        const days = whole.map(({ deliveredOn }) => deliveredOn)
        expect(days).toEqual(narrowed.sort === 'deliveredOn' ? days.toSorted() : days.toSorted().toReversed())
        const pages = await Promise.all([0, 1, 2].map((page) => read({ paginate: 'Y', size: 2, page })))
        expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(whole.slice(0, 6).map(({ id }) => id))
      }
})
