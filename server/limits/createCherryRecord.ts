import { Readable } from 'node:stream'
import { cherryLimitsFile, limitFields, type LimitFieldName } from '#contract/limits/limitFile.ts'
import { checkCells, columnKeys } from '#contract/kit/uploadKind.ts'
import { businessDate, businessYear } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { receiveFile, type ReceivedFile } from '#server/kit/web/receiveFile.ts'
import { Refused } from '#server/kit/refused.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { firstPendingState } from '#server/kit/uploads/checkUpload.ts'
import { crossCheckRows } from '#server/kit/uploads/crossCheck.ts'
import { mustLockUpload } from '#server/kit/uploads/decideUpload.ts'
import { setStage } from '#server/kit/uploads/progress.ts'
import { countRows } from '#server/kit/uploads/stagedRows.ts'
import { cherryLimitsBinding as binding } from './limitFileKinds.ts'

type CherryRecord = Partial<Record<LimitFieldName, string | undefined>>
const keys = columnKeys(cherryLimitsFile)
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The form as the file that a clerk would have sent: the day in it lets the same kilograms come again another day. */
export function recordFile({ record, dataDir }: { record: CherryRecord; dataDir: string }): Promise<ReceivedFile> {
  const titles = [...keys.map((key) => limitFields[key].title), 'Created On']
  const cells = [...keys.map((key) => record[key] ?? ''), businessDate()]
  const text = `${titles.map(quoted).join(',')}\r\n${cells.map(quoted).join(',')}\r\n`
  return receiveFile({
    stream: Readable.from([Buffer.from(text)]),
    fileName: `Cherry record ${record.memberNumber ?? ''} ${businessDate()}.csv`,
    mediaType: 'text/csv',
    maxBytes: 10_000,
    dataDir,
    fields: () => ({}),
  })
}

/** Checks the one row at once, in the transaction that keeps it: a wrong form leaves nothing behind. */
export async function checkRecord(tx: Tx, id: string, record: CherryRecord): Promise<void> {
  const upload = await mustLockUpload(tx, id)
  const cells = keys.map((key) => record[key] ?? '')
  const { clean, problems } = checkCells(cherryLimitsFile, cells, { year: businessYear(), lists: {} })
  if (problems.length > 0) throw invalid(problems.map(({ column, message }) => ({ column, message })))
  await sql`insert into upload_rows (id, upload_id, organisation_id, row_number, state, cells, clean)
    values (${newId()}, ${id}, ${upload.organisationId}, 2, 'ready', ${cells}, ${clean})`.execute(tx)
  await sql`update uploads set header = ${keys.map((key) => limitFields[key].title)} where id = ${id}`.execute(tx)
  await crossCheckRows({ tx, binding, upload })
  const { failed } = await countRows(tx, id)
  if (failed > 0)
    throw invalid(
      await rows(
        tx,
        sql<Wrong>`select column_number as "column", message from upload_problems where upload_id = ${id} and severity = 'error'`,
      ),
    )
  await systemStep({
    tx,
    kind: binding.record,
    id,
    organisationId: upload.organisationId,
    from: upload.status,
    to: firstPendingState(binding.record.flow),
    title: upload.fileName,
  })
  await setStage(tx, id, 'checked', { done: 1, total: 1 })
}

type Wrong = { column: number; message: string }
const invalid = (wrong: readonly Wrong[]) =>
  new Refused('input.invalid', {
    details: {
      fields: Object.fromEntries(wrong.map(({ column, message }) => [keys[column] ?? 'memberNumber', message])),
    },
  })
