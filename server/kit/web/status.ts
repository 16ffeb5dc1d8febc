import type { Status } from '#contract/kit/endpoint.ts'
import type { Workflow } from '#contract/kit/workflow.ts'

/** A state as it stands on the wire. */
export function statusOf(flow: Workflow, name: string): Status {
  const state = flow.states[name]
  if (!state) throw new Error(`${flow.kind} has no state ${name}`)
  return { id: state.id, statusName: state.name }
}
