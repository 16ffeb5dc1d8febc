import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { decided, type Decided, type Decisions, type Given } from './decisions.ts'

/** What a decision must know of a change. */
type DecidedChange = Pick<ChangeRequest, 'id' | 'version' | 'title'>
type Step = 'approve' | 'decline' | 'withdraw'

/** How changes that one person has proposed are decided by another. */
export function changeDecisions(
  flow: Workflow,
  send: (step: Step, body: Decided, idempotencyKey: string) => Promise<{ message: string }>,
): Decisions<DecidedChange> {
  const take = (step: Step) => (row: DecidedChange, given: Given) => send(step, decided(row, given), given.key)
  return {
    flow,
    title: ({ title }) => title,
    take: { approve: take('approve'), decline: take('decline'), withdraw: take('withdraw') },
  }
}
