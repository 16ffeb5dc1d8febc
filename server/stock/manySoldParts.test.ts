import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageOf } from '#contract/kit/listScreen.ts'
import type { SalesStatementLine } from '#contract/stock/salesStatement.ts'
import type { TrackedStock } from '#contract/stock/stockRows.ts'
import { eslipIn } from '#test/kit/eslips.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// More sold lots with one word than a search counts.
let world: World
beforeAll(async () => {
  world = await makeWorld()
  const id = await eslipIn(world, 'PAID')
  const client = await world.owner.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `insert into eslips select (jsonb_populate_record(null::eslips, to_jsonb(e) || jsonb_build_object('id', gen_random_uuid(), 'eslip_number', 'ES/MANY/' || n, 'lot_number', 1000 + n,
         'result_id', gen_random_uuid(), 'catalogue_record_id', gen_random_uuid(), 'warrant_number', 'WR/MANY/' || n))).* from eslips e, generate_series(1, 2100) n where e.id = $1`,
      [id],
    )
    await client.query(
      `insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents, season, sale_number, sale_date, search_text)
       select e.id, e.organisation_id, e.grower_id, e.outturn, e.kilograms, e.gross_cents, e.net_cents, e.season, e.sale_number, e.sale_date, text_of_part(e.id, e.outturn, e.grower_id)
       from eslips e where e.eslip_number like 'ES/MANY/%'`,
    )
  } finally {
    await client.query(`set session_replication_role = origin`)
    client.release()
  }
}, 120_000)
afterAll(() => world?.close())

const lists = [
  ['the sales statement', '/growerstatus/growersalesstatement/list'],
  ['the tracker', '/stock/tracker'],
] as const

test.each(lists)('a word that many sold lots have is found in %s, in the order of the list', async (_name, path) => {
  for (const person of [world.people.wanjikuMaker, world.people.peterBankChecker]) {
    const asked = async (query: Record<string, string>) => {
      const { body, status } = await person.get<PageOf<SalesStatementLine | TrackedStock>>(path, {
        paginate: 'Y',
        counts: 'Y',
        size: '10',
        ...query,
      })
      expect([person.username, status]).toEqual([person.username, 200])
      return body.data.map(({ eslipNumber }) => eslipNumber)
    }
    expect(new Set(await asked({ search: 'ES/MANY' }))).toHaveLength(10)
    // Beyond what is looked at first, and by another order.
    expect(await asked({ search: 'ES/MANY', page: '205' })).toHaveLength(10)
    expect(await asked({ search: 'ES/MANY/7' })).not.toHaveLength(0)
    const sorted = await asked({ search: 'ES/MANY', sort: '-growerCode' })
    expect(sorted).toHaveLength(10)
  }
})
