import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'
import { enterParties, removeRecords } from '#server/kit/uploads/recordsOfFile.ts'
import { countRows } from '#server/kit/uploads/stagedRows.ts'
import { cell } from './estateCuredChecks.ts'
import { lockOutturns, saleHold } from './estateCuredHolds.ts'

const cents = (key: 'transportCharge' | 'dryingCharge' | 'handSortingCharge') =>
  sql`round(coalesce(${cell(key)}::numeric, 0) * 100)::bigint`
const text = (key: Parameters<typeof cell>[0]) => sql`coalesce(${cell(key)}, '')`

/**
 * Every right row of a file that was sent becomes a record, and the warehouses and brokers that it names see it. What cannot be
 * reconciled waits on hold.
 */
export async function enterRecords(tx: Tx, { id }: UploadRecord): Promise<void> {
  await lockOutturns(tx)
  const entered = await sql`
    insert into estate_cured_records (id, organisation_id, upload_id, season, sale_number, lot_number, grower_code, grower_id, grower_outturn, outturn, broker_outturn, marks,
      grade, bags, pockets, kilograms, split_number, warehouse_id, broker_id, miller_id, delivered_on, currency, transport_cents, drying_cents, hand_sorting_cents,
      hold_reason, status, makers, made_by, created_at)
    select r.id, r.organisation_id, r.upload_id, ${cell('season')}, ${cell('saleNumber')}::int, ${text('lot')}, ${cell('growerCode')}, g.id, ${text('growerOutturn')}, ${cell('outturn')},
      ${text('brokerOutturn')}, ${cell('marks')}, ${cell('grade')}, ${cell('bags')}::int, ${cell('pockets')}::int, ${cell('cleanNetWeight')}::numeric, ${text('splitNumber')}, w.id, b.id,
      case when o.type = 'MILLER' then o.id end, ${cell('deliveryDate')}::date, f.currency, ${cents('transportCharge')}, ${cents('dryingCharge')}, ${cents('handSortingCharge')},
      case when h.taken then 'TAKEN' end, case when h.taken then 'HOLDING_STATUS' else 'PENDING_APPROVAL' end, u.makers, u.made_by, ${now()}
    from upload_rows r join uploads u on u.id = r.upload_id join estate_cured_files f on f.upload_id = u.id join organisations o on o.id = u.organisation_id
      join organisations w on w.code = ${cell('warehouse')} join organisations b on b.code = ${cell('broker')}
      left join organisations g on g.code = ${cell('growerCode')} and g.type = 'FARMER_SOCIETY'
      cross join lateral (select estate_cured_taken(r.id, ${cell('season')}, ${cell('outturn')}, ${cell('grade')}, ${text('splitNumber')}) as taken) h
    where r.upload_id = ${id} and r.state = 'ready'`.execute(tx)
  await holdForSales(tx, id)
  await enterParties(tx, id, 'estate_cured_records', ['warehouse_id', 'broker_id', 'grower_id'])
  await countRows(tx, id, Number(entered.numAffectedRows ?? 0))
}

/** A file is for a few sales at most: each is asked once. */
async function holdForSales(tx: Tx, id: string): Promise<void> {
  const sales = await rows(
    tx,
    sql<{
      season: string
      saleNumber: number
    }>`select distinct season, sale_number as "saleNumber" from estate_cured_records where upload_id = ${id}`,
  )
  for (const sale of sales) {
    const hold = await saleHold(tx, sale)
    if (hold !== null)
      await sql`update estate_cured_records set hold_reason = coalesce(hold_reason, ${hold}), status = 'HOLDING_STATUS'
        where upload_id = ${id} and season = ${sale.season} and sale_number = ${sale.saleNumber}`.execute(tx)
  }
}

/** A file that goes back to a draft takes its records with it. Refuses when one of them was decided. */
export async function takeRecordsBack(tx: Tx, { id }: UploadRecord): Promise<void> {
  const records = await rows(
    tx,
    sql<{
      touched: boolean
    }>`select decided_by is not null or status not in ('PENDING_APPROVAL', 'HOLDING_STATUS') as touched
      from estate_cured_records where upload_id = ${id} order by id for update`,
  )
  if (records.some(({ touched }) => touched)) throw new Refused('estate_cured.decided')
  await removeRecords(tx, id, 'estate_cured_records')
  await countRows(tx, id)
}
