import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentSeason } from '#server/facts/seasons.ts'
import { eslipIn } from '#test/kit/eslips.ts'
import type { Person } from '#test/kit/people.ts'
import { rowsRead } from '#test/kit/rowsRead.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// Among 6,000 sold lots, most of them of one society, a list reads those that it shows.
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const id = await eslipIn(world, 'PAID')
  const client = await world.owner.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `insert into eslips select (jsonb_populate_record(null::eslips, to_jsonb(e) || jsonb_build_object('id', gen_random_uuid(), 'eslip_number', 'ES/READ/' || n, 'lot_number', 1000 + n,
         'result_id', gen_random_uuid(), 'catalogue_record_id', gen_random_uuid(), 'warrant_number', 'WR/READ/' || n, 'sale_number', 1 + n % 40,
         'grower_id', case when n % 200 = 0 then $2 else grower_id end))).* from eslips e, generate_series(1, 6000) n where e.id = $1`,
      [id, world.organisationId('CF4101')],
    )
    await client.query(
      `insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents, season, sale_number, sale_date, search_text)
       select e.id, e.organisation_id, e.grower_id, e.outturn, e.kilograms, e.gross_cents, e.net_cents, e.season, e.sale_number, e.sale_date, text_of_part(e.id, e.outturn, e.grower_id)
       from eslips e where e.eslip_number like 'ES/READ/%'`,
    )
    await client.query('analyze eslips, eslip_shares')
  } finally {
    await client.query(`set session_replication_role = origin`)
    client.release()
  }
}, 120_000)
afterAll(() => world?.close())

test.each([
  ['the sales statement', '/growerstatus/growersalesstatement/list'],
  ['the tracker', '/stock/tracker'],
] as const)('%s looks at the e-slips of its page, and at no others', async (_list, path) => {
  const { danielMaker, peterBankChecker, wanjikuMaker } = world.people
  const read = async (person: Person, query: Record<string, string>) =>
    rowsRead(world, ['eslips', 'eslip_shares'], async () => {
      const { status } = await person.get(path, { paginate: 'Y', counts: 'Y', size: '10', ...query })
      expect(status).toBe(200)
    })
  // The first page of a society with 30 of these parts, of one with the others, and of the bank; one further on, by a filter, and by words.
  for (const person of [danielMaker, wanjikuMaker, peterBankChecker])
    for (const query of [{}, { page: '2' }, { filter: `season:${currentSeason()}` }, { search: 'ES/READ/200' }]) {
      const { eslips } = await read(person, query)
      expect({ [person.username]: [query, eslips! <= 100] }).toEqual({ [person.username]: [query, true] })
    }
  // What a society sees is looked for by its own parts.
  expect((await read(danielMaker, {}))['eslip_shares']).toBeLessThan(400)
})
