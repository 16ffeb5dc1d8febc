import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { newId } from '#server/kit/ids.ts'
import { deliveriesCsv, deliveryForm, memberOf, sendDeliveries } from '#test/kit/deliveryFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { agreeFloor, decideSchedule, fillPool, saveSchedule } from '#test/kit/schedules.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// What an approved schedule has paid stays as it was paid, and its last payment ends the season.
type Body = {
  code?: string
  message: string
  details?: { fields?: Record<string, string> }
  data: CherryDelivery
}
let world: World
let maker: Person
let checker: Person
let manager: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
  manager = world.people.margaretManager
})
afterAll(() => world?.close())
beforeEach(() => startAnew())

/** No payment of the society was ever approved. */
const startAnew = () =>
  world.owner.query(
    `delete from season_closings;
     alter table cherry_deliveries disable trigger keep_paid_cherry;
     update cherry_deliveries set paid_in = null where paid_in is not null;
     alter table cherry_deliveries enable trigger keep_paid_cherry;
     update communal_payments set status = 'REJECTED' where status <> 'REJECTED';
     delete from communal_rate_limits`,
  )

let count = 30
const post = (person: Person, path: string, body: object) => person.post<Body>(`/farmercherry/${path}`, body)
const entering = (currentDelivery = 20) => deliveryForm(memberOf('CF4100', (count += 1)), currentDelivery)
async function enter(): Promise<CherryDelivery> {
  const { status, body } = await post(maker, '', entering())
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const decide = (action: 'approve' | 'decline', { id }: { id: string }) =>
  post(checker, 'approve', { action, confirmCherry: { id }, approverComment: 'Seen' })
const brought = async () => (await decide('approve', await enter())).body.data
const correct = (delivery: CherryDelivery, kilograms: number) =>
  post(maker, 'correction', {
    memberNumber: delivery.memberNumber,
    season: delivery.season,
    kilograms,
    reason: 'Wrong scale',
    correctsId: delivery.id,
  })
const readOne = async ({ id }: { id: string }, person = maker) =>
  (await person.get<CherryDelivery>(`/farmercherry/delivery/${id}`)).body

async function saved({ isLast = false } = {}): Promise<CommunalPayment> {
  await fillPool(world, 'CF4100', 300_000)
  await agreeFloor(world, 0.01, isLast ? { lastPayment: 'true', reason: 'As the general meeting decided' } : {})
  const { status, body } = await saveSchedule(world, maker)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
async function paid(more: { isLast?: boolean } = {}): Promise<CommunalPayment> {
  const { status, body } = await decideSchedule(world, manager, 'APPROVE', await saved(more))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
/** Approved kilograms of the season by whether they were paid, as the deliveries say them. */
const kilograms = async () => {
  const { rows } = await world.owner.query<{ paid: number; unpaid: number }>(
    `select coalesce(sum(kilograms) filter (where paid_in is not null), 0)::float as paid, coalesce(sum(kilograms) filter (where paid_in is null), 0)::float as unpaid
      from cherry_deliveries where organisation_id = $1 and season = $2 and status = 'APPROVED'`,
    [world.organisationId('CF4100'), currentSeason()],
  )
  return rows[0]!
}

describe('cherry that a schedule has paid', () => {
  test('says in which payment, and is changed by no call, file or statement any more; what waited is not locked', async () => {
    const [delivery, waiting] = [await brought(), await enter()]
    const { totalCherryWeight, season } = await paid()
    const paidIn = `${season} (1)`
    expect(await readOne(delivery)).toMatchObject({ paidIn, steps: { edit: 'delivery.paid' } })
    expect(await readOne(waiting)).toMatchObject({ paidIn: null, steps: { edit: null } })
    expect((await kilograms()).paid).toBeCloseTo(totalCherryWeight, 3)
    const edited = await post(maker, 'update', { ...delivery, currentDelivery: 1 })
    expect([edited.status, edited.body.code, edited.body.message]).toEqual([
      409,
      'delivery.paid',
      `Already paid in ${paidIn}. Add a correction record.`,
    ])
    expect((await decide('decline', delivery)).body.code).toBe('step.wrong_state')
    const bulk = {
      step: 'decline',
      approverComment: 'Twice',
      records: [{ id: delivery.id, version: delivery.version }],
    }
    expect((await post(checker, 'bulk', bulk)).body.code).toBe('step.wrong_state')
    for (const statement of [
      'update cherry_deliveries set kilograms = kilograms + 1 where id = $1',
      `update cherry_deliveries set status = 'DECLINED' where id = $1`,
      'update cherry_deliveries set paid_in = null where id = $1',
      'delete from cherry_deliveries where id = $1',
    ])
      await expect(world.owner.query(statement, [delivery.id]), statement).rejects.toThrow('it stays as it is')
  })

  test('is corrected by another record, which the next cycle pays with what came since', async () => {
    const delivery = await brought()
    await paid()
    const { body } = await correct(delivery, -5)
    expect(body.data).toMatchObject({ type: 'CORRECTION', paidIn: null })
    expect((await decide('approve', body.data)).status).toBe(200)
    const later = await brought()
    // The bank has carried the first one out.
    await world.owner.query(`update communal_payments set status = 'COMPLETED' where status = 'APPROVED'`)
    const { season } = await paid()
    expect((await readOne(body.data)).paidIn).toBe(`${season} (2)`)
    expect((await readOne(later)).paidIn).toBe(`${season} (2)`)
    expect((await readOne(delivery)).paidIn).toBe(`${season} (1)`)
  })

  test('is not locked by a schedule that is declined or waits', async () => {
    const delivery = await brought()
    const schedule = await saved()
    expect((await readOne(delivery)).paidIn).toBeNull()
    await decideSchedule(world, manager, 'REJECT', schedule, { approverComment: 'Wait for the next sale' })
    expect(await readOne(delivery)).toMatchObject({ paidIn: null, steps: { edit: null } })
    expect((await post(maker, 'update', { ...(await readOne(delivery)), currentDelivery: 21 })).status).toBe(200)
  })

  test('is what was compared: an edit and a decision at the same time as the approval come before it or after it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [delivery, waiting] = [await brought(), await enter()]
      const schedule = await saved()
      const [edited, decided, approval] = await Promise.all([
        post(maker, 'update', { ...delivery, currentDelivery: 200 }),
        decide('approve', waiting),
        decideSchedule(world, manager, 'APPROVE', schedule),
      ])
      const isApproved = approval.status === 200
      if (!isApproved) expect(approval.body.code).toBe('schedule.stale')
      if (isApproved) expect(edited.body.code).toBe('delivery.paid')
      else expect([edited.status, decided.status]).toContain(200)
      const { rows } = await world.owner.query<{ kg: number }>(
        `select coalesce(sum(kilograms), 0)::float as kg from schedule_lines where communal_payment_id = $1`,
        [schedule.id],
      )
      if (isApproved) expect(rows[0]!.kg).toBeCloseTo((await kilograms()).paid, 3)
      await startAnew()
    }
  })
})

describe('after the last payment', () => {
  test('the season takes no cherry in any way; what waits can only be declined', async () => {
    const [delivery, waiting, other] = [await brought(), await enter(), await enter()]
    const file = await sendDeliveries(maker, deliveriesCsv(2))
    const { lastPayment } = await paid({ isLast: true })
    expect(lastPayment).toBe(true)
    const closed = `The season ${currentSeason()} is closed`
    expect((await post(maker, '', entering())).body.details?.fields).toEqual({ season: closed })
    expect((await correct(delivery, 5)).body.details?.fields).toEqual({ season: closed })
    expect((await post(maker, 'update', { ...waiting, currentDelivery: 30 })).body.details?.fields).toEqual({
      season: closed,
    })
    const batch = await post(maker, 'batch', { deliveries: [{ id: newId(), ...entering() }] })
    expect(batch.body.details?.fields).toEqual({ deliveredOn: closed })
    expect((await readOne(waiting)).steps.edit).toBe('delivery.season_closed')
    expect((await readOne(waiting, checker)).steps).toMatchObject({ approve: 'delivery.season_closed', decline: null })
    expect((await decide('approve', waiting)).body.code).toBe('delivery.season_closed')
    expect((await decide('decline', waiting)).status).toBe(200)
    const records = [{ id: other.id, version: other.version }]
    expect((await post(checker, 'bulk', { step: 'approve', records })).body.code).toBe('delivery.season_closed')
    const upload = await checker.post<Body>('/upload/cherry/approve_deliveries', { id: file.id })
    expect(upload.status).not.toBe(200)
    expect(upload.body.code).not.toBe('server.failed')
    await expect(sendDeliveries(maker, deliveriesCsv(1))).rejects.toThrow('the upload was refused: 424')
    const seasons = await maker.get<{ name: string; takesDeliveries: boolean }[]>('/farmercherry/seasons')
    expect(seasons.body.find(({ name }) => name === currentSeason())?.takesDeliveries).toBe(false)
    const others =
      await world.people.danielMaker.get<{ name: string; takesDeliveries: boolean }[]>('/farmercherry/seasons')
    expect(others.body.find(({ name }) => name === currentSeason())?.takesDeliveries).toBe(true)
  })

  test('a delivery at the same moment is in the payment, or refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const waiting = await enter()
      const schedule = await saved({ isLast: true })
      const [entered, decided, approval] = await Promise.all([
        post(maker, '', entering()),
        decide('approve', waiting),
        decideSchedule(world, manager, 'APPROVE', schedule),
      ])
      const { unpaid } = await kilograms()
      if (approval.status === 200) {
        expect(decided.body.code).toBe('delivery.season_closed')
        expect(unpaid).toBe(0)
      } else {
        expect(approval.body.code).toBe('schedule.stale')
        expect([entered.status, decided.status]).toEqual([200, 200])
      }
      await startAnew()
    }
  })
})
