import { now } from '#server/kit/clock.ts'
import { changed, one, sql, type Tx } from '#server/kit/db.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { mustLockUpload, mustStillBeRight } from '#server/kit/uploads/decideUpload.ts'
import { setStage } from '#server/kit/uploads/progress.ts'
import { countRows } from '#server/kit/uploads/stagedRows.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'
import { cherryDeliveriesBinding as binding } from './cherryDeliveryKinds.ts'
import { cell, dayOfRow, memberOfRow, seasonOfRow } from './deliveryUploadChecks.ts'
import { notifyDelivered } from './notifyDelivered.ts'
import { writeCherry } from './paidCherry.ts'

/** The effect of an approval: every row becomes an approved delivery, or none does. */
export const approveEffect =
  ({ tx, checkerId }: { tx: Tx; checkerId: string }): Effect =>
  async ({ id, organisationId }) => {
    await writeCherry(tx, organisationId)
    const upload = await mustLockUpload(tx, id)
    const { ready } = await mustStillBeRight({ tx, binding, upload })
    let created = await changed(tx, insertDeliveries(upload, checkerId))
    // While the statement ran another entry took a receipt, or a member was suspended: that row stayed behind. The check now
    // refuses the file, unless the other entry is gone again: then the row is still to be written.
    while (created < ready) {
      await mustStillBeRight({ tx, binding, upload })
      const more = await changed(tx, insertDeliveries(upload, checkerId))
      if (more === 0) throw new Error(`${ready - created} right rows of upload ${id} became no deliveries`)
      created += more
    }
    await countRows(tx, id, created)
    await notifyDelivered(tx, sql`d.upload_id = ${id}`)
    await setStage(tx, id, 'done', { done: created })
    return {
      changes: {
        registered: { before: null, after: created },
        kilograms: { before: null, after: await kilogramsOf(tx, id) },
      },
    }
  }

const kilogramsOf = async (tx: Tx, id: string): Promise<number> =>
  Number(
    (
      await one(
        tx,
        sql<{ sum: string }>`select coalesce(sum(kilograms), 0) as sum from cherry_deliveries where upload_id = ${id}`,
      )
    ).sum,
  )

/** One statement for the whole file. A row's id becomes the delivery's, so that running this twice makes nothing twice. */
const insertDeliveries = (upload: UploadRecord, checkerId: string) => sql`
  with named as materialized (
    select distinct on (n.written) n.written, fa.id
    from (select distinct upper(${cell('factory')}) as written from upload_rows r where r.upload_id = ${upload.id} and r.state = 'ready') n
    join factories fa on fa.organisation_id = ${upload.organisationId} and n.written in (upper(fa.code), upper(fa.name))
    order by n.written, fa.active desc, (upper(fa.code) = n.written) desc)
  insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, factory_id, receipt_number, kilograms, type, disclaimer_version, upload_id,
    status, makers, made_by, decided_by, decided_at, created_at)
  select r.id, r.organisation_id, f.id, s.name, ${dayOfRow}, named.id, coalesce(${cell('receiptNumber')}, ''), ${cell('currentDelivery')}::numeric, 'DELIVERY', d.disclaimer_version, r.upload_id,
    'APPROVED', u.makers, u.made_by, ${checkerId}, ${now()}, ${now()}
  from upload_rows r join uploads u on u.id = r.upload_id left join cherry_delivery_file_records d on d.upload_id = u.id join ${memberOfRow} join ${seasonOfRow} left join named on named.written = upper(${cell('factory')})
  where r.upload_id = ${upload.id} and r.state = 'ready'
  on conflict do nothing`
