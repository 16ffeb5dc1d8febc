import { catalogueHolds, type CatalogueHold } from '#contract/catalogue/catalogueRecords.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { catalogueRecordKind as kind } from './catalogueKinds.ts'

/** Why a lot is or would be on hold, and the dispatch record that its coffee comes from. */
type Found = { reason: CatalogueHold | null; dispatchId: string | null }

/** What the dispatch says of a lot: a reason that holds it, unless it is asked to be removed, and what is kept with it of that. */
export type Look = Found & { id: string; isRemoval: boolean; kept: CatalogueHold | null; available: string | null }

/** Holds lots against the dispatch of their coffee, and writes nothing. Within the wall of their owner. */
export async function lookAt(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Look>> {
  if (ids.length === 0) return new Map()
  const found = await rows(
    tx,
    sql<Look>`select c.id, found.dispatch_record as "dispatchId", case when c.delete_flag then null else found.reason end as reason,
        c.delete_flag as "isRemoval", found.reason as kept, found.available
      from catalogue_reasons(${ids}::uuid[], ${now()}) found join catalogue_records c on c.id = found.lot`,
  )
  return new Map(found.map((look) => [look.id, look]))
}

/** Lots that wait for somebody and can be held; a lot that somebody asks to remove needs no coffee. */
const waiting = sql`('PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL')`

/** Holds a lot against the dispatch of its coffee, and keeps what it found with the lot. */
export async function reasonFor(tx: Tx, id: string): Promise<Found> {
  const [found] = await rows(
    tx,
    sql<Found>`
      update catalogue_records c set dispatch_record_id = found.dispatch_record, hold_reason = found.reason, hold_available = found.available
      from catalogue_reasons(${[id]}::uuid[], ${now()}) found where c.id = found.lot
      returning case when c.delete_flag then null else found.reason end as reason, found.dispatch_record as "dispatchId"`,
  )
  return found ?? { reason: null, dispatchId: null }
}

/** Puts the lots of a file on hold that do not agree with the dispatch, as it is sent: they begin so, and nobody is told of a change. */
export async function holdNewLots(tx: Tx, uploadId: string): Promise<void> {
  await sql`
    update catalogue_records c set dispatch_record_id = found.dispatch_record, hold_reason = found.reason, hold_available = found.available,
      status = case when found.reason is null then c.status else 'HOLDING_STATUS' end
    from catalogue_reasons((select array_agg(id) from catalogue_records where upload_id = ${uploadId}), ${now()}) found where c.id = found.lot`.execute(
    tx,
  )
}

/**
 * Holds waiting lots that do not agree with the dispatch any more, and lets those go that do again. What somebody is deciding on this
 * moment is looked at the next time. Answers how many it has looked at.
 */
export const reconcileCatalogue = ({ db }: Pick<House, 'db'>): Promise<number> =>
  db.aside.transaction('system', async (tx) => {
    const found = await rows(
      tx,
      sql<{ id: string }>`
        with open as materialized (select t.id from catalogue_records t where t.status in ${waiting} or t.status = 'HOLDING_STATUS')
        select t.id from catalogue_reasons((select array_agg(id) from open), ${now()}) found join catalogue_records t on t.id = found.lot
        where (t.status = 'HOLDING_STATUS') <> (found.reason is not null and not t.delete_flag)
          or (t.status = 'HOLDING_STATUS' and (t.hold_reason, t.hold_available) is distinct from (found.reason, found.available))
        order by t.id limit 500 for update of t skip locked`,
    )
    // One by one: what a lot is held or let go for may hang on the lot before it.
    for (const { id } of found) await reconcileLot(tx, id)
    return found.length
  })

type Lot = { organisationId: string; status: string; title: string; isWaiting: boolean }

/** Holds a waiting lot that does not agree with the dispatch, or lets a held one go that does. Within the wall of its owner. */
export async function reconcileLot(tx: Tx, id: string): Promise<void> {
  const { reason } = await reasonFor(tx, id)
  const [lot] = await rows(
    tx,
    sql<Lot>`select t.organisation_id as "organisationId", t.status, ${kind.title} as title, t.status in ${waiting} as "isWaiting" from catalogue_records t where t.id = ${id}`,
  )
  if (!lot) return
  const { organisationId, status: from, title, isWaiting } = lot
  const to = reason === null ? 'PENDING_APPROVAL' : 'HOLDING_STATUS'
  if (reason === null ? from !== 'HOLDING_STATUS' : !isWaiting) return
  await forgetAgreements(tx, id)
  const changes = { onHold: { before: '', after: reason === null ? '' : catalogueHolds[reason] } }
  await systemStep({ tx, kind, id, organisationId, from, to, title, changes, batch: batchOfHour(kind.flow.kind) })
}

/** Nobody has agreed to a lot as it is now. */
export const forgetAgreements = (tx: Tx, id: string) =>
  sql`update catalogue_records set warehouse_agreed_by = null, broker_agreed_by = null where id = ${id}`.execute(tx)

/** Holds the catalogue against the dispatch, every few seconds. May run in several servers at once. */
export const startReconcilingCatalogue = (house: House): { stop: () => Promise<void> } =>
  startInterval({
    everyMs: 15_000,
    work: () => reconcileCatalogue(house),
    log: house.log,
    what: 'reconciling the catalogue',
  })
