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

/** Notices of transactions that decide on many records, until all of them are decided. */
const heldBack = new WeakMap<Tx, RecordNotice[]>()

/** Notifies the makers of a record, in the transaction of the step. */
export async function notifyMakers(tx: Tx, notice: RecordNotice): Promise<void> {
  const makers = notice.makers.filter((maker) => maker !== notice.by?.userId)
  if (makers.length === 0) return
  const held = heldBack.get(tx)
  if (held) held.push({ ...notice, makers })
  else await tell(tx, { ...notice, makers }, 1)
}

/**
 * Decides on many records, and notifies their makers once of all that came to the same end: a line that is counted up ten thousand
 * times in one transaction takes ever longer. What `one` of them threw at is not said.
 */
export async function notifyTogether<Result>(
  tx: Tx,
  work: (one: <Each>(step: () => Promise<Each>) => Promise<Each>) => Promise<Result>,
): Promise<Result> {
  // A part of a larger whole: the whole notifies.
  if (heldBack.has(tx)) return work((step) => step())
  const held: RecordNotice[] = []
  heldBack.set(tx, held)
  try {
    const result = await work(async (step) => {
      const before = held.length
      try {
        return await step()
      } catch (error) {
        held.length = before
        throw error
      }
    })
    // In one order, so that two bulk decisions never wait for each other's lines in a ring.
    for (const [, [first, ...others]] of [...Map.groupBy(held, lineOf)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      if (first) await tell(tx, first, others.length + 1)
    return result
  } finally {
    heldBack.delete(tx)
  }
}

const lineOf = ({ makers, batch, kind, to, by }: RecordNotice) => JSON.stringify([makers, batch, kind, to, by])

const tell = (tx: Tx, { makers, by, ...notice }: RecordNotice, times: number) =>
  sql`select tell_makers(${makers.map(() => newId())}::uuid[], ${makers}::uuid[], ${notice.batch}, ${notice.kind}, ${notice.recordId}, ${notice.title},
    ${by ? 'decided' : 'moved'}, ${notice.to}, ${JSON.stringify({ by: by?.fullName ?? null, comment: notice.comment })}, ${now()}, ${times})`.execute(
    tx,
  )
