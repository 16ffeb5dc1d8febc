import { workflows } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Step, Workflow } from '#contract/kit/workflow.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { recordKinds } from '#server/records.ts'
import type { DecisionCall, Row } from './decisionCalls.ts'
import type { Answered, Asking, Person } from './people.ts'
import type { World } from './world.ts'

export type DecisionBody = { error: boolean; code?: string; message: string; details?: Record<string, unknown> }

/** Every declared call, by its method and path. */
export const declaredByName = new Map(
  declaredCalls.map(({ declared }) => [`${declared.method} ${declared.path}`, declared]),
)
export const declaredOf = ({ call }: DecisionCall): Endpoint => declaredByName.get(call)!
export const stepOf = ({ kind, step }: DecisionCall): Step | undefined =>
  workflows.map((flow): Workflow => flow).find((flow) => flow.kind === kind)?.steps[step]
export const tableOf = ({ kind }: DecisionCall): string => recordKinds.find(({ flow }) => flow.kind === kind)!.table
export const isOfMany = (taken: DecisionCall): boolean => declaredOf(taken).outcomes !== undefined

/** The walks of decisions in a world. */
export function decisionsIn(world: () => World) {
  /** The record as its list answers it to who decides. */
  async function listed({ by, list }: DecisionCall, id: string): Promise<Row> {
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
    { person = world().people[by], ...asking }: Asking & { person?: Person } = {},
  ): Promise<Answered<DecisionBody>> => {
    const path = call.slice('POST '.length).replace(':id', row.id)
    return person.post<DecisionBody>(path.replace(':organisationId', person.organisationCode), body, asking)
  }
  /** The payload of a record that is posted back as it was answered, with other values in it. */
  async function posted(taken: DecisionCall, row: Row, more: object = {}): Promise<object> {
    const body = await taken.posts(row, world())
    return Array.isArray(body) ? body.map((one: object) => ({ ...one, ...more })) : { ...(body as object), ...more }
  }
  /** A waiting record and the payload that decides it, with words where the call has room for them. */
  async function waiting(taken: DecisionCall): Promise<{ row: Row; body: object }> {
    const row = await listed(taken, await taken.bring(world()))
    return {
      row,
      body: await posted(taken, row, taken.comment ? { [taken.comment]: 'We have seen the receipts' } : {}),
    }
  }
  /** What stands of the record, and what the trail tells of this step. */
  async function stands(taken: DecisionCall, id: string) {
    const { rows } = await world().owner.query<{ status: string; version: number; decided: string | null }>(
      `select status, version, decided_by as decided from ${tableOf(taken)} where id = $1`,
      [id],
    )
    const { rows: trail } = await world().owner.query<{ by: string }>(
      `select actor_id as by from audit_events where kind = $1 and record_id = $2 and action = $3`,
      [taken.kind, id, taken.step],
    )
    return { record: rows[0], trail: trail.length }
  }
  return { listed, send, posted, waiting, stands }
}
