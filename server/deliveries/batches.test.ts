import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/kit/ids.ts'
import { memberOf, newReceipt } from '#test/kit/deliveryFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = { code?: string }
let world: World
let maker: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
})
afterAll(() => world?.close())

// Each test has a member of its own.
let member = ''
let count = 100
let waited = 0
beforeEach(async () => {
  member = memberOf('CF4100', (count += 1))
  waited = await waitingOf()
})
const waitingOf = async () =>
  (await maker.get<{ pendingKg: number }>('/farmercherry/farmer', { memberNumber: member })).body.pendingKg
const entriesOf = async (id: string) =>
  (await world.owner.query(`select 1 from audit_events where record_id = $1 and action = 'create'`, [id])).rowCount

describe('entering many at once', () => {
  type Batch = {
    done: number
    skipped: number
    failed: number
    rows: { id: string; outcome: string; code?: string; fields?: Record<string, string>; notes?: { code: string }[] }[]
  }
  const batch = (deliveries: object[], more: object = {}, by = maker) =>
    by.post<{ data: Batch }>('/farmercherry/batch', { deliveries, ...more })
  const row = (more: object = {}) => ({
    id: newId(),
    memberNumber: member,
    currentDelivery: '11.5',
    receiptNumber: newReceipt(),
    ...more,
  })

  test('each row has its own outcome, with its problems and its notes', async () => {
    const rows = [
      row(),
      row(),
      row({ memberNumber: 'OT9999' }),
      row({ deliveredOn: '2011-02-03' }),
      row({ currentDelivery: 7 }),
    ]
    const { body } = await batch(rows)
    expect(body.data).toMatchObject({ done: 3, skipped: 0, failed: 2 })
    expect(body.data.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(body.data.rows[1]?.notes?.map(({ code }) => code)).toEqual(['same_delivery'])
    expect(Object.keys(body.data.rows[2]?.fields ?? {})).toEqual(['memberNumber'])
    expect(Object.keys(body.data.rows[3]?.fields ?? {})).toEqual(['deliveredOn'])
    expect(await waitingOf()).toBe(waited + 30)
  })

  test('sent again, by itself or at the same time, it makes nothing twice', async () => {
    const rows = [row(), row({ currentDelivery: 3 })]
    const answers = await Promise.all([batch(rows), batch(rows), batch(rows)])
    answers.push(await batch(rows))
    for (const { body } of answers) expect(body.data).toMatchObject({ done: 2, skipped: 0, failed: 0 })
    expect(await waitingOf()).toBe(waited + 14.5)
    for (const { id } of rows) expect(await entriesOf(id)).toBe(1)
  })

  test('an id that stands for something else is skipped', async () => {
    const first = row()
    await batch([first])
    const rows = [{ id: first.id, outcome: 'skipped', code: 'delivery.other_content' }]
    const nothing = {
      status: 409,
      body: { error: true, code: 'delivery.other_content', details: { done: 0, skipped: 1, failed: 0, rows } },
    }
    const other = await batch([{ ...first, currentDelivery: 99 }])
    expect(other).toMatchObject(nothing)
    const foreign = await batch([{ ...first, memberNumber: memberOf('CF4101', 3) }], {}, world.people.danielMaker)
    expect(foreign).toMatchObject(nothing)
    expect(await waitingOf()).toBe(waited + 11.5)
  })

  test('the disclaimer that was shown must be the one in force', async () => {
    const { status, body } = await maker.post<Body>('/farmercherry/batch', {
      deliveries: [row()],
      disclaimerVersion: 7,
    })
    expect([status, body.code]).toEqual([409, 'delivery.disclaimer_changed'])
    const { danielMaker } = world.people
    await world.owner.query('delete from disclaimer_acceptances')
    expect((await danielMaker.get<{ acceptedAt: null }>('/farmercherry/disclaimer')).body.acceptedAt).toBeNull()
    expect((await danielMaker.post('/farmercherry/disclaimer', { version: 1 })).status).toBe(200)
    const { rows } = await world.owner.query(`select user_id from disclaimer_acceptances`)
    expect(rows).toEqual([{ user_id: danielMaker.id }])
    expect((await danielMaker.post<Body>('/farmercherry/disclaimer', { version: 2 })).body.code).toBe(
      'delivery.disclaimer_changed',
    )
  })
})
