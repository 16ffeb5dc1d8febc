import { plotFlow, type Plot } from '#contract/plots.ts'
import type { Actor } from '#contract/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { decideMany } from '#server/kit/decideMany.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import type { RequestFacts } from '#server/kit/serve.ts'
import { systemStep, takeStep, type Effect } from '#server/kit/takeStep.ts'
import { findPlotNotes } from './plotNotes.ts'
import { plotKind } from './plotRows.ts'
import { keepNotes } from './savePlots.ts'

type Step = keyof typeof plotFlow.steps
type Body = { step: Step; approverComment?: string | undefined; records: { id: string; version: number }[] }

/**
 * Before a verification: looks for land that others have entered since. New warnings are written to the plots, whose version
 * moves on, so that nobody verifies what they were not shown.
 */
export async function refreshPlotNotes(house: House, actor: Actor, { step, records }: Body): Promise<void> {
  if (step !== 'verify') return
  await house.db.transaction(scopeOf(actor), async (tx) => {
    const known = await lockDrafts(
      tx,
      records.map(({ id }) => id),
    )
    const found = await findPlotNotes(
      tx,
      known.map(({ id }) => id),
    )
    await keepNotes(tx, found)
    for (const plot of known) {
      const before = new Set(plot.notes.map(({ message }) => message))
      const added = (found.get(plot.id) ?? []).filter(({ message }) => !before.has(message))
      if (added.length > 0)
        await systemStep({
          tx,
          kind: plotKind,
          id: plot.id,
          organisationId: plot.organisation_id,
          from: plot.status,
          to: plot.status,
          title: plot.title,
          changes: { warnings: { before: null, after: added.map(({ message }) => message).join('; ') } },
        })
    }
  })
}

type Draft = { id: string; organisation_id: string; status: string; title: string; notes: Plot['notes'] }

const lockDrafts = (tx: Tx, ids: readonly string[]): Promise<Draft[]> =>
  rows(
    tx,
    sql<Draft>`select t.id, t.organisation_id, t.status, ${plotKind.title} as title, t.notes from farm_plots t
      where t.id = any (${ids}) and t.status = ${plotFlow.initial[0]} order by t.id for update`,
  )

/** Takes a step for one plot or many. The warnings of one alone are a matter of the reason given. */
export async function decidePlots(
  { tx, actor, request }: { tx: Tx; actor: Actor; request: RequestFacts },
  { step, approverComment, records }: Body,
) {
  const alone = records.length === 1
  const decide = ({ id, version }: { id: string; version: number }) =>
    takeStep({
      tx,
      actor,
      kind: plotKind,
      step,
      id,
      version,
      comment: approverComment,
      request,
      ...(step === 'verify' ? { effect: weighNotes(tx, { alone }) } : {}),
    })
  const says = { step: plotFlow.steps[step], comment: approverComment, request }
  return decideMany({ tx, records, says, decide })
}

const weighNotes =
  (tx: Tx, { alone }: { alone: boolean }): Effect =>
  async ({ id, comment }) => {
    const notes = (await findPlotNotes(tx, [id])).get(id) ?? []
    if (notes.length > 0 && !alone) throw new Refused('plot.has_warnings')
    if (notes.length > 0 && !comment)
      throw new Refused('step.comment_required', {
        message: 'Say why this is right in spite of its warnings.',
        details: { fields: { approverComment: 'Comment is required' }, notes },
      })
  }
