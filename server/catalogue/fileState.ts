import { rows, sql, type Tx } from '#server/kit/db.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { catalogueFileKind as kind } from './catalogueKinds.ts'

type Stand = { organisationId: string; status: string; title: string; isOpen: boolean; isIn: boolean }

/**
 * Where a file stands follows from its lots: it waits while one of them does, and is decided by whether one came into the catalogue.
 * Within the wall of its organisation.
 */
export async function keepFileState(tx: Tx, id: string): Promise<void> {
  // Two lots of a file that are decided at once follow each other here, and the second sees both.
  await sql`select from uploads where id = ${id} for update`.execute(tx)
  const [file] = await rows(
    tx,
    sql<Stand>`
      select u.organisation_id as "organisationId", u.status, u.file_name as title,
        coalesce(bool_or(c.status not in ('APPROVED', 'SOLD', 'REJECTED', 'WITHDRAWN')), false) as "isOpen",
        coalesce(bool_or(c.status in ('APPROVED', 'SOLD')), false) as "isIn"
      from uploads u left join catalogue_records c on c.upload_id = u.id where u.id = ${id} group by u.id`,
  )
  if (!file) return
  const { organisationId, status: from, title, isOpen, isIn } = file
  const to = isOpen ? 'PENDING_APPROVAL' : isIn ? 'APPROVED' : 'REJECTED'
  if (to !== from) await systemStep({ tx, kind, id, organisationId, from, to, title })
}
