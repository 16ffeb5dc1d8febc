import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminHoliday } from '#contract/administration/adminHolidays.ts'
import type { AdminOrganisation } from '#contract/administration/adminOrganisations.ts'
import type { AdminDisclaimer, AdminSeason, AdminSetting } from '#contract/administration/adminSettings.ts'
import { dayAfter } from '#server/facts/days.ts'
import { easterSunday } from '#server/facts/publicHolidays.ts'
import { businessYear } from '#server/kit/clock.ts'
import { readSetting } from '#server/facts/settings.ts'
import type { HttpAnswer, Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

type Body = { code?: string; details?: { fields?: Record<string, string> }; data: { id: string } }

let world: World
let samuel: Person
let beatrice: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  samuel = world.people.samuelAdministrator
  beatrice = world.people.beatriceAdministrator
})
afterAll(() => world?.close())

const reason = 'Agreed at the meeting'
const refusal = ({ status, body }: HttpAnswer<Body>) => [status, body.code]
async function inForce(path: string, body: object): Promise<HttpAnswer<Body>> {
  const requested = await samuel.post<Body>(path, { ...body, reason })
  expect([path, requested.status]).toEqual([path, 200])
  return beatrice.post<Body>('/admin/changes/approve', { id: requested.body.data.id })
}
const inWorld = <Value>(work: Parameters<World['house']['db']['transaction']>[1]) =>
  world.house.db.transaction('system', work) as Promise<Value> // border: the type of `work` says what it answers

test('a setting changes with the second administrator, and its history says by whom', async () => {
  const value = () => inWorld<number>((tx) => readSetting(tx, 'deliveryMaxKg'))
  expect(await value()).toBe(15_000)
  const requested = await samuel.post<Body>('/admin/settings', { name: 'deliveryMaxKg', value: 9000, reason })
  expect(await value()).toBe(15_000)
  expect(refusal(await beatrice.post<Body>('/admin/settings', { name: 'deliveryMaxKg', value: 8000, reason }))).toEqual(
    [409, 'change.open'],
  )
  await beatrice.post('/admin/changes/approve', { id: requested.body.data.id })
  expect(await value()).toBe(9000)
  await inForce('/admin/settings', { name: 'deliveryMaxKg', value: 12_000 })
  const { body } = await samuel.get<AdminSetting[]>('/admin/settings')
  expect(body.find(({ id }) => id === 'deliveryMaxKg')).toMatchObject({
    value: 12_000,
    default: 15_000,
    shown: '12,000 kg',
    changedBy: 'Samuel Kibet Langat, Beatrice Anyango Were',
    history: [
      { before: 9000, after: 12_000, requestedBy: 'Samuel Kibet Langat', approvedBy: 'Beatrice Anyango Were' },
      { before: 15_000, after: 9000 },
    ],
  })
})

test('a setting keeps to its rule', async () => {
  for (const [name, value] of [
    ['deliveryMaxKg', 99],
    ['deliveryMaxKg', 1.5],
    ['deliveryMaxKg', true],
    ['checkersNeedSecondFactor', 1],
  ] as const) {
    const { status, body } = await samuel.post<Body>('/admin/settings', { name, value, reason })
    expect([name, value, status, body.details?.fields?.['value']]).toEqual([name, value, 422, expect.any(String)])
  }
  expect(refusal(await samuel.post<Body>('/admin/settings', { name: 'nothing', value: 1, reason }))).toEqual([
    422,
    'input.invalid',
  ])
})

test('a season is closed, opened and added by two', async () => {
  await inForce('/admin/seasons', { name: '2025/2026', status: 'CLOSED' })
  await inForce('/admin/seasons', { name: '2036/2037', status: 'OPEN' })
  const { body } = await samuel.get<AdminSeason[]>('/admin/seasons')
  expect(body.find(({ name }) => name === '2025/2026')).toMatchObject({ status: 'CLOSED', startsOn: '2025-10-01' })
  expect(body[0]).toMatchObject({ name: '2036/2037', startsOn: '2036-10-01', endsOn: '2037-09-30', status: 'OPEN' })
  expect(body.filter(({ current }) => current)).toHaveLength(1)
  expect(refusal(await samuel.post<Body>('/admin/seasons', { name: '2036/2038', status: 'OPEN', reason }))).toEqual([
    422,
    'input.invalid',
  ])
  await inForce('/admin/seasons', { name: '2025/2026', status: 'OPEN' })
})

test('public holidays are reckoned; two administrators add what the gazette says', async () => {
  const read = async (search: string) => (await samuel.get<AdminHoliday[]>('/admin/holidays', { search })).body
  const year = businessYear()
  const [christmas] = await read(`${year}-12-2`)
  expect(christmas).toMatchObject({ name: expect.stringMatching(/Day$/), status: 'DAY_OFF' })
  const day = `${year + 1}-03-17`
  const requested = { day, name: 'Idd-ul-Fitr', status: 'DAY_OFF' }
  const { body } = await samuel.post<Body>('/admin/holidays', { ...requested, reason })
  expect(await read('IDD')).toEqual([])
  expect(refusal(await samuel.post<Body>('/admin/changes/approve', { id: body.data.id }))).toEqual([
    409,
    'own_submission',
  ])
  expect((await beatrice.post('/admin/changes/approve', { id: body.data.id })).status).toBe(200)
  expect(await read('IDD')).toEqual([{ ...requested, id: day, origin: 'GAZETTE', changeWaiting: false }])
  expect(refusal(await samuel.post<Body>('/admin/holidays', { ...requested, reason }))).toEqual([422, 'change.nothing'])
  expect((await inForce('/admin/holidays', { ...requested, status: 'WORKING_DAY' })).status).toBe(200)
  expect(await read('IDD')).toMatchObject([{ status: 'WORKING_DAY' }])
})

test('a day by law is worked only when two say so, and no other day can be made a working day', async () => {
  const year = businessYear() + 1
  const easterMonday = { day: dayAfter(easterSunday(year), 1), name: 'Easter Monday', status: 'WORKING_DAY' }
  expect((await inForce('/admin/holidays', easterMonday)).status).toBe(200)
  const { body } = await samuel.get<AdminHoliday[]>('/admin/holidays', { search: easterMonday.day })
  expect(body).toMatchObject([{ status: 'WORKING_DAY', origin: 'GAZETTE' }])
  for (const [wrong, field] of [
    [{ ...easterMonday, day: `${year}-05-05` }, 'day'],
    [{ ...easterMonday, day: `${year}-02-30` }, 'day'],
    [{ ...easterMonday, name: '' }, 'name'],
  ] as const) {
    const answer = await samuel.post<Body>('/admin/holidays', { ...wrong, reason })
    expect([answer.status, Object.keys(answer.body.details?.fields ?? {})]).toEqual([422, [field]])
  }
})

test('a disclaimer gets a version; those before it stay', async () => {
  const texts = { english: 'I confirm these records are right.', swahili: 'Ninathibitisha kuwa rekodi hizi ni sahihi.' }
  await inForce('/admin/disclaimers', { name: 'cherry_delivery', ...texts })
  const { body } = await samuel.get<AdminDisclaimer[]>('/admin/disclaimers')
  const versions = body.filter(({ name }) => name === 'cherry_delivery')
  expect(versions.map(({ version, status }) => [version, status])).toEqual([
    [2, 'IN_FORCE'],
    [1, 'REPLACED'],
  ])
  expect(versions[0]).toMatchObject(texts)
})

test('an organisation is made, renamed and closed by two; when it is closed its users are out', async () => {
  const society = { code: 'CF4999', name: 'Gatomboya Farmers', type: 'FARMER_SOCIETY', countyId: 19, status: 'OPEN' }
  expect((await inForce('/admin/organisations', society)).status).toBe(200)
  await inForce('/admin/organisations', { ...society, name: 'Gatomboya Farmers Co-operative' })
  const { body } = await samuel.get<AdminOrganisation[]>('/admin/organisations', { search: 'gatomboya' })
  expect(body).toMatchObject([{ code: 'CF4999', name: 'Gatomboya Farmers Co-operative', users: 0, status: 'OPEN' }])
  const other = await samuel.post<Body>('/admin/organisations', { ...society, type: 'MILLER', reason })
  expect(refusal(other)).toEqual([422, 'input.invalid'])
  const { danielMaker } = world.people
  expect((await danielMaker.get('/auth/me')).status).toBe(200)
  const { body: found } = await samuel.get<AdminOrganisation[]>('/admin/organisations', { search: 'CF4101' })
  const { code, name, type, countyId } = found[0] as AdminOrganisation
  await inForce('/admin/organisations', { code, name, type, countyId, status: 'CLOSED' })
  expect((await danielMaker.get('/auth/me')).status).toBe(401)
  await inForce('/admin/organisations', { code, name, type, countyId, status: 'OPEN' })
  expect((await danielMaker.get('/auth/me')).status).toBe(200)
})

test('the own organisation is not closed by its own people', async () => {
  const { body } = await samuel.get<AdminOrganisation[]>('/admin/organisations', { search: 'OPERATOR' })
  const { code, name, type, countyId } = body[0] as AdminOrganisation
  const requested = { code, name, type, countyId, status: 'CLOSED', reason }
  expect(refusal(await samuel.post<Body>('/admin/organisations', requested))).toEqual([409, 'change.about_you'])
})

test('what was asked for may be withdrawn, by who asked only', async () => {
  const requested = await samuel.post<Body>('/admin/settings', { name: 'sharedAccountWarning', value: 5, reason })
  const { id } = requested.body.data
  expect(refusal(await beatrice.post<Body>('/admin/changes/withdraw', { id }))).toEqual([403, 'not_the_maker'])
  expect((await samuel.post('/admin/changes/withdraw', { id })).status).toBe(200)
  expect(refusal(await beatrice.post<Body>('/admin/changes/approve', { id }))).toEqual([409, 'step.wrong_state'])
})
