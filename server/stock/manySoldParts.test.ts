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
       select e.id, e.organisation_id, e.grower_id, o.outturn, e.kilograms, e.gross_cents, e.net_cents, e.season, e.sale_number, e.sale_date - abs(hashtext(e.eslip_number)) % 40, text_of_part(e.id, o.outturn, e.grower_id)
       from eslips e, lateral (select (case when e.lot_number % 10 < 7 then '41TH' else '41KR' end) || lpad((e.lot_number - 1000)::text, 4, '0') as outturn) o where e.eslip_number like 'ES/MANY/%'`,
    )
    // Of what is not sold yet some was sent on days on which others were sold, and has the same words.
    await client.query(
      `insert into dispatch_records (id, organisation_id, upload_id, season, sale_number, outturn, grade, split_number, marks, bags, pockets, gross_kg, tare_kg, net_kg,
         sent_bags, sent_pockets, sent_gross_kg, sent_tare_kg, sent_net_kg, miller_id, warehouse_id, broker_id, grower_id, status, makers, made_by, created_at)
       select gen_random_uuid(), miller_id, gen_random_uuid(), season, sale_number, '41TH900' || n, grade, 1, '', 1, 0, 61, 1, 60, 1, 0, 61, 1, 60, miller_id, warehouse_id, broker_id, grower_id,
         'CATALOGUED', makers, made_by, sale_date - n / 3 from eslips, generate_series(1, 5) n where id = $1`,
      [id],
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

test.each(lists)('what %s finds comes in its own order, and is all that has the words', async (name, path) => {
  const { rows } = await world.owner.query<{ id: string; text: string }>(
    `select id, search_text as text from eslip_shares union all select id, outturn from dispatch_records where outturn like '41TH900_'`,
  )
  const texts = new Map(rows.map(({ id, text }) => [id, text]))
  for (const person of [world.people.wanjikuMaker, world.people.peterBankChecker]) {
    const page = async (query: Record<string, string>) =>
      (await person.get<PageOf<{ id: string }>>(path, { paginate: 'Y', ...query })).body
    const pages = await Promise.all([...Array(23).keys()].map((at) => page({ size: '100', page: String(at) })))
    // A page beyond the last is the last.
    const whole = [...new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)))]
    expect(whole).toHaveLength(pages[0]?.page.totalElements ?? 0)
    // A word that more than half have, one that few have, and two that stand together in some.
    for (const [search, least] of [
      ['41TH', 1400],
      ['077', 10],
      ['41TH 99', 10],
    ] as const) {
      const having = whole.filter((id) => search.split(' ').every((word) => texts.get(id)?.includes(word)))
      expect(having.length).toBeGreaterThan(least)
      for (const at of having.length > 60 ? [0, 1] : [0]) {
        const found = await page({ search, size: '60', page: String(at) })
        expect(found.page.totalElements).toBe(having.length)
        expect(found.data.map(({ id }) => id)).toEqual(having.slice(at * 60, at * 60 + 60))
      }
      const sent = await world.owner.query(`select from dispatch_records where id = any ($1)`, [having.slice(0, 120)])
      if (search === '41TH') expect(sent.rowCount).toBe(name === 'the tracker' ? 5 : 0)
    }
  }
})
