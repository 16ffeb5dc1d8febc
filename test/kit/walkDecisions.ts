import { workflows } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Step, Workflow } from '#contract/kit/workflow.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { recordKinds } from '#server/records.ts'
import type { DecisionCall, Row } from './decisionCalls.ts'
import type { HttpAnswer, RequestOptions, Person } from './people.ts'
import type { World } from './world.ts'

export type DecisionBody = { error: boolean; code?: string; message: string; details?: Record<string, unknown> }

/** Every declared call, by its method and path. */
export const declaredByName = new Map(
  declaredCalls.map(({ declared }) => [`${declared.method} ${declared.path}`, declared]),
)
export const declaredOf = ({ call }: DecisionCall): Endpoint => declaredByName.get(call)!
export const stepOf = ({ kind, step }: DecisionCall): Step | undefined =>
  workflows.map((flow): Workflow => flow).find((flow) => flow.kind === kind)?.steps[step]
/** Whether somebody decides on records of a kind, and not only on their parts. */
export const isDecided = (flow: Workflow): boolean => flow.decidedByParts === undefined
export const tableOf = ({ kind }: DecisionCall): string => recordKinds.find(({ flow }) => flow.kind === kind)!.table
export const isOfMany = (decision: DecisionCall): boolean => declaredOf(decision).outcomes !== undefined

/** The walks of decisions in a world. */
export function decisionsIn(world: () => World) {
  /** The record as its list answers it to who decides. */
  async function readListed({ by, list }: DecisionCall, id: string): Promise<Row> {
    const { status, body } = await world().people[by].get<Row[] | { data: Row[] }>(list(world()))
    const rows = Array.isArray(body) ? body : body.data
    const row = status === 200 ? rows.find((one) => one.id === id) : undefined
    if (!row) throw new Error(`${list(world())} does not show the record to ${by}: ${status}`)
    return row
  }
  const send = (
    { by, call }: DecisionCall,
    row: Row,
    body: unknown,
    { person = world().people[by], ...options }: RequestOptions & { person?: Person } = {},
  ): Promise<HttpAnswer<DecisionBody>> => {
    const path = call.slice('POST '.length).replace(':id', row.id)
    return person.post<DecisionBody>(
      path.replace(/:organisationId|:loggedInOrgId/, person.organisationCode),
      body,
      options,
    )
  }
  /** The payload of a record that is posted back as it was answered, with other values in it. */
  async function payloadOf(decision: DecisionCall, row: Row, more: object = {}): Promise<object> {
    const body = await decision.posts(row, world())
    return Array.isArray(body) ? body.map((one: object) => ({ ...one, ...more })) : { ...(body as object), ...more }
  }
  /** A waiting record and the payload that decides it, with a comment where the call has room for one. */
  async function makeWaiting(decision: DecisionCall): Promise<{ row: Row; body: object }> {
    const row = await readListed(decision, await decision.make(world()))
    return {
      row,
      body: await payloadOf(decision, row, decision.comment ? { [decision.comment]: 'We have seen the receipts' } : {}),
    }
  }
  /** The record as it stands, and how many lines of the trail this step has left. */
  async function readState(decision: DecisionCall, id: string) {
    const { rows } = await world().owner.query<{ status: string; version: number; decided: string | null }>(
      `select status, version, decided_by as decided from ${tableOf(decision)} where id = $1`,
      [id],
    )
    const { rows: trail } = await world().owner.query<{ by: string }>(
      `select actor_id as by from audit_events where kind = $1 and record_id = $2 and action = $3`,
      [decision.kind, id, decision.step],
    )
    return { record: rows[0], trail: trail.length }
  }
  return { readListed, send, payloadOf, makeWaiting, readState }
}
