import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FarmerDeliveries } from '#contract/deliveries/farmerDeliveries.ts'
import { businessDate } from '#server/kit/clock.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { deliveryForm, newReceipt } from '#test/kit/deliveryFiles.ts'
import { freshMember, type Member } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world.close())

/** A member without deliveries. */
async function newcomer(): Promise<Member> {
  const member = await freshMember(world)
  await world.owner.query('delete from cherry_deliveries where farmer_id = $1', [member.id])
  return member
}
type Answer = { data: { id: string; version: number } }
const deliver = async (member: Member, currentDelivery: number) =>
  (
    await world.people.wanjikuMaker.post<Answer>(
      '/farmercherry/',
      deliveryForm(member.member_number, currentDelivery, { receiptNumber: newReceipt() }),
    )
  ).body.data
const deliveriesOf = (who: keyof World['people'], { id }: Member) =>
  world.people[who].get<FarmerDeliveries>(`/farmer/${id}/deliveries`)

test('the deliveries of a farmer: sums of the season apart, the latest first, and nothing of a neighbour', async () => {
  const { otienoChecker, wanjikuMaker } = world.people
  const [member, neighbour] = [await newcomer(), await newcomer()]
  expect((await deliveriesOf('otienoChecker', member)).body).toEqual({ seasons: [], latest: [], hasMore: false })
  const { id, version } = await deliver(member, 40.5)
  await otienoChecker.post('/farmercherry/approve', { action: 'approve', confirmCherry: { id, version } })
  const waiting = await deliver(member, 12.25)
  await deliver(neighbour, 99)
  const correction = await wanjikuMaker.post<Answer>('/farmercherry/correction', {
    memberNumber: member.member_number,
    season: currentSeason(),
    kilograms: -3,
    reason: 'The sack was weighed twice',
  })
  const { body } = await deliveriesOf('otienoChecker', member)
  expect(body.seasons).toEqual([{ season: currentSeason(), approvedKg: 40.5, pendingKg: 9.25 }])
  expect(body.latest.map(({ id: one, currentDelivery, type }) => [one, currentDelivery, type])).toEqual([
    [correction.body.data.id, -3, 'CORRECTION'],
    [waiting.id, 12.25, 'DELIVERY'],
    [id, 40.5, 'DELIVERY'],
  ])
  expect(body.latest[0]).toMatchObject({ deliveredOn: businessDate(), steps: { approve: null } })
})

test('more deliveries than a page shows are counted in the sum and said to be there', async () => {
  const member = await newcomer()
  for (let n = 0; n < 31; n++) await deliver(member, 10 + n)
  const { body } = await deliveriesOf('otienoChecker', member)
  expect([body.latest.length, body.hasMore]).toEqual([30, true])
  expect(body.seasons[0]?.pendingKg).toBe(31 * 10 + (30 * 31) / 2)
  expect(body.latest[0]?.currentDelivery).toBe(40)
})

test('strangers find no deliveries, wide readers see them with the ID masked', async () => {
  const member = await newcomer()
  await deliver(member, 20)
  expect((await deliveriesOf('purityChecker', member)).status).toBe(404)
  const seen = await deliveriesOf('aminaViewer', member)
  expect(seen.body.latest).toHaveLength(1)
  expect(JSON.stringify(seen.body)).not.toContain(member.id_number)
  expect((await deliveriesOf('peterBankChecker', member)).body.latest[0]?.steps).toMatchObject({
    approve: 'permission.missing',
  })
})
