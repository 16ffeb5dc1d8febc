import type { ErrorCode } from '#contract/errors.ts'
import type { OrganisationType } from '#contract/organisationTypes.ts'
import type { Actor, Permission, RoleName } from '#contract/permissions.ts'

export type Tone = 'waiting' | 'good' | 'bad' | 'info' | 'neutral'

/** A state on the wire: the specification's number and name, and how a person sees it. */
export type State = {
  id: number
  name: string
  label: string
  tone: Tone
  /** Only the maker sees records in this state (a draft that is still being repaired). */
  makerOnly?: true
}

export type Step<StateName extends string = string> = {
  /** Button and dialog text. */
  label: string
  from: readonly StateName[]
  /** Where the record may go; the effect chooses when there are several. */
  to: readonly StateName[]
  allow: Permission
  /** Another permission in single states. */
  allowIn?: { readonly [state in NoInfer<StateName>]?: Permission }
  /** Only users of these organisation types may take the step. */
  organisationTypes?: readonly OrganisationType[]
  /** The same for single states, where each stage of a decision belongs to others. */
  organisationTypesIn?: Partial<Record<StateName, readonly OrganisationType[]>>
  roles?: readonly RoleName[]
  /** The same for single states. */
  rolesIn?: Partial<Record<NoInfer<StateName>, readonly RoleName[]>>
  comment?: 'required' | 'optional'
  /** `other`: nobody who made or last edited the record may take it. `maker`: only who made it may. */
  who: 'other' | 'maker' | 'anyone'
  tone: 'main' | 'danger' | 'plain'
  /** Whether many records can be decided at once. */
  bulk?: true
}

export type Workflow<StateName extends string = string, StepName extends string = string> = {
  /** As in the audit trail and the inbox: `farmer_upload`. */
  kind: string
  /** As a person says it: `farmer upload`. */
  record: string
  initial: readonly StateName[]
  states: Record<StateName, State>
  /** Transitions that the system makes by itself, such as the end of a check. */
  system?: readonly { from: StateName; to: StateName; why: string }[]
  steps: Record<StepName, Step<StateName>>
}

/** Declares the life of a record. Throws at start-up when a state cannot be reached. */
export function workflow<const StateName extends string, const StepName extends string>(
  declared: Workflow<StateName, StepName>,
): Workflow<StateName, StepName> {
  const reachable = new Set<string>(declared.initial)
  const moves = [
    ...Object.values<Step<StateName>>(declared.steps).flatMap((step) =>
      step.from.flatMap((from) => step.to.map((to) => ({ from, to }))),
    ),
    ...(declared.system ?? []),
  ]
  for (let size = 0; size !== reachable.size;) {
    size = reachable.size
    for (const { from, to } of moves) if (reachable.has(from)) reachable.add(to)
  }
  const lost = Object.keys(declared.states).filter((state) => !reachable.has(state))
  if (lost.length > 0) throw new Error(`${declared.record}: unreachable states ${lost.join(', ')}`)
  return declared
}

/** What the rules need to know of a record: its state and everybody who made or changed it. */
export type InWorkflow = { status: string; makers: readonly string[] }

/** The one predicate: why this actor may not take this step now, or null when they may. */
export function refusal(step: Step, record: InWorkflow, actor: Actor): ErrorCode | null {
  if (!permissionsFor(step, record.status).some((allow) => actor.permissions.has(allow))) return 'permission.missing'
  const types = typesFor(step, record.status)
  if (types && !types.includes(actor.organisationType)) return 'organisation.not_allowed'
  const roles = step.rolesIn?.[record.status] ?? step.roles
  if (roles && !roles.some((role) => role === actor.role)) return 'role.not_allowed'
  if (!step.from.includes(record.status)) return 'step.wrong_state'
  const made = record.makers.includes(actor.userId)
  if (step.who === 'other' && made) return 'own_submission'
  if (step.who === 'other' && actor.secondFactorMissing) return 'second_factor.missing'
  if (step.who === 'maker' && !made) return 'not_the_maker'
  return null
}

/** The permission that a step needs in a state; once the record has moved on, any that the step ever needs. */
export const permissionsFor = (step: Step, status: string): readonly Permission[] =>
  step.from.includes(status)
    ? [step.allowIn?.[status] ?? step.allow]
    : [step.allow, ...Object.values(step.allowIn ?? {}).filter((allow) => allow !== undefined)]

/** The organisation types whose users may take a step in a state; undefined for all. */
export const typesFor = (step: Step, status: string): readonly OrganisationType[] | undefined =>
  step.organisationTypesIn?.[status] ?? step.organisationTypes

/** What the server stamps on every row, so that the client only renders: { approve: null, decline: 'own_submission' }. */
export function stepsFor<StepName extends string>(
  flow: Workflow<string, StepName>,
  record: InWorkflow,
  actor: Actor,
): Record<StepName, ErrorCode | null> {
  const stamped = {} as Record<StepName, ErrorCode | null>
  for (const name of Object.keys(flow.steps) as StepName[]) stamped[name] = refusal(flow.steps[name], record, actor)
  return stamped
}

/** States in which this actor could decide a record of somebody else: the "Waiting for you" tab and the inbox. */
export function statesWaitingFor(flow: Workflow, actor: Actor): string[] {
  // Shown also to who must set up a second factor first; the record then says so.
  const { secondFactorMissing: _missing, ...decider } = actor
  const states = Object.values(flow.steps)
    .filter((step) => step.who === 'other')
    .flatMap((step) => step.from.filter((status) => refusal(step, { status, makers: [] }, decider) === null))
  return [...new Set(states)]
}

/** Finds a state by the number it has on the wire. */
export const stateOf = (flow: Workflow, id: number): string | undefined =>
  Object.keys(flow.states).find((name) => flow.states[name]?.id === id)
