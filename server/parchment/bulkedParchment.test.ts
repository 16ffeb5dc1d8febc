import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCherryTotals, decideParchment, outturns, parchmentCsv, sendParchment } from '#test/kit/parchmentFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let society: Person
let neighbour: Person
beforeAll(async () => {
  world = await makeWorld()
  society = world.people.wanjikuMaker
  neighbour = world.people.danielMaker
  for (const code of ['CF4100', 'CF4101']) await addCherryTotals(world, code)
})
afterAll(() => world?.close())

/** The problems of a record of this outturn that another record has already. */
async function problemsOf(maker: Person, outturn: string) {
  const csv = parchmentCsv(1, { outturn, netWeight: '101' })
  const sent = await maker.upload('/upload/parchment/delivery', `again ${outturn}.csv`, csv, {
    millerCode: 'ML2001',
    shareData: 'true',
  })
  const { rows } = await world.owner.query<{ code: string }>(
    `select p.code from upload_problems p join uploads u on u.id = p.upload_id where u.file_name = $1 and p.severity = 'error'`,
    [`again ${outturn}.csv`],
  )
  return [sent.status, ...rows.map(({ code }) => code)]
}

test('an outturn that the mill has bulked is of several societies, and once of each', async () => {
  const bulk = { outturn: '08TH1777' }
  const [first, second] = [
    await sendParchment(society, outturns(1, bulk)),
    await sendParchment(neighbour, outturns(1, bulk)),
  ]
  for (const record of [first, second])
    expect((await decideParchment(world.people.aliceMillerChecker, 'approve', record)).status).toBe(200)
  expect(await problemsOf(society, bulk.outturn)).toEqual([424, 'outturn_taken'])
})

test('a bulk is of one mill, and what is none is of one society', async () => {
  const elsewhere = '08TH1778'
  await sendParchment(neighbour, outturns(1, { outturn: elsewhere }))
  await world.owner.query(
    `update parchment_records set miller_id = (select id from organisations where code = 'WH6001')
     where upload_id in (select upload_id from upload_rows where clean[1] = $1)`,
    [elsewhere],
  )
  expect(await problemsOf(society, elsewhere)).toEqual([424, 'outturn_taken'])
  const whole = '08TH0779'
  await sendParchment(neighbour, outturns(1, { outturn: whole }))
  expect(await problemsOf(society, whole)).toEqual([424, 'outturn_taken'])
})
