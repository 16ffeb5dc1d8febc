import { uploadStates } from '#contract/kit/uploadFlow.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import { systemSteps } from '#server/kit/records/takeStep.ts'
import { selectUpload } from '#server/kit/uploads/stagedRows.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'
import { removePieces } from '#server/kit/web/receiveFile.ts'
import { readSetting } from '#server/facts/settings.ts'
import { uploadBindings } from './records.ts'

const atOnce = 500
const filesAtOnce = 20

type Keeping = Pick<House, 'db'>

/**
 * Removes what has been kept as long as the rules of keeping say (contract/keeping). Each batch is a transaction of its own, so that a
 * server may be killed at any moment, and any number of servers may do so at once. Answers how much of each was removed.
 */
export async function removeOverdue({
  db,
}: Keeping): Promise<Record<'notifications' | 'mails' | 'drafts' | 'files', number>> {
  const whole = async (batch: (tx: Tx) => Promise<number>, size: number): Promise<number> => {
    for (let total = 0; ;) {
      const done = await db.transaction('system', batch)
      total += done
      if (done < size) return total
    }
  }
  return {
    notifications: await whole((tx) => removeByAge(tx, 'notifications'), atOnce),
    mails: await whole((tx) => removeByAge(tx, 'mails'), atOnce),
    drafts: await whole(discardDrafts, atOnce),
    files: await whole(emptyFiles, filesAtOnce),
  }
}

const oldest = async (
  tx: Tx,
  setting: 'keptNotificationDays' | 'keptRefusedFileDays' | 'keptFileDays',
): Promise<Date> => new Date(now().getTime() - (await readSetting(tx, setting)) * 86_400_000)

const removeByAge = async (tx: Tx, table: 'notifications' | 'mails'): Promise<number> =>
  changed(
    tx,
    sql`delete from ${sql.table(table)} where id in (select id from ${sql.table(table)} where created_at < ${await oldest(tx, 'keptNotificationDays')}
      order by created_at limit ${atOnce} for update skip locked)`,
  )

/** Discards what its maker has neither sent nor discarded: then it is kept as other files without effect. */
async function discardDrafts(tx: Tx): Promise<number> {
  const drafts = await rows(
    tx,
    sql<UploadRecord>`${selectUpload}
      where emptied_at is null and status = ${uploadStates.FAILED_VALIDATION.name} and coalesce(decided_at, created_at) < ${await oldest(tx, 'keptRefusedFileDays')}
      order by coalesce(decided_at, created_at) limit ${atOnce} for update skip locked`,
  )
  for (const { record, kind } of uploadBindings)
    await systemSteps({
      tx,
      kind: record,
      to: uploadStates.DISCARDED.name,
      batch: batchOfHour(record.flow.kind),
      records: drafts
        .filter((draft) => draft.kind === kind.name)
        .map(({ id, organisationId, fileName, status }) => ({ id, organisationId, title: fileName, from: status })),
    })
  return drafts.length
}

/** What became of a file whose rows nobody decides on any more. */
const ended = {
  keptRefusedFileDays: ['REJECTED', 'DISCARDED', 'DELETED'],
  keptFileDays: ['APPROVED', 'APPROVED_WITH_ERRORS'],
} as const

/** Removes rows, problems and bytes of files that were decided long ago; each says so in its trail. */
async function emptyFiles(tx: Tx): Promise<number> {
  const [refused, kept] = [await oldest(tx, 'keptRefusedFileDays'), await oldest(tx, 'keptFileDays')]
  const overdue = await rows(
    tx,
    sql<UploadRecord>`${selectUpload}
      where emptied_at is null and ((status = any (${ended.keptRefusedFileDays}) and coalesce(decided_at, created_at) < ${refused})
        or (status = any (${ended.keptFileDays}) and coalesce(decided_at, created_at) < ${kept}))
      order by coalesce(decided_at, created_at) limit ${filesAtOnce} for update skip locked`,
  )
  for (const upload of overdue) {
    await removeRows(tx, upload)
    await sql`update uploads set emptied_at = ${now()} where id = ${upload.id}`.execute(tx)
    await removePieces(tx, upload.fileId, () => isNeeded(tx, upload.fileId))
    const kind = uploadBindings.find((binding) => binding.kind.name === upload.kind)?.record.flow.kind
    if (kind)
      await writeAudit(tx, {
        by: { system: 'Kahawa', organisationId: upload.organisationId },
        organisationId: upload.organisationId,
        kind,
        recordId: upload.id,
        title: upload.fileName,
        action: 'removed_by_age',
      })
  }
  return overdue.length
}

/** Of a file with effect only what became nothing: the other rows are the record, as of parchment. */
async function removeRows(tx: Tx, { id, status }: UploadRecord): Promise<void> {
  const states = ended.keptFileDays.some((effect) => effect === status)
    ? ['failed', 'left_out']
    : ['ready', 'failed', 'left_out']
  await sql`delete from upload_rows where upload_id = ${id} and state = any (${states})`.execute(tx)
  await sql`delete from upload_problems p where upload_id = ${id}
    and not exists (select from upload_rows r where r.upload_id = p.upload_id and r.row_number = p.row_number)`.execute(
    tx,
  )
}

/** Tables whose records have a file attached, besides uploads. */
export const withFile = ['deduction_documents', 'transfer_documents'] as const

/** Whether a file is needed for something else: the same bytes were sent again, are attached to a record, or wait to be imported. */
const isNeeded = async (tx: Tx, fileId: string): Promise<boolean> =>
  (
    await rows(
      tx,
      sql`select 1 where exists (select from uploads where file_id = ${fileId} and emptied_at is null)
        or ${sql.join(
          withFile.map((table) => sql`exists (select from ${sql.table(table)} where file_id = ${fileId})`),
          sql` or `,
        )}
        or exists (select from change_requests where status = 'PENDING_APPROVAL' and after ->> 'fileId' = ${fileId}::text)`,
    )
  ).length > 0

/** Looks every hour. */
export const startKeeping = (house: House): { stop: () => Promise<void> } =>
  startInterval({
    everyMs: 3_600_000,
    work: () => removeOverdue(house),
    log: house.log,
    what: 'removing what was kept long enough',
  })
