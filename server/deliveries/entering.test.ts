import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { businessDate, setClock } from '#server/kit/clock.ts'
import { newId } from '#server/kit/ids.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { deliveryForm, memberOf, newReceipt } from '#test/kit/deliveryFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = {
  error: boolean
  code?: string
  message: string
  details?: { fields?: Record<string, string> }
  data: CherryDelivery
}
let world: World
let maker: Person
beforeAll(async () => {
  world = await makeWorld()
  maker = world.people.wanjikuMaker
})
afterAll(() => world?.close())
beforeEach(() => setClock(null))

/** A delivery of today as the specification's form posts it. */
const form = (more: object = {}) => ({
  ...deliveryForm(memberOf('CF4100', 5), 42.5),
  idNumber: '',
  fullName: 'As the form shows it',
  status: 'PENDING_APPROVAL',
  ...more,
})
const enter = (more: object = {}, by = maker) => by.post<Body>('/farmercherry/', form(more))
const fieldsOf = async (more: object) => {
  const { status, body } = await enter(more)
  expect([status, body.code]).toEqual([422, 'input.invalid'])
  return body.details?.fields
}
const daysAgo = (days: number): string => businessDate(new Date(Date.now() - days * 86_400_000))

describe('entering a delivery', () => {
  test('a clerk enters it as the specification says; it waits, for today, in the season', async () => {
    const { status, body } = await enter()
    expect([status, body.error, body.message]).toEqual([200, false, 'Cherry Record Created successfully!'])
    expect(body.data).toMatchObject({
      memberNumber: memberOf('CF4100', 5),
      growerCode: 'CF4100',
      productName: 'COFFEE',
      currentDelivery: 42.5,
      season: currentSeason(),
      deliveredOn: businessDate(),
      status: 'PENDING_APPROVAL',
      state: { id: 3, statusName: 'PENDING_APPROVAL' },
      type: 'DELIVERY',
      disclaimerVersion: 1,
      createdBy: 'Wanjiku Kamau',
      steps: { approve: 'permission.missing', edit: null },
    })
    const { rows } = await world.owner.query(`select action, to_status from audit_events where record_id = $1`, [
      body.data.id,
    ])
    expect(rows).toEqual([{ action: 'create', to_status: 'PENDING_APPROVAL' }])
  })

  test.each([
    [{ memberNumber: '' }, { memberNumber: 'Member Number is required' }],
    [{ growerCode: undefined }, { growerCode: 'Grower ID is required' }],
    [{ productName: ' ' }, { productName: 'Product Name is required' }],
    [{ currentDelivery: undefined }, { currentDelivery: 'Current Delivery is required' }],
    [{ currentDelivery: '' }, { currentDelivery: 'Current Delivery is required' }],
    [{ season: '' }, { season: 'Season is required' }],
    [{ disclaimerAccepted: false }, { disclaimerAccepted: 'Please tick the checkbox to proceed' }],
    [{ currentDelivery: 0 }, { currentDelivery: 'Enter a number greater than zero' }],
    [{ currentDelivery: '-5' }, { currentDelivery: 'Enter a number greater than zero' }],
    [{ currentDelivery: '12,5kg' }, { currentDelivery: 'Enter a number greater than zero' }],
    [{ currentDelivery: '1.2345' }, { currentDelivery: 'At most 3 decimals' }],
    [{ productName: 'TEA' }, { productName: 'The only produce is COFFEE' }],
    [{ memberNumber: 'OT9999' }, { memberNumber: 'No approved, active member has this number' }],
    [{ memberNumber: memberOf('CF4101', 1) }, { memberNumber: 'No approved, active member has this number' }],
    [{ growerCode: 'CF4101' }, { growerCode: 'This is not the code of your society' }],
    [{ idNumber: '12345678' }, { idNumber: 'This is not the ID number of the member' }],
    [{ currentDelivery: 15_000.5 }, { currentDelivery: 'At most 15000 kg at once' }],
    [{ season: '1999/2000' }, { season: 'There is no such season' }],
    [{ factoryId: newId() }, { factoryId: 'Not an open factory of this society' }],
    [{ deliveredOn: daysAgo(-1) }, { deliveredOn: 'The day lies in the future' }],
    [{ deliveredOn: '31/02/2026' }, { deliveredOn: 'Enter a date such as 2026-11-03' }],
  ])('%j is refused: %j', async (more, problem) => {
    expect(await fieldsOf(more)).toMatchObject(problem)
  })

  test('the day must lie in the season, and not too long ago', async () => {
    const before = seasonOfDate(daysAgo(366))
    expect(await fieldsOf({ season: before })).toEqual({
      deliveredOn: `Give the day: today is not in the season ${before}`,
    })
    expect(await fieldsOf({ season: before, deliveredOn: businessDate() })).toEqual({
      deliveredOn: `Not a day of the season ${before}`,
    })
    await world.owner.query(`insert into settings (name, value) values ('deliveryBackdatedDays', '5')`)
    const old = daysAgo(6)
    expect((await fieldsOf({ season: seasonOfDate(old), deliveredOn: old }))?.['deliveredOn']).toBe(
      'More than 5 days ago; enter a correction',
    )
    await world.owner.query(`delete from settings where name = 'deliveryBackdatedDays'`)
  })
  test('a closed season takes nothing, neither a delivery nor a correction', async () => {
    await world.owner.query(`update seasons set open = false where name = $1`, [currentSeason()])
    expect(await fieldsOf({})).toEqual({ season: `The season ${currentSeason()} is closed` })
    const { body } = await maker.post<Body>('/farmercherry/correction', {
      memberNumber: memberOf('CF4100', 5),
      season: currentSeason(),
      kilograms: 5,
      reason: 'Late slip',
    })
    expect(body.details?.fields).toEqual({ season: `The season ${currentSeason()} is closed` })
    await world.owner.query(`update seasons set open = true`)
  })

  test('a member who is suspended, has died or is not approved delivers nothing', async () => {
    const memberNumber = memberOf('CF4100', 6)
    for (const change of [`life_state = 'SUSPENDED'`, `life_state = 'DECEASED'`, `status = 'PENDING_APPROVAL'`]) {
      await world.owner.query(`update farmers set ${change} where member_number = $1`, [memberNumber])
      expect(await fieldsOf({ memberNumber })).toEqual({ memberNumber: 'No approved, active member has this number' })
      const lookUp = await maker.get<Body>('/farmercherry/farmer', { memberNumber })
      expect([lookUp.status, lookUp.body.code]).toEqual([404, 'delivery.unknown_member'])
      await world.owner.query(
        `update farmers set life_state = 'ACTIVE', status = 'APPROVED' where member_number = $1`,
        [memberNumber],
      )
    }
    expect((await enter({ memberNumber })).status).toBe(200)
  })

  test('a receipt is entered once in a season, also by two clerks at once, unless it was declined', async () => {
    const receiptNumber = newReceipt()
    const answers = await Promise.all([1, 2, 3].map(() => enter({ receiptNumber })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    const refused = answers.find(({ status }) => status === 422)?.body
    expect(refused?.details?.fields).toEqual({ receiptNumber: `Already entered in ${currentSeason()}` })
    const first = answers.find(({ status }) => status === 200)?.body.data
    await world.people.otienoChecker.post('/farmercherry/approve', {
      action: 'decline',
      confirmCherry: first,
      approverComment: 'Smudged',
    })
    expect((await enter({ receiptNumber: receiptNumber.toLowerCase() })).body.data.receiptNumber).toBe(receiptNumber)
    // Another society has books of its own.
    const other = await enter(
      { receiptNumber, memberNumber: memberOf('CF4101', 1), growerCode: 'CF4101' },
      world.people.danielMaker,
    )
    expect(other.status).toBe(200)
  })

  test('the same weight on the same day, and more than trees can bear, are pointed out and not refused', async () => {
    const memberNumber = memberOf('CF4100', 9)
    const day = { memberNumber, currentDelivery: 33.3 }
    expect((await enter(day)).body.data.notes).toEqual([])
    expect((await enter(day)).body.data.notes.map(({ code }) => code)).toEqual(['same_delivery'])
    await world.owner.query(`update farmers set number_of_trees = 10 where member_number = $1`, [memberNumber])
    const { body } = await enter({ memberNumber, currentDelivery: 500 })
    expect(body.data.notes.map(({ code }) => code)).toEqual(['much_per_tree'])
  })

  test('who works for no society enters nothing', async () => {
    for (const person of [world.people.estherBankMaker, world.people.otienoChecker, world.people.samuelAdministrator])
      expect((await enter({}, person)).status).toBe(403)
  })
})

describe('the member of a form', () => {
  test('is found by the number, in small letters too, with what the season holds', async () => {
    const { status, body } = await maker.get<Record<string, unknown>>('/farmercherry/farmer', {
      memberNumber: memberOf('CF4100', 20).toLowerCase(),
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      memberNumber: memberOf('CF4100', 20),
      grower: 'CF4100',
      productName: 'COFFEE',
      currentDelivery: 0,
      season: currentSeason(),
    })
    expect(String(body['idNumber'])).toMatch(/^\w{6,12}$/)
  })

  test('is asked for with more than two characters, and is one of the own society', async () => {
    expect((await maker.get('/farmercherry/farmer', { memberNumber: 'OT' })).status).toBe(422)
    expect((await maker.get('/farmercherry/farmer', { memberNumber: memberOf('CF4101', 1) })).status).toBe(404)
  })
})

describe('editing', () => {
  const edit = (delivery: CherryDelivery, more: object = {}, by = maker) =>
    by.post<Body>('/farmercherry/update', { ...form(), ...delivery, idNumber: delivery.idNumber, ...more })

  test('an approved delivery waits again after an edit, its editor is a maker, and the old values stay in the trail', async () => {
    const { otienoChecker, margaretManager } = world.people
    const { data } = (await enter({ currentDelivery: 60 })).body
    await otienoChecker.post('/farmercherry/approve', { action: 'approve', confirmCherry: data })
    const approved = (await maker.get<CherryDelivery[]>('/farmercherry', { search: data.memberNumber })).body.find(
      ({ id }) => id === data.id,
    )
    const { status, body } = await edit(approved ?? data, { currentDelivery: 16 })
    expect([status, body.message]).toEqual([200, 'Cherry Record Updated successfully!'])
    expect(body.data).toMatchObject({ currentDelivery: 16, status: 'PENDING_APPROVAL', decidedBy: null, version: 3 })
    const { rows } = await world.owner.query(
      `select changes, from_status, to_status from audit_events where record_id = $1 and action = 'edit'`,
      [data.id],
    )
    expect(rows).toEqual([
      {
        changes: { kilograms: { before: 60, after: 16 } },
        from_status: 'APPROVED',
        to_status: 'PENDING_APPROVAL',
      },
    ])
    const makers = await world.owner.query(`select makers from cherry_deliveries where id = $1`, [data.id])
    expect(makers.rows[0]).toEqual({ makers: [maker.id] })
    expect(
      (await margaretManager.post<Body>('/farmercherry/approve', { action: 'approve', confirmCherry: body.data }))
        .status,
    ).toBe(200)
  })

  test.each([
    [{ memberNumber: '' }, 'memberNumber', 'Member Number is required'],
    [{ fullName: '' }, 'fullName', 'Full Name is required'],
    [{ idNumber: ' ' }, 'idNumber', 'ID Number is required'],
    [{ growerCode: '' }, 'growerCode', 'Grower is required'],
    [{ productName: '' }, 'productName', 'Product Name is required'],
    [{ currentDelivery: 0 }, 'currentDelivery', 'Enter a number greater than zero'],
    [{ season: '' }, 'season', 'Season is required'],
  ])('%j is refused in the field %s: %s', async (more, field, message) => {
    const { data } = (await enter()).body
    const { status, body } = await edit(data, more)
    expect([status, body.details?.fields?.[field]]).toEqual([422, message])
  })

  test('what was paid is not edited, and a correction neither', async () => {
    const { data } = (await enter()).body
    await world.owner.query(`update cherry_deliveries set paid_in = 'cycle 3' where id = $1`, [data.id])
    const paid = await edit(data, { currentDelivery: 1 })
    expect([paid.status, paid.body.code, paid.body.message]).toEqual([
      409,
      'delivery.paid',
      'Already paid in cycle 3. Add a correction record.',
    ])
    const { body } = await maker.post<Body>('/farmercherry/correction', {
      memberNumber: data.memberNumber,
      season: data.season,
      kilograms: 5,
      reason: 'A bag was forgotten',
      correctsId: data.id,
    })
    expect(body.data).toMatchObject({
      type: 'CORRECTION',
      steps: { edit: 'delivery.is_correction' },
      correctsId: data.id,
    })
    expect((await edit(body.data, { currentDelivery: 50 })).body.code).toBe('delivery.is_correction')
  })

  test('a version that is no longer the last is refused, and a foreign delivery is not there', async () => {
    const { data } = (await enter()).body
    expect((await edit(data, { currentDelivery: 2 })).status).toBe(200)
    expect((await edit(data, { currentDelivery: 3 })).body.code).toBe('record.changed')
    const foreign = await edit(data, { growerCode: 'CF4101' }, world.people.danielMaker)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'record.not_found'])
  })
})

test('the export of old clients is audited before its first row', async () => {
  const count = async () =>
    (await world.owner.query(`select 1 from audit_events where kind = 'export' and comment like 'JSON%'`)).rowCount
  const before = await count()
  const { body } = await maker.get<CherryDelivery[]>('/farmercherry/downloadcherry')
  expect(body.length).toBeGreaterThan(100)
  expect(body.every(({ deliveredOn }) => deliveredOn <= businessDate())).toBe(true)
  expect(await count()).toBe((before ?? 0) + 1)
  expect((await world.people.estherBankMaker.get('/farmercherry/downloadcherry')).status).toBe(403)
})

test('the file of all deliveries is farmer_cherry.xlsx with the sheet FarmerCherry', async () => {
  const { headers, bytes } = await maker.get('/farmercherry/downloadcherry', { export: 'xlsx' })
  expect(headers['content-disposition']).toContain('farmer_cherry.xlsx')
  expect((await readXlsx(bytes)).sheets.map(({ name }) => name)).toEqual(['FarmerCherry'])
})
