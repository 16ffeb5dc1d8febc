import { stepsFor, type Workflow } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '../db.ts'
import { statusOf } from '../web/status.ts'

/** What the table of a record with a workflow keeps of its making and its decision. */
export type DecidedRow = {
  status: string
  version: number
  makers: string[]
  made_by_name: string
  created_at: Date
  decided_by_name: string | null
  decided_at: Date | null
  decision_comment: string | null
}

/** Joins who made and who decided the records of `t`; both must be in the reader's reach. */
export const makerAndDecider = sql`join users maker on maker.id = t.made_by left join users decider on decider.id = t.decided_by`

/** The columns of a `DecidedRow`. */
export const decidedColumns = sql<DecidedRow>`t.status, t.version, t.makers, maker.full_name as made_by_name, t.created_at, decider.full_name as decided_by_name, t.decided_at, t.decision_comment`

/** The same on the wire, with the steps this user may take. The comment has two names there. */
export const shapeDecided = (flow: Workflow, stored: DecidedRow, actor: Actor) => ({
  createdBy: stored.made_by_name,
  created: stored.created_at.toISOString(),
  decidedBy: stored.decided_by_name,
  decidedAt: stored.decided_at?.toISOString() ?? null,
  status: statusOf(flow, stored.status),
  version: stored.version,
  steps: stepsFor(flow, stored, actor),
})
