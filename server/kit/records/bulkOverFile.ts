import { noneSelected, stepOfAction, type FileAction } from '#contract/kit/fileBulk.ts'
import { commentTexts, refusal, type Step } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { RawBuilder } from 'kysely'
import { rows, sql, type Tx } from '../db.ts'
import { Refused, type Outcomes } from '../refused.ts'
import { decideMany, outcomesFor } from './decideMany.ts'
import { barredFrom, visibleTo, type RecordKind } from './recordKind.ts'

type FileBulk = {
  tx: Tx
  actor: Actor
  /** Its table has the column `upload_id`. */
  kind: RecordKind
  /** Over the table `t`: which records can be ticked, where not every one can be that the step allows. */
  canBeTicked?: RawBuilder<boolean>
  body: {
    fileId: string
    action: FileAction
    comment?: string | undefined
    records: readonly { id: string; version?: number | undefined }[]
  }
} & (
  | {
      /** Takes the step with one record. */
      decide: (record: Deciding & { step: FileStep }) => Promise<unknown>
    }
  | {
      /** Takes the step with all of them. Answers those that were refused. */
      decideTogether: (step: FileStep, records: readonly Deciding[]) => Promise<ReadonlyMap<string, Refused>>
    }
)

type FileStep = ReturnType<typeof stepOfAction>
type Deciding = { id: string; version: number; comment: string }

type Candidate = { id: string; version: number; status: string; makers: string[]; tickable: boolean }

/**
 * Decides records of a file, each with its own outcome: those that were ticked, or all that the caller could have ticked. Throws
 * `step.comment_required`, and `record.none_selected` when there is no such record.
 */
export async function bulkOverFile({
  tx,
  actor,
  kind,
  canBeTicked = sql<boolean>`true`,
  body,
  ...decides
}: FileBulk): Promise<Outcomes> {
  const comment = body.comment?.trim() ?? ''
  if (comment === '')
    throw new Refused('step.comment_required', { details: { fields: { comment: commentTexts.missing } } })
  const step = stepOfAction(body.action)
  const declared: Step | undefined = kind.flow.steps[step]
  const ticked = body.action.endsWith('_ALL') ? null : new Map(body.records.map(({ id, version }) => [id, version]))
  const candidates = await rows(
    tx,
    sql<Candidate>`select t.id, t.version, t.status, ${barredFrom(kind)} as makers, ${canBeTicked} as tickable from ${sql.table(kind.table)} t
      where t.upload_id = ${body.fileId} and ${visibleTo(kind, actor)} and ${ticked ? sql`t.id = any (${[...ticked.keys()]})` : (kind.decidedBy?.(actor) ?? sql`true`)}`,
  )
  // Of what was ticked each hears why it is refused, also what is not there; of all only those are meant that could have been.
  const known = new Map(candidates.map((record) => [record.id, record]))
  const records = ticked
    ? [...ticked].map(([id, version]) => {
        const found = known.get(id)
        return { id, version: version ?? found?.version ?? 0, tickable: found ? found.tickable : null }
      })
    : candidates.filter((record) => record.tickable && declared && refusal(declared, record, actor) === null)
  if (records.every(({ tickable }) => tickable === false))
    throw new Refused('record.none_selected', { message: noneSelected(body.action) })
  const barOf = ({ tickable }: { tickable: boolean | null }) =>
    tickable === null ? 'record.not_found' : tickable ? null : 'record.decided_alone'
  if ('decide' in decides)
    return decideMany({
      tx,
      records,
      decide: async ({ id, version, tickable }) => {
        const bar = barOf({ tickable })
        if (bar) throw new Refused(bar)
        await decides.decide({ id, version, step, comment })
      },
    })
  const barred = records.flatMap((record) => {
    const bar = barOf(record)
    return bar ? [[record.id, new Refused(bar)] as const] : []
  })
  const refused = await decides.decideTogether(
    step,
    records.filter(({ tickable }) => tickable).map(({ id, version }) => ({ id, version, comment })),
  )
  return outcomesFor(records, new Map([...barred, ...refused]))
}
