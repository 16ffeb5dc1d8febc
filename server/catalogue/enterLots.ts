import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { enterParties, removeRecords } from '#server/kit/uploads/recordsOfFile.ts'
import { countRows } from '#server/kit/uploads/stagedRows.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'
import type { SaleKey } from '#server/facts/saleDays.ts'
import { mustTakeLotsStill } from './closeCatalogues.ts'
import { cell } from './catalogueChecks.ts'
import { holdNewLots } from './reconcileLots.ts'

/**
 * Makes a lot of each row of a file that is sent, writes the reserve prices where their broker alone reads them, and lets the
 * organisations that the lots name see the file. A lot whose coffee was not dispatched as it says begins on hold.
 */
export async function enterLots(tx: Tx, upload: UploadRecord): Promise<void> {
  await sql`
    insert into catalogue_records (id, organisation_id, upload_id, row_number, season, sale_number, lot_number, outturn, broker_outturn, grade, marks, bags, pockets,
      split_number, kilograms, miller_id, warehouse_id, broker_id, grower_id, certification, remark, status, makers, made_by, created_at)
    select r.id, u.organisation_id, u.id, r.row_number, ${cell('season')}, ${cell('saleNumber')}::int, ${cell('lotNumber')}::int, ${cell('outturn')},
      coalesce(${cell('brokerOutturn')}, ''), ${cell('grade')}, ${cell('marks')}, ${cell('bags')}::int, ${cell('pockets')}::int, coalesce(${cell('splitNumber')}, ''),
      ${cell('weight')}::numeric, miller.id, warehouse.id, broker.id, grower.id, coalesce(${cell('certification')}, ''), coalesce(${cell('remark')}, ''),
      'PENDING_APPROVAL', u.makers, u.made_by, ${now()}
    from uploads u join upload_rows r on r.upload_id = u.id and r.state = 'ready'
    join organisations miller on miller.code = ${cell('miller')} join organisations warehouse on warehouse.code = ${cell('warehouse')}
    join organisations broker on broker.code = ${cell('broker')}
    left join organisations grower on grower.type = 'FARMER_SOCIETY' and grower.code = upper(split_part(${cell('marks')}, '/', 2))
    where u.id = ${upload.id}`.execute(tx)
  await sql`
    insert into catalogue_reserves (record_id, organisation_id, cents)
    select r.id, broker.id, round(${cell('reservePrice')}::numeric * 100)::bigint from upload_rows r join organisations broker on broker.code = ${cell('broker')}
    where r.upload_id = ${upload.id} and r.state = 'ready' and ${cell('reservePrice')} is not null`.execute(tx)
  const sales = await rows(
    tx,
    sql<SaleKey>`select distinct season, sale_number::int as number from catalogue_records where upload_id = ${upload.id}`,
  )
  for (const sale of sales) await mustTakeLotsStill(tx, sale)
  await enterParties(tx, upload.id, 'catalogue_records', ['miller_id', 'warehouse_id', 'broker_id'])
  const { lots } = await one(
    tx,
    sql<{ lots: number }>`select count(*)::int as lots from catalogue_records where upload_id = ${upload.id}`,
  )
  await countRows(tx, upload.id, lots)
  await holdNewLots(tx, upload.id)
}

/** Takes the lots of a file out again whose maker takes it back to a draft. Refuses where somebody has decided on one. */
export async function takeBackLots(tx: Tx, upload: UploadRecord): Promise<void> {
  const decided = await rows(
    tx,
    sql`select from catalogue_records where upload_id = ${upload.id} and (version > 1 or status not in ('PENDING_APPROVAL', 'HOLDING_STATUS')) limit 1 for update`,
  )
  if (decided.length > 0)
    throw new Refused('step.wrong_state', {
      message: 'Somebody has decided on a lot of this file. Correct the lots one by one.',
    })
  await removeRecords(tx, upload.id, 'catalogue_records')
  await countRows(tx, upload.id)
}
