import { counted } from '#contract/kit/counted.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { nairobiTime, now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { startInterval } from '#server/kit/interval.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { mustTakeLots, type SaleDays, type SaleKey } from '#server/facts/saleDays.ts'
import { catalogueRecordKind as kind } from './catalogueKinds.ts'
import { fingerprintOf, writePaper, writeWorkbook, type OfferedLot } from './exchangeColumns.ts'
import { keepFileState } from './fileState.ts'

/** How the trail names a closed catalogue. */
const closedKind = 'closed_catalogue'

type Due = SaleKey & Pick<SaleDays, 'saleDate' | 'catalogueClose'> & { organisationId: string }

const lockName = ({ season, number }: SaleKey) =>
  sql`hashtext('catalogue of a sale'), hashtext(${`${season} ${number}`})`

/**
 * Keeps the catalogue of a sale from being closed until the transaction ends, and refuses where it is: what somebody has begun in time
 * is in it. Throws `sale.unknown` and `sale.catalogue_closed`.
 */
export async function mustTakeLotsStill(tx: Tx, sale: SaleKey): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockName(sale)})`.execute(tx)
  await mustTakeLots(tx, sale)
}
const closeToOthers = (tx: Tx, sale: SaleKey) => sql`select pg_advisory_xact_lock(${lockName(sale)})`.execute(tx)

/** Closes the catalogues whose time has come. Answers how many. May run in several servers at once. */
export async function closeCatalogues({ db }: Pick<House, 'db'>): Promise<number> {
  const due = await db.aside.transaction('system', dueSales, { readOnly: true })
  let closed = 0
  for (const sale of due) {
    // In pieces: a server that is killed half-way has rejected some, and the next one goes on.
    while ((await db.aside.transaction('system', (tx) => rejectSome(tx, sale))) > 0);
    if (await db.aside.transaction('system', (tx) => freeze(tx, sale))) closed += 1
  }
  return closed
}

const dueSales = (tx: Tx): Promise<Due[]> =>
  rows(
    tx,
    sql<Due>`select s.organisation_id as "organisationId", s.season, s.sale_number::int as number, s.sale_date as "saleDate", s.catalogue_close as "catalogueClose" from sales s
      where s.status = 'APPROVED' and s.catalogue_close <= ${now()}
        and exists (select from catalogue_records c where c.season = s.season and c.sale_number = s.sale_number)
        and not exists (select from closed_catalogues f where f.season = s.season and f.sale_number = s.sale_number) order by s.catalogue_close`,
  )

const open = [
  'PENDING_APPROVAL',
  'PENDING_WAREHOUSE_APPROVAL',
  'PENDING_BROKER_APPROVAL',
  'REFERRED_TO_BROKER',
  'HOLDING_STATUS',
]
const atOnce = 500

type Open = { id: string; organisationId: string; status: string; title: string; uploadId: string }

/** Rejects lots that nobody has agreed to in time. Answers how many; none are left when it answers none. */
async function rejectSome(tx: Tx, sale: Due): Promise<number> {
  await closeToOthers(tx, sale)
  const late = await rows(
    tx,
    sql<Open>`select t.id, t.organisation_id as "organisationId", t.status, ${kind.title} as title, t.upload_id as "uploadId" from catalogue_records t
      where t.season = ${sale.season} and t.sale_number = ${sale.number} and t.status = any (${open}) order by t.id limit ${atOnce} for update`,
  )
  const changes = { reason: { before: '', after: 'The catalogue of its sale closed before both sides had agreed' } }
  const batch = batchOfHour(`${kind.flow.kind} closed`)
  for (const { status: from, uploadId: _, ...lot } of late)
    await systemStep({ tx, kind, ...lot, from, to: 'REJECTED', changes, batch })
  await sql`update catalogue_records set left_out = true where id = any (${late.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  for (const uploadId of [...new Set(late.map((lot) => lot.uploadId))].toSorted()) await keepFileState(tx, uploadId)
  return late.length
}

/** Keeps the catalogue as it stands. Answers false where another server has done so. */
async function freeze(tx: Tx, sale: Due): Promise<boolean> {
  await closeToOthers(tx, sale)
  const { season, number, saleDate, catalogueClose, organisationId } = sale
  const lots = await offeredLots(tx, sale)
  const fingerprint = fingerprintOf(lots)
  const title = `Catalogue of sale ${number}, ${season}`
  const footer = `Sale day ${saleDate} · ${counted(lots.length, 'lot')} · closed ${nairobiTime(catalogueClose)} · ${fingerprint}`
  const [workbook, paper] = [await writeWorkbook({ lots }), await writePaper({ title, footer, lots })]
  const id = newId()
  const kept = await rows(
    tx,
    sql`insert into closed_catalogues (id, season, sale_number, sale_date, closed_at, lots, bags, kilograms, left_out, fingerprint, workbook, paper, made_at)
      select ${id}, ${season}, ${number}, ${saleDate}, ${catalogueClose}, ${lots.length}, coalesce(sum(c.bags) filter (where c.status = 'APPROVED'), 0),
        coalesce(sum(c.kilograms) filter (where c.status = 'APPROVED'), 0), count(*) filter (where c.left_out), ${fingerprint}, ${workbook}, ${paper}, ${now()}
      from catalogue_records c where c.season = ${season} and c.sale_number = ${number}
      on conflict (season, sale_number) do nothing returning id`,
  )
  if (kept.length === 0) return false
  const by = { system: 'Kahawa', organisationId }
  await writeAudit(tx, {
    by,
    organisationId,
    kind: closedKind,
    recordId: id,
    title,
    action: 'close',
    comment: fingerprint,
  })
  return true
}

const offeredLots = (tx: Tx, { season, number }: SaleKey): Promise<OfferedLot[]> =>
  rows(
    tx,
    sql<OfferedLot>`
      select c.season, c.sale_number::int as "saleNumber", broker.code as broker, c.lot_number as "lotNumber", c.outturn, c.split_number as "splitNumber", c.marks, c.grade, c.bags,
        c.pockets::int as pockets, trim_scale(c.kilograms)::text as kilograms, miller.code as miller, warehouse.code as warehouse, c.certification
      from catalogue_records c join organisations broker on broker.id = c.broker_id join organisations miller on miller.id = c.miller_id
        join organisations warehouse on warehouse.id = c.warehouse_id
      where c.season = ${season} and c.sale_number = ${number} and c.status = 'APPROVED' order by c.lot_number`,
  )

/** Looks every few seconds whether a catalogue closes. */
export const startClosingCatalogues = (house: House): { stop: () => Promise<void> } =>
  startInterval({ everyMs: 10_000, work: () => closeCatalogues(house), log: house.log, what: 'closing catalogues' })
