import { dispatchRecordFlow } from '#contract/dispatch/dispatchFlow.ts'
import { mustTakeDispatch } from '#server/facts/saleDays.ts'
import { writeAudits } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { isPgError, one, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { enterParties, removeRecords } from '#server/kit/uploads/recordsOfFile.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'
import { broughtTo, cell, place, splitOf } from './dispatchChecks.ts'

/**
 * Makes a record of every row when a file is sent, and lets the organisations that it names see it. A row that another file has taken
 * since it was checked is refused, or found by the next check; so is a sale that closed meanwhile.
 */
export async function sendDispatch(tx: Tx, upload: UploadRecord): Promise<void> {
  // Of two files with one grade of an outturn the second finds the first, also where one has a split and the other the whole.
  await sql`select pg_advisory_xact_lock(hashtext('dispatch'), hashtext(${upload.organisationId}))`.execute(tx)
  const taken = await rows(
    tx,
    sql`select from dispatch_taken(${upload.id}, ${place('outturn')}, ${place('grade')}, ${place('splitNumber')}, ${place('season')})`,
  )
  if (taken.length > 0) throw takenMeanwhile()
  const { season, number, warehouse } = await one(
    tx,
    sql<{ season: string; number: number; warehouse: string }>`
      select ${cell('season')} as season, ${cell('saleNumber')}::int as number, w.id as warehouse
      from upload_rows r join organisations w on w.code = ${cell('warehouse')} where r.upload_id = ${upload.id} and r.state = 'ready' limit 1`,
  )
  await mustTakeDispatch(tx, { season, number })
  try {
    await savepoint(tx, () => insertRecords(upload).execute(tx))
  } catch (error) {
    if (isPgError(error) && error.constraint === 'one_living_dispatch') throw takenMeanwhile()
    throw error
  }
  await sql`update dispatch_files set season = ${season}, sale_number = ${number}, warehouse_id = ${warehouse} where upload_id = ${upload.id}`.execute(
    tx,
  )
  await enterParties(tx, upload.id, 'dispatch_records', ['warehouse_id', 'broker_id', 'grower_id'])
  const records = await rows(
    tx,
    sql<{
      id: string
      title: string
    }>`select id, outturn || ' ' || grade as title from dispatch_records where upload_id = ${upload.id}`,
  )
  const [to] = dispatchRecordFlow.initial
  await writeAudits(tx, {
    by: { system: 'Kahawa', organisationId: upload.organisationId },
    organisationId: upload.organisationId,
    kind: dispatchRecordFlow.kind,
    action: 'dispatch',
    records: records.map((record) => ({ ...record, to: to ?? null })),
  })
}

const takenMeanwhile = () =>
  new Refused('upload.rows_left', {
    message: 'Coffee of this file was dispatched in another file meanwhile. Look at the rows again.',
  })

/** One statement for the whole file: the id of a row becomes that of its record. */
const insertRecords = ({ id, organisationId }: UploadRecord) => sql`
  with brought as materialized (${broughtTo(sql`${organisationId}`)})
  insert into dispatch_records (id, organisation_id, upload_id, season, sale_number, outturn, grade, split_number, marks, bags, pockets, gross_kg, tare_kg, net_kg,
    sent_bags, sent_pockets, sent_gross_kg, sent_tare_kg, sent_net_kg, miller_id, warehouse_id, broker_id, grower_id, status, makers, made_by, created_at)
  select r.id, r.organisation_id, r.upload_id, ${cell('season')}, ${cell('saleNumber')}::smallint, ${cell('outturn')}, ${cell('grade')}, ${splitOf}, ${cell('marks')},
    w.bags, w.pockets, w.gross, w.tare, w.net, w.bags, w.pockets, w.gross, w.tare, w.net,
    r.organisation_id, warehouse.id, broker.id, b.grower_id, 'PENDING_APPROVAL', u.makers, u.made_by, ${now()}
  from upload_rows r join uploads u on u.id = r.upload_id
    cross join lateral (select ${cell('bags')}::int as bags, ${cell('pockets')}::smallint as pockets, ${cell('grossWeight')}::numeric as gross,
      ${cell('tareWeight')}::numeric as tare, ${cell('netWeight')}::numeric as net) w
    join organisations warehouse on warehouse.code = ${cell('warehouse')}
    join organisations broker on broker.code = ${cell('broker')}
    left join brought b on b.season = ${cell('season')} and b.outturn = ${cell('outturn')}
  where r.upload_id = ${id} and r.state = 'ready'`

/** Takes the records of a waiting file away again. Refuses when somebody at the warehouse has touched one. */
export async function withdrawDispatch(tx: Tx, { id }: UploadRecord): Promise<void> {
  const touched = await rows(tx, sql`select from dispatch_records where upload_id = ${id} and version > 1 limit 1`)
  if (touched.length > 0) throw new Refused('dispatch.touched')
  await removeRecords(tx, id, 'dispatch_records')
  await sql`update dispatch_files set season = null, sale_number = null, warehouse_id = null where upload_id = ${id}`.execute(
    tx,
  )
}
