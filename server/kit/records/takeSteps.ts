import type { Step } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudits, type Changes } from '../audit/audit.ts'
import { together, type Tx } from '../db.ts'
import { Refused, type Outcomes } from '../refused.ts'
import { inOrder, outcomesFor } from './decideMany.ts'
import { notifyMakers, notifyTogether } from './notify.ts'
import type { RecordKind } from './recordKind.ts'
import {
  knownComments,
  lockAll,
  mustExplain,
  newComment,
  refuseStep,
  subjectOf,
  writeStep,
  type Decided,
  type StepRequest,
} from './takeStep.ts'

type StepsInput = {
  tx: Tx
  actor: Actor
  kind: RecordKind
  /** One that leads to a single state. */
  step: string
  decisions: readonly { id: string; version?: number | undefined; comment?: string | undefined }[]
  request: StepRequest
  /**
   * What it does with the records that may take the step, in the order of their ids. Answers those that it refuses; it may have
   * written nothing about them, as no savepoint takes it back.
   */
  effect: (records: readonly Decided[]) => Promise<ReadonlyMap<string, Refused>>
}

/**
 * The same as `takeStep` for many records, with one statement for each thing that is read and written: every record has the outcome
 * that it would have had by itself. Throws NothingDone.
 */
export async function takeSteps({ effect, decisions, ...input }: StepsInput): Promise<Outcomes> {
  const { tx, actor, kind, request } = input
  const step: Step | undefined = kind.flow.steps[input.step]
  const [to, ...others] = step?.to ?? []
  if (!step || !to || others.length > 0) throw new Error(`${kind.flow.kind}: many cannot take ${input.step}`)
  const ordered = inOrder(decisions)
  const locked = await lockAll({ tx, actor, kind, ids: ordered.map(({ id }) => id) })
  const standing = new Map(locked.map((record) => [record.id, record]))
  const known = await knownComments(tx, kind, ordered)
  const refused = new Map<string, Refused>()
  const deciding: (Decided & { changes: Changes })[] = []
  for (const decision of ordered)
    try {
      const found = standing.get(decision.id)
      if (!found) throw new Refused('record.not_found')
      const { lastComment, barred, ...record } = found
      const one = { ...input, ...decision }
      await refuseStep(one, step, record, barred)
      const comment = newComment(decision, lastComment, known)
      deciding.push({ ...record, comment, changes: mustExplain(one, step, comment) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.set(decision.id, error)
    }
  if (deciding.length > 0) for (const [id, why] of await effect(deciding)) refused.set(id, why)
  const done = deciding.filter(({ id }) => !refused.has(id))
  const decides = step.who === 'other'
  const { organisationId } = actor
  await together([
    writeStep({ tx, actor, kind, records: done, to, decides }),
    writeAudits(tx, {
      by: actor,
      organisationId,
      kind: kind.flow.kind,
      action: input.step,
      requestId: request.id,
      records: done.map((record) => ({ ...record, from: record.status, to })),
    }),
  ])
  if (decides)
    await notifyTogether(tx, async () => {
      for (const { makers, comment, ...record } of done)
        await notifyMakers(tx, { makers, by: actor, batch: request.id, ...subjectOf(kind, record), to, comment })
    })
  return outcomesFor(decisions, refused)
}
