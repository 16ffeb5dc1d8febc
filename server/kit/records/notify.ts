import { createHash } from 'node:crypto'
import { now } from '../clock.ts'
import { sql, type Tx } from '../db.ts'
import { newId } from '../ids.ts'

/** What became of a record, for those who made it. */
type RecordNotice = {
  makers: readonly string[]
  /** Who did it: nobody is notified of what they did themselves. Null when the system did. */
  by: { userId: string; fullName: string } | null
  /** One request: what it does to many records of a kind is one line, with their number. */
  batch: string
  kind: string
  recordId: string
  title: string
  to: string
  comment: string | null
}

/**
 * The batch of what the system does with records of a kind within an hour: ten thousand payments that come home one by one are
 * a line for each end they came to, not ten thousand.
 */
export function batchOfHour(kind: string): string {
  const bytes = createHash('sha256')
    .update(`${kind} ${now().toISOString().slice(0, 13)}`)
    .digest('hex')
  return `${bytes.slice(0, 8)}-${bytes.slice(8, 12)}-8${bytes.slice(13, 16)}-8${bytes.slice(17, 20)}-${bytes.slice(20, 32)}`
}

/** Notifies the makers of a record, in the transaction of the step. */
export async function notifyMakers(tx: Tx, notice: RecordNotice): Promise<void> {
  const makers = notice.makers.filter((maker) => maker !== notice.by?.userId)
  if (makers.length === 0) return
  const details = { by: notice.by?.fullName ?? null, comment: notice.comment }
  await sql`select tell_makers(${makers.map(() => newId())}::uuid[], ${makers}::uuid[], ${notice.batch}, ${notice.kind}, ${notice.recordId}, ${notice.title},
    ${notice.by ? 'decided' : 'moved'}, ${notice.to}, ${JSON.stringify(details)}, ${now()})`.execute(tx)
}
