import type { RawBuilder } from 'kysely'
import type { Workflow } from '#contract/kit/workflow.ts'
import { sql } from '#server/kit/db.ts'

/** The state of a flow by the name that the wire gives it; a name that no state has stays as it is, and finds nothing. */
export const stateByName = ({ states }: Workflow, name: string): string =>
  Object.keys(states).find((state) => states[state]?.name === name) ?? name

/** How a list sorts and filters the state of its rows `t`, where the wire names states otherwise than the table. */
export function wireStates(flow: Workflow): {
  column: RawBuilder<unknown>
  filter: (names: string[]) => RawBuilder<boolean>
} {
  const names = Object.fromEntries(Object.entries(flow.states).map(([state, { name }]) => [state, name]))
  return {
    column: sql`(${JSON.stringify(names)}::jsonb ->> t.status)`,
    filter: (chosen) => sql<boolean>`t.status = any (${chosen.map((name) => stateByName(flow, name))})`,
  }
}
