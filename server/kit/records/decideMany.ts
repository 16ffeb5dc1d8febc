import type { Step } from '#contract/kit/workflow.ts'
import { savepoint, type Tx } from '../db.ts'
import { NothingDone, Refused, type Outcomes, type RowOutcome } from '../refused.ts'
import { notifyTogether } from './notify.ts'
import { mustGiveReason, type StepRequest } from './takeStep.ts'

type BulkDecision<Record> = {
  tx: Tx
  records: readonly Record[]
  decide: (record: Record) => Promise<unknown>
  /** Whether a comment is missing, which is checked once for all of them. */
  explanation?: { step: Step; comment: string | undefined; request: StepRequest }
}

/**
 * Decides many records, each in its own savepoint: the refusal of one does not touch the others. They are taken in the order of
 * their ids, so that two bulk decisions never wait for each other in a ring. Throws NothingDone.
 */
export async function decideMany<Record extends { id: string }>({
  tx,
  records,
  decide,
  explanation,
}: BulkDecision<Record>) {
  if (explanation && !explanation.comment?.trim()) mustGiveReason(explanation.step, explanation)
  const refused = new Map<string, Refused>()
  await notifyTogether(tx, async (one) => {
    for (const record of inOrder(records))
      try {
        await one(() => savepoint(tx, () => decide(record)))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        refused.set(record.id, error)
      }
  })
  return outcomesFor(records, refused)
}

/** Each record once, the last that was said of it, in the order of their ids. */
export const inOrder = <Record extends { id: string }>(records: readonly Record[]): Record[] =>
  [...new Map(records.map((record) => [record.id, record])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** What became of records as they were asked about. Throws NothingDone. */
export function outcomesFor(
  records: readonly { id: string }[],
  refused: ReadonlyMap<string, Refused>,
): Outcomes<RowOutcome> {
  const ids = [...new Set(records.map(({ id }) => id))]
  return outcomesOf(
    ids.map((id) => rowOf(id, refused.get(id))),
    refused,
  )
}

function rowOf(id: string, error: Refused | undefined): RowOutcome {
  if (!error) return { id, outcome: 'done' }
  return { id, outcome: error.status >= 500 ? 'failed' : 'skipped', code: error.code, message: error.message }
}

/** Counts what became of the records of a call. Throws NothingDone with the refusal of the first when none was done. */
export function outcomesOf<Row extends RowOutcome>(all: Row[], refused: ReadonlyMap<string, Refused>): Outcomes<Row> {
  const count = (outcome: RowOutcome['outcome']) => all.filter((row) => row.outcome === outcome).length
  const outcomes = { done: count('done'), skipped: count('skipped'), failed: count('failed'), rows: all }
  const first = all[0] && refused.get(all[0].id)
  if (first && outcomes.done === 0) throw new NothingDone(first, outcomes)
  return outcomes
}

/** The sentence that counts what became of them: `2 approved, 1 skipped, 0 failed`. */
export const outcomeSentence = (verb: string, { done, skipped, failed }: Outcomes): string =>
  `${done} ${verb}, ${skipped} skipped, ${failed} failed`
