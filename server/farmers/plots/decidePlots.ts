import { plotFlow, type Plot } from '#contract/farmers/plots.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import type { StepCall } from '#server/kit/records/serveRecord.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { findPlotNotes } from './plotNotes.ts'
import { plotKind } from './plotRows.ts'
import { keepNotes } from './savePlots.ts'

/**
 * Before a verification: looks for land that others have entered since. New warnings are written to the plots, whose version
 * moves on, so that nobody verifies what they were not shown.
 */
export async function refreshPlotNotes({
  house,
  actor,
  ids,
}: {
  house: House
  actor: Actor
  ids: readonly string[]
}): Promise<void> {
  await house.db.transaction(scopeOf(actor), async (tx) => {
    const known = await lockDrafts(tx, ids)
    const current = await findPlotNotes(
      tx,
      known.map(({ id }) => id),
    )
    await keepNotes(tx, current)
    for (const plot of known) {
      const before = new Set(plot.notes.map(({ message }) => message))
      const added = (current.get(plot.id) ?? []).filter(({ message }) => !before.has(message))
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

/** The warnings of one plot alone are a matter of the reason given. */
export const weighNotes =
  ({ tx, alone }: StepCall): Effect =>
  async ({ id, comment }) => {
    const notes = (await findPlotNotes(tx, [id])).get(id) ?? []
    if (notes.length > 0 && !alone) throw new Refused('plot.has_warnings')
    if (notes.length > 0 && !comment)
      throw new Refused('step.comment_required', {
        message: 'Say why this is right in spite of its warnings.',
        details: { fields: { approverComment: 'Comment is required' }, notes },
      })
  }
