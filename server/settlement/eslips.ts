import { eslip } from '#contract/settlement/eslips.ts'
import { keepCollected } from '#server/dispatch/soldRecords.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql } from '#server/kit/db.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { eslipKind, eslipSource, shapeEslip } from './eslipRows.ts'

export const eslips = serveRecord(eslip, {
  kind: eslipKind,
  source: eslipSource,
  shape: shapeEslip,
  steps: { release: { effect: handOver, message: 'Released: the buyer may collect', verb: 'released' } },
  // The warehouse has found the e-slip through its own door, and hands over inside the wall of who sold it.
  within: async ({ tx, actor, id }, work) => {
    const mine = await rows(tx, sql`select from eslips where id = ${id} and warehouse_id = ${actor.organisationId}`)
    if (mine.length === 0 && actor.organisationType === 'WAREHOUSE') throw new Refused('record.not_found')
    await insideOwnersWall({ tx, actor, kind: eslipKind, id }, work)
  },
})

/** The coffee leaves the warehouse; with the last lot of a dispatch record that one is collected too. */
function handOver({ tx, actor, request }: StepCall): Effect {
  return async ({ id }) => {
    const { dispatchId } = await one(
      tx,
      sql<{
        dispatchId: string | null
      }>`update eslips set released_at = ${now()} where id = ${id} returning dispatch_record_id as "dispatchId"`,
    )
    if (dispatchId === null) return
    const others = await rows(
      tx,
      sql`select from eslips where dispatch_record_id = ${dispatchId} and id <> ${id} and status not in ('COLLECTED', 'VOID') limit 1`,
    )
    if (others.length > 0) return
    await keepCollected({ tx, actor, id: dispatchId, batch: request.id })
  }
}
