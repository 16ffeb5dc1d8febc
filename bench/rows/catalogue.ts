import { createHash } from 'node:crypto'
import type pg from 'pg'
import { closeCatalogues } from '#server/catalogue/closeCatalogues.ts'
import { reconcileCatalogue } from '#server/catalogue/reconcileLots.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { newId } from '#server/kit/ids.ts'
import { organisationOf, userOf } from '../../db/seed/organisations.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { timed } from '../kit/measure.ts'
import { ms, thousands, type Line } from '../kit/report.ts'

const sale = 88
const broker = organisationOf('BR5001').id
const mill = organisationOf('ML2001').id
const warehouse = organisationOf('WH6001').id

/** Agrees a catalogue of so many lots, each of a dispatch record of its own: both sides at once, the look of the clock, and the close. */
export async function catalogues(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  const fileId = await addLots(owner, count)
  const bulk = routeOf('bulk', '/upload/catalogue/bulk')
  const page = routeOf('all', '/upload/catalogue/records/:organisationId')
  const approveAll = async (username: string) => {
    const actor = await signedIn(house, owner, username)
    const body = { fileId, action: 'APPROVE_ALL', comment: 'As agreed', records: [] }
    return timed(() => run(house, bulk, { actor, params: {}, body }))
  }
  const reconciled = await timed(() => reconcileCatalogue(house))
  const byBroker = await approveAll('broker.checker')
  const byWarehouse = await approveAll('warehouse.checker')
  const reader = await signedIn(house, owner, 'broker.checker')
  const query = { paginate: 'Y', page: 3, size: 10, search: '', sort: '', filter: '' }
  const listed = await timed(() => run(house, page, { actor: reader, params: { organisationId: broker }, query }))
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from catalogue_records where upload_id = $1 and status = 'APPROVED'`,
    [fileId],
  )
  if (rows[0]?.n !== count) throw new Error(`${rows[0]?.n} lots are in the catalogue`)
  await owner.query(
    `update sales set dispatch_cutoff = now() - interval '1 hour', catalogue_close = now() - interval '1 minute' where sale_number = $1`,
    [sale],
  )
  const closed = await timed(() => closeCatalogues(house))
  const line = (work: string, took: number): Line => ({
    work: `${work} of ${thousands(count)} lots`,
    measured: ms(took),
  })
  return [
    line('look through a catalogue', reconciled),
    line('approve for the broker a catalogue', byBroker),
    line('approve for the warehouse, and take the coffee, a catalogue', byWarehouse),
    line('a page of a catalogue', listed),
    line('close, with PDF and XLSX, a catalogue', closed),
  ]
}

/** Lots that wait for both sides, and the coffee of each in the warehouse. */
async function addLots(owner: pg.Client, count: number): Promise<string> {
  const [season, fileId] = [currentSeason(), newId()]
  await owner.query(
    `insert into sales (id, organisation_id, season, sale_number, sale_date, dispatch_cutoff, catalogue_close, prompt_date, status, makers, made_by, created_at)
     values (gen_random_uuid(), $1, $2, $3, current_date + 20, now() + interval '8 days', now() + interval '18 days', current_date + 27, 'APPROVED', array[$4::uuid], $4, now())`,
    [broker, season, sale, userOf('broker.maker').id],
  )
  const upload = async (id: string, organisation: string, kind: string, maker: string, status: string) => {
    const file = newId()
    const sha256 = createHash('sha256').update(id).digest()
    await owner.query(`insert into files (id, organisation_id, sha256, size) values ($1, $2, $3, 1)`, [
      file,
      organisation,
      sha256,
    ])
    await owner.query(
      `insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by) values ($1, $2, $3, $4, 'bench.csv', $5, $6, array[$7::uuid], $7)`,
      [id, organisation, kind, file, sha256, status, maker],
    )
  }
  const dispatchId = newId()
  await upload(dispatchId, mill, 'dispatch', userOf('miller.maker').id, 'APPROVED')
  await upload(fileId, broker, 'catalogue', userOf('broker.maker').id, 'PENDING_APPROVAL')
  await owner.query(`insert into upload_parties (upload_id, organisation_id, party_id) values ($1, $2, $3)`, [
    fileId,
    broker,
    warehouse,
  ])
  const outturn = `lpad((1 + n / 10000)::text, 2, '0') || 'TH' || lpad((n % 10000)::text, 4, '0')`
  await owner.query(
    `insert into dispatch_records (id, organisation_id, upload_id, season, sale_number, outturn, grade, marks, bags, pockets, gross_kg, tare_kg, net_kg, sent_bags, sent_pockets,
       sent_gross_kg, sent_tare_kg, sent_net_kg, miller_id, warehouse_id, broker_id, status, makers, made_by, created_at)
     select gen_random_uuid(), $1, $2, $3, $4, ${outturn}, 'AB', 'BENCH/CF4100', 9, 0, 550, 10, 540, 9, 0, 550, 10, 540, $1, $5, $6, 'APPROVED', array[$7::uuid], $7, now()
     from generate_series(0, $8::int - 1) n`,
    [mill, dispatchId, season, sale, warehouse, broker, userOf('miller.maker').id, count],
  )
  await owner.query(
    `insert into catalogue_records (id, organisation_id, upload_id, row_number, season, sale_number, lot_number, outturn, broker_outturn, grade, marks, bags, pockets, split_number,
       kilograms, miller_id, warehouse_id, broker_id, certification, remark, status, makers, made_by, created_at)
     select gen_random_uuid(), $1, $2, n + 2, $3, $4, n + 1, ${outturn}, '', 'AB', 'BENCH/CF4100', 9, 0, '', 540, $5, $6, $1, '', '', 'PENDING_APPROVAL', array[$7::uuid], $7, now()
     from generate_series(0, $8::int - 1) n`,
    [broker, fileId, season, sale, mill, warehouse, userOf('broker.maker').id, count],
  )
  await owner.query('analyze catalogue_records; analyze dispatch_records')
  return fileId
}
