import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CherrySummary } from '#contract/deliveries/cherrySummary.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { deliveryForm, memberOf } from '#test/kit/deliveryFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

const report = async (person: Person, organisation: string, query: object = {}) =>
  (
    await person.get<{ data: CherrySummary[]; page: { totalElements: number } }>(
      `/upload/cherry/summaryReport/${world.organisationId(organisation)}`,
      { paginate: 'Y', size: 100, ...query },
    )
  ).body
const bring = async (kilograms: number, member = 1) => {
  const { body } = await world.people.wanjikuMaker.post<{ data: { id: string; version: number } }>(
    '/farmercherry',
    deliveryForm(memberOf('CF4100', member), kilograms),
  )
  return body.data
}
const approve = ({ id, version }: { id: string; version: number }) =>
  world.people.otienoChecker.post('/farmercherry/approve', { action: 'approve', confirmCherry: { id, version } })
/** The row of the running season, held against the deliveries themselves. */
async function current(): Promise<CherrySummary | undefined> {
  const { data } = await report(world.people.wanjikuMaker, 'CF4100')
  const row = data.find(({ season }) => season === currentSeason())
  const { rows } = await world.owner.query<{ members: number; kg: number; waiting: number }>(
    `select count(*) filter (where kg > 0)::integer as members, coalesce(sum(kg), 0)::float as kg, coalesce(sum(waiting), 0)::float as waiting
     from (select farmer_id, sum(kilograms) filter (where status = 'APPROVED') as kg, sum(kilograms) filter (where status = 'PENDING_APPROVAL') as waiting
       from cherry_deliveries d join organisations o on o.id = d.organisation_id where o.code = 'CF4100' and season = $1 group by farmer_id) t`,
    [currentSeason()],
  )
  const [{ members, kg, waiting } = { members: 0, kg: 0, waiting: 0 }] = rows
  expect([row?.numberOfFarmers ?? 0, row?.totalCherry ?? 0, row?.pendingCherry ?? 0]).toEqual([members, kg, waiting])
  return row
}

test('what is entered waits, what is approved counts, and the figures are those of the deliveries', async () => {
  const before = await current()
  const delivery = await bring(64.5)
  const waiting = await current()
  expect(waiting?.status).toBe('OPEN')
  expect((waiting?.pendingCherry ?? 0) - (before?.pendingCherry ?? 0)).toBeCloseTo(64.5, 6)
  await approve(delivery)
  const approved = await current()
  expect((approved?.totalCherry ?? 0) - (before?.totalCherry ?? 0)).toBeCloseTo(64.5, 6)
  expect(approved?.pendingCherry).toBe(before?.pendingCherry)
})

test('a season of which nothing waits is approved', async () => {
  await world.owner.query(`update season_totals set pending_kg = 0 where season = $1`, [currentSeason()])
  const { data } = await report(world.people.wanjikuMaker, 'CF4100')
  expect(data.find(({ season }) => season === currentSeason())).toMatchObject({ pendingCherry: 0, status: 'APPROVED' })
})

test('a season of which nothing waits says which payment of it was made, once the bank has carried it out', async () => {
  const pay = (cycle: number, status: string) =>
    world.owner.query(
      `insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, lenders, is_last, fingerprint, generated_at, status, makers, made_by, created_at)
        select uuidv7(), $1, $2, $3, 1, 1, 1, '{}', false, '', now(), $4, array[id], id, now() from users where username = 'fcs.maker'`,
      [world.organisationId('CF4100'), currentSeason(), cycle, status],
    )
  const status = async () => {
    const { data } = await report(world.people.wanjikuMaker, 'CF4100', { search: currentSeason() })
    return data.map((row) => row.status)
  }
  try {
    await pay(1, 'COMPLETED')
    expect(await status()).toEqual(['PAID_1'])
    await pay(2, 'APPROVED')
    expect(await status()).toEqual(['PAID_1'])
    await world.owner.query(`update communal_payments set status = 'PARTIALLY_PAID' where cycle = 2`)
    expect(await status()).toEqual(['PAID_2'])
    const { data } = await report(world.people.wanjikuMaker, 'CF4100', { filter: 'status:PAID_2' })
    expect(data).toHaveLength(1)
    await bring(3, 2)
    expect(await status()).toEqual(['OPEN'])
  } finally {
    await world.owner.query(`delete from communal_payments where fingerprint = ''`)
  }
})

test('a season that takes no more is closed', async () => {
  await world.owner.query('update seasons set open = false where name = $1', [currentSeason()])
  try {
    const { data } = await report(world.people.wanjikuMaker, 'CF4100', { filter: 'status:CLOSED' })
    expect(data.map(({ season }) => season)).toContain(currentSeason())
  } finally {
    await world.owner.query('update seasons set open = true where name = $1', [currentSeason()])
  }
})

test('a society reads its own, who reads all reads each, and filters and search find them', async () => {
  const { danielMaker, aminaViewer } = world.people
  expect((await report(danielMaker, 'CF4101')).data.every(({ growerCode }) => growerCode === 'CF4101')).toBe(true)
  const stranger = await danielMaker.get(`/upload/cherry/summaryReport/${world.organisationId('CF4100')}`)
  expect(stranger.status).toBe(404)
  const all = await report(aminaViewer, aminaViewer.organisationCode)
  expect(all.data.some(({ growerCode }) => growerCode === 'CF4100')).toBe(true)
  const found = await report(aminaViewer, aminaViewer.organisationCode, {
    search: 'cf4100',
    filter: `season:${currentSeason()}`,
  })
  expect(found.data.map(({ id }) => id)).toEqual([`CF4100 ${currentSeason()}`])
  const waiting = await report(aminaViewer, aminaViewer.organisationCode, { filter: 'status:OPEN' })
  expect(waiting.data.every(({ status, pendingCherry }) => status === 'OPEN' && pendingCherry !== 0)).toBe(true)
})
