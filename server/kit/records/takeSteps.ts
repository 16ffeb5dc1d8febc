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
  step: string
  decisions: readonly { id: string; version?: number | undefined; comment?: string | undefined }[]
  request: StepRequest
  /**
   * What it does with the records that may take the step, in the order of their ids. Answers those that it refuses, of which it may
   * have written nothing, as no savepoint takes it back; and where a record is led to, when the step leads to several states.
   */
  effect: (records: readonly Decided[]) => Promise<ReadonlyMap<string, Refused | string>>
}

/**
 * The same as `takeStep` for many records, with one statement for each thing that is read and written: every record has the outcome
 * that it would have had by itself. Throws NothingDone.
 */
export async function takeSteps(input: StepsInput): Promise<Outcomes> {
  return outcomesFor(input.decisions, await stepsRefused(input))
}

/** The same as a part of a larger whole, which counts what became of all: answers those that were refused. */
export async function stepsRefused({ effect, decisions, ...input }: StepsInput): Promise<Map<string, Refused>> {
  const { tx, actor, kind, request } = input
  const step: Step | undefined = kind.flow.steps[input.step]
  if (!step) throw new Error(`${kind.flow.kind}: many cannot take ${input.step}`)
  const ordered = inOrder(decisions)
  const locked = await lockAll({ tx, actor, kind, ids: ordered.map(({ id }) => id) })
  const standing = new Map(locked.map((record) => [record.id, record]))
  const known = await knownComments(tx, kind, ordered, request)
  const refused = new Map<string, Refused>()
  const deciding: (Decided & { changes: Changes })[] = []
  for (const decision of ordered)
    try {
      const found = standing.get(decision.id)
      if (!found) throw new Refused('record.not_found')
      const { lastComment, barred, ...record } = found
      const one = { ...input, ...decision }
      await refuseStep(one, step, record, barred)
      const comment = newComment(decision, lastComment, known, request)
      deciding.push({ ...record, comment, changes: mustExplain(one, step, comment) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.set(decision.id, error)
    }
  const fates = deciding.length > 0 ? await effect(deciding) : new Map<string, never>()
  for (const [id, fate] of fates) if (typeof fate !== 'string') refused.set(id, fate)
  const done = deciding
    .filter(({ id }) => !refused.has(id))
    .map((record) => ({ ...record, to: ledTo(step, fates.get(record.id)) }))
  const decides = step.who === 'other'
  const { organisationId } = actor
  const written = [...Map.groupBy(done, ({ to }) => to)].map(([to, records]) =>
    writeStep({ tx, actor, kind, records, to, decides }),
  )
  await together([
    ...written,
    writeAudits(tx, {
      by: actor,
      organisationId,
      kind: kind.flow.kind,
      action: input.step,
      requestId: request.id,
      records: done.map((record) => ({ ...record, from: record.status })),
    }),
  ])
  if (decides)
    await notifyTogether(tx, async () => {
      for (const { makers, comment, to, ...record } of done)
        await notifyMakers(tx, { makers, by: actor, batch: request.id, ...subjectOf(kind, record), to, comment })
    })
  return refused
}

function ledTo(step: Step, fate: Refused | string | undefined): string {
  const to = typeof fate === 'string' ? fate : step.to.length === 1 ? step.to[0] : undefined
  if (!to || !step.to.includes(to)) throw new Error(`${step.label} may not lead to ${String(to)}`)
  return to
}
