import type pg from 'pg'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { newId } from '#server/kit/ids.ts'
import { organisationOf, userOf } from '../../db/seed/organisations.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { median, timed } from '../kit/measure.ts'
import { againstPromise, ms, thousands, type Line } from '../kit/report.ts'

const society = organisationOf('CF4100').id
const mill = organisationOf('ML2001').id
const warehouse = organisationOf('WH6001').id
const broker = organisationOf('BR5001').id

/** The page of an outturn with its kilogram balance, among so many records: parchment, dispatch and lots, three kinds of each outturn. */
export async function outturnBalance(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  const outturns = Math.floor((count * 9) / 20)
  const brought = count - 2 * outturns
  const written = await timed(() => writeOutturns(owner, { outturns, brought }))
  bench.say(`${thousands(count)} records of ${thousands(outturns)} outturns written in ${ms(written)}`)
  const page = routeOf('page', '/outturn')
  const season = currentSeason()
  const lines: Line[] = []
  for (const [username, whose] of [
    ['broker.checker', 'its broker'],
    ['miller.maker', 'its mill'],
    ['bank.checker', 'a reader of all'],
  ] as const) {
    const actor = await signedIn(house, owner, username)
    const [took, floors]: [number[], number[]] = [[], []]
    for (let n = 0; n < (bench.isQuick ? 20 : 60); n++) {
      const outturn = outturnOf((n * 1583) % brought)
      const bare = `select net_kg from dispatch_records where season = $1 and outturn = $2 union all select kilograms from catalogue_records where season = $1 and outturn = $2`
      floors.push(await timed(() => owner.query(bare, [season, outturn])))
      took.push(await timed(() => run(house, page, { actor, query: { outturn, season } })))
    }
    lines.push({
      ...againstPromise(`kilogram balance of an outturn for ${whose}`, took.slice(5), 200),
      floor: `${ms(median(floors.slice(5)))} its bare records`,
      ratio: median(took.slice(5)) / median(floors.slice(5)),
    })
  }
  return lines
}

const outturnOf = (n: number): string =>
  `${String(1 + Math.floor(n / 10_000)).padStart(2, '0')}TH${String(n % 10_000).padStart(4, '0')}`
const outturnText = `lpad((1 + n / 10000)::text, 2, '0') || 'TH' || lpad((n % 10000)::text, 4, '0')`

/** Rows as the owner, without their foreign keys. A parchment file has a hundred rows. */
async function writeOutturns(
  owner: pg.Client,
  { outturns, brought }: { outturns: number; brought: number },
): Promise<void> {
  const season = currentSeason()
  const upload = async (organisation: string, kind: string, maker: string): Promise<string> => {
    const id = newId()
    await owner.query(
      `insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by) values ($1::uuid, $2, $3, gen_random_uuid(), 'bench.csv', sha256($1::text::bytea), 'APPROVED', array[$4::uuid], $4)`,
      [id, organisation, kind, maker],
    )
    return id
  }
  await owner.query(`set session_replication_role = replica`)
  const cells: Record<string, string> = {
    outturn: outturnText,
    season: `'${season}'`,
    grade: `'P1'`,
    totalBags: `'14'`,
    netWeight: `'680'`,
  }
  await owner.query(
    `with files as (insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by)
       select gen_random_uuid(), $1, 'parchment', gen_random_uuid(), 'bench ' || f, sha256(('bench ' || f)::bytea), 'APPROVED', array[$2::uuid], $2 from generate_series(0, $3::int / 100) f
       returning id, file_name),
     named as (insert into parchment_records (upload_id, organisation_id, miller_id) select id, $1, $4 from files)
     insert into upload_rows (id, upload_id, organisation_id, row_number, cells, clean, state)
     select gen_random_uuid(), files.id, $1, 2 + n % 100, c.cells, c.cells, 'ready' from generate_series(0, $3::int - 1) n join files on files.file_name = 'bench ' || n / 100
       cross join lateral (select array[${columnKeys(parchmentFile)
         .map((key) => cells[key] ?? `''`)
         .join(', ')}]::text[] as cells) c`,
    [society, userOf('fcs.maker').id, brought, mill],
  )
  const dispatch = await upload(mill, 'dispatch', userOf('miller.maker').id)
  await owner.query(
    `insert into dispatch_records (id, organisation_id, upload_id, season, sale_number, outturn, grade, marks, bags, pockets, gross_kg, tare_kg, net_kg, sent_bags, sent_pockets,
       sent_gross_kg, sent_tare_kg, sent_net_kg, miller_id, warehouse_id, broker_id, status, makers, made_by, created_at)
     select gen_random_uuid(), $1, $2, $3, 1 + n / 99000, ${outturnText}, 'AB', 'BENCH/CF4100', 9, 0, 550, 10, 540, 9, 0, 550, 10, 540, $1, $4, $5, 'CATALOGUED', array[$6::uuid], $6, now()
     from generate_series(0, $7::int - 1) n`,
    [mill, dispatch, season, warehouse, broker, userOf('miller.maker').id, outturns],
  )
  const catalogue = await upload(broker, 'catalogue', userOf('broker.maker').id)
  await owner.query(
    `insert into catalogue_records (id, organisation_id, upload_id, row_number, season, sale_number, lot_number, outturn, broker_outturn, grade, marks, bags, pockets, split_number,
       kilograms, miller_id, warehouse_id, broker_id, certification, remark, status, makers, made_by, created_at, warehouse_agreed_by, broker_agreed_by)
     select gen_random_uuid(), $1, $2, n + 2, $3, 1 + n / 99000, 1 + n % 99000, ${outturnText}, '', 'AB', 'BENCH/CF4100', 9, 0, '', 540, $4, $5, $1, '', '', 'APPROVED', array[$6::uuid], $6, now(), $7, $8
     from generate_series(0, $9::int - 1) n`,
    [
      broker,
      catalogue,
      season,
      mill,
      warehouse,
      userOf('broker.maker').id,
      userOf('warehouse.checker').id,
      userOf('broker.checker').id,
      outturns,
    ],
  )
  await owner.query(`set session_replication_role = origin`)
  await owner.query('analyze uploads, upload_rows, parchment_records, dispatch_records, catalogue_records')
}
