import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import type { CherryDeliveryRow } from '#contract/deliveries/cherryDeliveryUploads.ts'
import type { Review, Upload } from '#contract/uploads/uploads.ts'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import {
  deliveriesCsv,
  deliveryForm,
  memberOf,
  newDeliveries,
  newReceipt,
  sendDeliveries,
} from '#test/kit/deliveryFiles.ts'
import { csvOf } from '#test/kit/farmerFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = { code?: string; message: string; data: Upload }
let world: World
let maker: Person
let checker: Person
let society: string
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
  society = world.organisationId('CF4100')
})
afterAll(() => world?.close())

const csv = (rows: Record<string, string>[]) => csvOf(cherryDeliveriesFile, rows)
const approve = (upload: { id: string; version?: number }, by = checker) =>
  by.post<Body>(`/upload/cherry/approve_deliveries/${society}`, { ...upload, action: 'APPROVE' })
const storedOf = async (uploadId: string) =>
  (
    await world.owner.query<{ n: number; kilograms: number; seasons: string[]; weighed: boolean }>(
      `select count(*)::int as n, coalesce(sum(kilograms), 0)::float as kilograms, array_agg(distinct season) as seasons from cherry_deliveries where upload_id = $1 and status = 'APPROVED'`,
      [uploadId],
    )
  ).rows[0]
const approvedKg = async () => (await maker.get<{ approvedKg: number }>('/farmercherry/totals')).body.approvedKg

/** Uploads a file that has errors; answers its review. */
async function draftOf(rows: Record<string, string>[], name: string): Promise<Review> {
  const sent = await maker.upload<{ data: Upload }>(
    `/upload/cherry/deliveries/${society}`,
    name,
    csv(rows),
    {},
    {
      headers: { prefer: 'respond-async' },
    },
  )
  expect(sent.status).toBe(202)
  const { id } = sent.body.data
  await maker.request('GET', `/uploads/${id}/progress`, { headers: { accept: 'text/event-stream' } })
  return (await maker.get<Review>(`/uploads/${id}/review`)).body
}

describe('a file of deliveries', () => {
  test('waits for a checker, and its approval makes every row an approved delivery with one line in the trail', async () => {
    const before = await approvedKg()
    const upload = await sendDeliveries(maker, deliveriesCsv(40, { factory: 'kihuri', currentDelivery: '20.125' }))
    expect(upload).toMatchObject({ ready: 40, failed: 0, status: { id: 3 } })
    expect((await approve(upload, maker)).body.code).toBe('permission.missing')
    const { status, body } = await approve(upload)
    expect([status, body.message]).toEqual([200, 'Success: 40 deliveries registered'])
    expect(body.data).toMatchObject({ done: 40, ready: 0, status: { id: 1, statusName: 'APPROVED' } })
    expect(await storedOf(upload.id)).toEqual({ n: 40, kilograms: 805, seasons: [currentSeason()] })
    expect(await approvedKg()).toBeCloseTo(before + 805, 3)
    const { rows } = await world.owner.query(
      `select d.makers, d.made_by, d.decided_by, d.disclaimer_version, fa.name as factory, r.id is not null as same from cherry_deliveries d
         join factories fa on fa.id = d.factory_id left join upload_rows r on r.id = d.id where d.upload_id = $1 limit 1`,
      [upload.id],
    )
    expect(rows).toEqual([
      {
        makers: [maker.id],
        made_by: maker.id,
        decided_by: checker.id,
        disclaimer_version: 1,
        factory: 'Kihuri',
        same: true,
      },
    ])
    const trail = await world.owner.query(
      `select changes from audit_events where record_id = $1 and action = 'approve'`,
      [upload.id],
    )
    expect(trail.rows).toEqual([
      { changes: { registered: { before: null, after: 40 }, kilograms: { before: null, after: 805 } } },
    ])
    const shown = await checker.get<CherryDeliveryRow[]>(`/upload/cherry/deliveries/${upload.id}`)
    expect(shown.body).toHaveLength(40)
    expect(shown.body[0]).toMatchObject({
      state: 'done',
      factory: 'kihuri',
      season: currentSeason(),
      currentDelivery: 20.125,
    })
    expect(shown.body[0]?.fullName).not.toBe('')
  })

  test('is decided once, by whoever comes first', async () => {
    const upload = await sendDeliveries(maker, deliveriesCsv(5))
    const answers = await Promise.all([
      approve(upload),
      approve(upload, world.people.margaretManager),
      checker.post<Body>('/upload/cherry/decline_deliveries', { ...upload, approverComment: 'No' }),
      approve(upload),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    expect([0, 5]).toContain((await storedOf(upload.id))?.n)
    const foreign = await sendDeliveries(maker, deliveriesCsv(1))
    expect(
      (
        await world.people.purityChecker.post('/upload/cherry/decline_deliveries', {
          id: foreign.id,
          approverComment: 'x',
        })
      ).status,
    ).toBe(404)
  })

  test('tells every problem at its cell, warns of what is odd, and gives the workbook to correct', async () => {
    const today = businessDate()
    const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
    const used = newReceipt()
    await maker.post('/farmercherry/', deliveryForm(memberOf('CF4100', 70), 9, { receiptNumber: used }))
    const twin = { memberNumber: memberOf('CF4100', 71), currentDelivery: '31' }
    for (const [member, trees] of [
      [72, 5],
      [73, 50_000],
    ] as const)
      await world.owner.query(`update farmers set number_of_trees = $2 where member_number = $1`, [
        memberOf('CF4100', member),
        trees,
      ])
    const [a, b, c, d, e, f, g, h, i] = newDeliveries(9)
    const rows = [
      { ...a, memberNumber: 'XX1' },
      { ...b, factory: 'Nowhere' },
      { ...c, deliveredOn: tomorrow },
      { ...d, deliveredOn: '2019-01-05' },
      { ...e, memberNumber: memberOf('CF4100', 73), currentDelivery: '20000' },
      { ...f, receiptNumber: used },
      { ...g, ...twin },
      { ...h, ...twin },
      {
        ...i,
        memberNumber: memberOf('CF4100', 72),
        currentDelivery: '900',
        factory: 'MH',
        deliveredOn: today.split('-').toReversed().join('/'),
      },
    ]
    const review = await draftOf(rows as Record<string, string>[], 'odd.csv')
    expect(review.upload).toMatchObject({ ready: 3, failed: 6, warned: 3, status: { id: 88 } })
    expect(
      Object.fromEntries(review.groups.map(({ code, rows: count, severity }) => [code, [count, severity]])),
    ).toEqual({
      unknown_member: [1, 'error'],
      unknown_factory: [1, 'error'],
      day_not_taken: [2, 'error'],
      too_heavy: [1, 'error'],
      receipt_used: [1, 'error'],
      same_delivery: [2, 'warning'],
      much_per_tree: [1, 'warning'],
    })
    const workbook = await maker.get(`/uploads/${review.upload.id}/error-file`)
    const { sheets } = await readXlsx(workbook.bytes)
    expect(sheets[0]?.rows.length).toBe(7)
  })

  test('is repaired on the screen and sent; the rules that tie rows look again', async () => {
    const twin = { memberNumber: memberOf('CF4100', 80), currentDelivery: '17' }
    const [a, b, c] = newDeliveries(3)
    const review = await draftOf(
      [
        { ...a, ...twin },
        { ...b, ...twin },
        // Not one of those who have few trees: whose turn it is depends on the tests before.
        {
          ...c,
          memberNumber: memberOf('CF4100', 81),
          receiptNumber: `${c?.['receiptNumber']}-x`.replace('T', 'T '),
        },
      ],
      'repair.csv',
    )
    const { id } = review.upload
    const column = Object.keys(cherryDeliveriesFile.columns).indexOf('receiptNumber')
    const mended = await maker.post<{ data: Upload }>(`/uploads/${id}/repair`, {
      version: review.upload.version,
      code: 'letters_digits',
      column,
    })
    expect(mended.body.data).toMatchObject({ failed: 0, ready: 3, warned: 2 })
    const edited = await maker.post<{ data: { version: number } }>(`/uploads/${id}/rows/3`, {
      version: mended.body.data.version,
      cells: { currentDelivery: '18' },
    })
    const sent = await maker.post<Body>(`/uploads/${id}/send`, { version: edited.body.data.version })
    expect(sent.body.data).toMatchObject({ status: { id: 3 }, warned: 0, ready: 3 })
    expect((await approve(sent.body.data)).status).toBe(200)
    expect(await storedOf(id)).toMatchObject({ n: 3 })
  })

  test('what went wrong since it was sent keeps the whole file back, with the workbook, and nothing is registered', async () => {
    const [first, second] = newDeliveries(2)
    const upload = await sendDeliveries(maker, csv([first ?? {}, second ?? {}]))
    await maker.post(
      '/farmercherry/',
      deliveryForm(memberOf('CF4100', 90), 9, { receiptNumber: second?.['receiptNumber'] }),
    )
    const refused = await checker.request('POST', `/upload/cherry/approve_deliveries/${society}`, {
      body: { id: upload.id },
    })
    expect(refused.status).toBe(424)
    expect(refused.headers['content-disposition']).toContain('File_Approved_With_Error_book')
    expect(await storedOf(upload.id)).toMatchObject({ n: 0 })
    const bulk = await checker.post<{ code?: string }>('/upload/cherry/deliveries-bulk', {
      step: 'approve',
      records: [{ id: upload.id, version: upload.version }],
    })
    expect([bulk.status, bulk.body.code]).toEqual([409, 'upload.rows_invalid'])
    const { rows } = await world.owner.query(`select status, ready_count from uploads where id = $1`, [upload.id])
    expect(rows).toEqual([{ status: 'PENDING_APPROVAL', ready_count: 2 }])
  })

  test('a receipt that is entered while the file is being approved stays single', async () => {
    for (let round = 0; round < 3; round += 1) {
      const fresh = newDeliveries(3)
      const upload = await sendDeliveries(maker, csv(fresh))
      const receiptNumber = fresh[1]?.['receiptNumber']
      const [approval] = await Promise.all([
        checker.request('POST', `/upload/cherry/approve_deliveries/${society}`, { body: { id: upload.id } }),
        maker.post('/farmercherry/', deliveryForm(memberOf('CF4100', 91), 9, { receiptNumber })),
      ])
      expect([200, 424]).toContain(approval.status)
      expect((await storedOf(upload.id))?.n).toBe(approval.status === 200 ? 3 : 0)
      const { rows } = await world.owner.query(`select 1 from cherry_deliveries where receipt_number = $1`, [
        receiptNumber,
      ])
      expect(rows).toHaveLength(1)
    }
  })

  test('a member who is suspended since the file was sent keeps it back; without that row it goes through', async () => {
    const upload = await sendDeliveries(maker, deliveriesCsv(3))
    const { rows } = await world.owner.query<{ number: string }>(
      `select clean[3] as number from upload_rows where upload_id = $1 order by row_number limit 1`,
      [upload.id],
    )
    const live = (state: string) =>
      world.owner.query(`update farmers set life_state = $2 where member_number = $1`, [rows[0]?.number, state])
    await live('SUSPENDED')
    expect((await approve(upload)).status).toBe(424)
    expect(await storedOf(upload.id)).toMatchObject({ n: 0 })
    await live('ACTIVE')
    expect((await approve(upload)).status).toBe(200)
    expect(await storedOf(upload.id)).toMatchObject({ n: 3 })
  })

  test('who sends a file accepts the disclaimer, and every delivery of it keeps the version', async () => {
    await world.owner.query(`delete from disclaimer_acceptances where user_id = $1`, [maker.id])
    const upload = await sendDeliveries(maker, deliveriesCsv(2))
    // A wording that comes into force later is not what was accepted with this file.
    await world.owner.query(
      `insert into disclaimers (id, name, version, english, swahili, in_force_from) values (gen_random_uuid(), 'cherry_delivery', 2, 'New', 'Mpya', now())`,
    )
    await approve(upload)
    await world.owner.query(`delete from disclaimers where version = 2`)
    const { rows } = await world.owner.query(
      `select distinct d.disclaimer_version, a.accepted_at is not null as accepted from cherry_deliveries d
         left join disclaimer_acceptances a on a.user_id = d.made_by where d.upload_id = $1`,
      [upload.id],
    )
    expect(rows).toEqual([{ disclaimer_version: 1, accepted: true }])
  })

  test('each row goes into the season of its own day', async () => {
    const before = `${Number(currentSeason().slice(0, 4))}-09-30`
    const [a, b] = newDeliveries(2)
    const upload = await sendDeliveries(
      maker,
      csv([{ ...a, deliveredOn: before }, { ...b }] as Record<string, string>[]),
    )
    await approve(upload)
    expect((await storedOf(upload.id))?.seasons).toEqual([seasonOfDate(before), currentSeason()])
  })
})

test('factories are added, renamed and closed by two people', async () => {
  type Change = { code?: string; data: { id: string; version: number; status: { statusName: string } } }
  const path = `/factories/${society}`
  const names = async () =>
    (await maker.get<{ name: string; active: boolean; id: string }[]>(path)).body.map(
      ({ name, active }) => `${name}${active ? '' : ' closed'}`,
    )
  const propose = (body: object, by = maker) => by.post<Change>(path, body)
  const decide = (step: string, { id, version }: { id: string; version: number }, by = checker) =>
    by.post<Change>(`${path}/decide`, { id, step, version, approverComment: 'Seen' })
  const added = await propose({ code: 'ng', name: 'Ngorano', reason: 'Opened in May' })
  expect(await names()).not.toContain('Ngorano')
  expect((await propose({ code: 'NG', name: 'Other' })).body.code).toBe('change.open')
  expect((await decide('approve', added.body.data, maker)).body.code).toBe('permission.missing')
  expect((await decide('approve', added.body.data)).body.data.status.statusName).toBe('APPROVED')
  expect(await names()).toContain('Ngorano')
  expect((await propose({ code: 'NG', name: 'Ngorano' })).status).toBe(422)
  const { body } = await maker.get<{ id: string; name: string; code: string }[]>(path)
  const factory = body.find(({ name }) => name === 'Ngorano')
  expect((await propose({ ...factory, active: true })).body.code).toBe('change.nothing')
  const closing = await propose({ ...factory, active: false })
  await decide('approve', closing.body.data)
  expect(await names()).toContain('Ngorano closed')
  const refused = await maker.post<{ details: { fields: object } }>(
    '/farmercherry/',
    deliveryForm(memberOf('CF4100', 95), 9, { factoryId: factory?.id }),
  )
  expect(refused.body.details.fields).toEqual({ factoryId: 'Not an open factory of this society' })
  const again = await propose({ ...factory, active: true })
  await world.owner.query(`update factories set active = true where id = $1`, [factory?.id])
  expect((await decide('approve', again.body.data)).body.code).toBe('change.stale')
  expect((await decide('withdraw', again.body.data, maker)).body.data.status.statusName).toBe('WITHDRAWN')
  const foreign = await world.people.purityChecker.post<Change>(`/factories/${world.organisationId('CF4101')}/decide`, {
    id: added.body.data.id,
    step: 'approve',
  })
  expect(foreign.status).toBe(404)
})
