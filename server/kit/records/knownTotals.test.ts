import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryForm, memberOf } from '#test/kit/deliveryFiles.ts'
import { eslipIn } from '#test/kit/eslips.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await eslipIn(world, 'PAID')
  await world.people.wanjikuMaker.post('/farmercherry/', deliveryForm(memberOf('CF4100', 5), 42.5))
}, 120_000)
afterAll(() => world?.close())

test.each([
  ['farmers', '/upload/cherry/getFarmers/OWN', 'farmers', 'farmers_approved', 'gender:FEMALE'],
  ['deliveries', '/farmercherry', 'cherry_deliveries', 'cherry_deliveries', 'type:CORRECTION'],
  ['sold lots', '/growerstatus/growersalesstatement/list', 'eslip_shares', 'eslip_shares_by_day', 'saleNumber:98'],
  ['tracked coffee', '/stock/tracker', 'eslip_shares', 'eslip_shares_by_day', 'stage:PARCHMENT'],
])(
  'of more %s than are counted whoever reads all is told that there are more, everybody else their own number',
  async (_what, path, table, relation, filter) => {
    const { wanjikuMaker, peterBankChecker } = world.people
    const pageOf = async (person: Person, query: Record<string, string> = {}) => {
      const { status, body } = await person.get<{ page: object }>(
        path.replace('OWN', world.organisationId(person.organisationCode)),
        { paginate: 'Y', size: '1', ...query },
      )
      expect([person.username, status]).toEqual([person.username, 200])
      return body.page
    }
    const narrowed = () =>
      Promise.all([
        pageOf(wanjikuMaker),
        pageOf(peterBankChecker, { filter }),
        pageOf(peterBankChecker, { search: '0001' }),
        pageOf(peterBankChecker, { search: 'NOWHERE' }),
      ])
    const [before, whole] = [await narrowed(), await pageOf(peterBankChecker)]
    expect(whole).not.toHaveProperty('totalIsMinimum')
    await world.owner.query(`alter table ${table} set (autovacuum_enabled = false)`)
    await world.owner.query('update pg_class set reltuples = 200001 where oid = $1::regclass', [relation])
    expect(await pageOf(peterBankChecker)).toMatchObject({ totalElements: 50_000, totalIsMinimum: true })
    expect(await narrowed()).toEqual(before)
    await world.owner.query(`analyze ${table}`)
    expect(await pageOf(peterBankChecker)).toEqual(whole)
  },
)

test('of one society a reader of all is told how many it has', async () => {
  const { peterBankChecker } = world.people
  const pageOf = async () =>
    (await peterBankChecker.get<{ page: object }>('/upload/cherry/farmer/CF4100/get', { paginate: 'Y', size: '1' }))
      .body.page
  const before = await pageOf()
  expect(before).not.toHaveProperty('totalIsMinimum')
  await world.owner.query(`update pg_class set reltuples = 200001 where oid = 'farmers_approved'::regclass`)
  expect(await pageOf()).toEqual(before)
  await world.owner.query('analyze farmers')
})
