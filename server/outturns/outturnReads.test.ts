import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outturn } from '#contract/outturns/outturns.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { outturns, sendParchment } from '#test/kit/parchmentFiles.ts'
import { rowsRead } from '#test/kit/rowsRead.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// One outturn among 4,000 rows of parchment that the same society has brought to the same mill, a hundred in a file.
const outturn = '09TH0001'
const season = currentSeason()
let world: World
beforeAll(async () => {
  world = await makeWorld()
  const { id } = await sendParchment(world.people.wanjikuMaker, outturns(1, { outturn }))
  const client = await world.owner.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `with files as (
         insert into uploads select (jsonb_populate_record(null::uploads, to_jsonb(u) || jsonb_build_object('id', gen_random_uuid(), 'file_name', n::text, 'file_sha256', '\\x' || md5(n::text)))).*
         from uploads u, generate_series(1, 40) n where u.id = $1 returning id, file_name::int as n),
       named as (
         insert into parchment_records select (jsonb_populate_record(null::parchment_records, to_jsonb(p) || jsonb_build_object('upload_id', f.id))).* from parchment_records p, files f where p.upload_id = $1)
       insert into upload_rows select (jsonb_populate_record(null::upload_rows, to_jsonb(r) || jsonb_build_object('id', gen_random_uuid(), 'upload_id', f.id, 'row_number', k,
         'clean', to_jsonb(array['10TH' || lpad((f.n * 100 + k)::text, 4, '0')] || r.clean[2:])))).* from upload_rows r, files f, generate_series(1, 100) k where r.upload_id = $1`,
      [id],
    )
    await client.query('analyze uploads, upload_rows, parchment_records')
  } finally {
    await client.query(`set session_replication_role = origin`)
    client.release()
  }
}, 120_000)
afterAll(() => world?.close())

test('an outturn is found among all parchment without reading it', async () => {
  const { wanjikuMaker, kipronoMillerMaker, peterBankChecker } = world.people
  for (const person of [wanjikuMaker, kipronoMillerMaker, peterBankChecker]) {
    const { upload_rows: read } = await rowsRead(world, ['upload_rows'], async () => {
      const { status, body } = await person.get<Outturn>('/outturn', { outturn, season })
      expect([person.username, status, body.parchment?.length]).toEqual([person.username, 200, 1])
    })
    expect({ [person.username]: read! <= 5 }).toEqual({ [person.username]: true })
  }
})

test('and so is its stock', async () => {
  const { wanjikuMaker, peterBankChecker } = world.people
  const found = await world.owner.query<{ id: string }>(`select id from upload_rows where clean[1] = $1`, [outturn])
  for (const person of [wanjikuMaker, peterBankChecker]) {
    const { upload_rows: read } = await rowsRead(world, ['upload_rows'], async () => {
      const { status } = await person.get(`/growerstatus/stockDetails/${found.rows[0]!.id}`)
      expect([person.username, status]).toEqual([person.username, 200])
    })
    expect([person.username, read! <= 10 || read]).toEqual([person.username, true])
  }
})
