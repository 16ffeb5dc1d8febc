import type { ErrorCode } from '#contract/house/errors.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Actor, Permission, RoleName } from '#contract/house/permissions.ts'

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
  /** What is said where the comment is required and missing, when it is not the usual sentence. */
  commentMissing?: string
  /** What is said in states out of which a record may still come to where the step is taken. */
  notYetIn?: { readonly [state in NoInfer<StateName>]?: string }
  /** `other`: nobody who made or last edited the record may take it. `maker`: only who made it may. */
  who: 'other' | 'maker' | 'anyone'
  tone: 'main' | 'danger' | 'plain'
  /** States in which somebody else may take it, and nobody is waited for: for this step they are in no inbox. */
  unawaitedIn?: readonly NoInfer<StateName>[]
  /** Whether many records can be decided at once. */
  bulk?: true
  /** The same only of records in these states, where others are decided one by one. */
  bulkFrom?: readonly NoInfer<StateName>[]
  /** Nothing of it is final and it moves no money: from the full drawer it is taken with one press, and undone for six seconds. */
  undo?: true
}

/** What is said of comments that are missing, or that came back with the record and are not of this decision. */
export const commentTexts = {
  missing: 'Comment is required',
  notNew: 'This was written for an earlier decision. Write a comment of your own.',
  /** As the trail records a decision that wanted one and came by a call that has no room for it. */
  none: 'No reason given',
} as const

export type Workflow<StateName extends string = string, StepName extends string = string> = {
  /** As in the audit trail and the inbox: `farmer_upload`. */
  kind: string
  /** As a person says it: `farmer upload`. */
  record: string
  /** What people do who enter one, as its history says it, where that is no proposal of a change. */
  entered?: string
  initial: readonly StateName[]
  /** Of a file that nobody decides on: the kind of its parts, each of which is decided for itself. */
  decidedByParts?: string
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
type InWorkflow = { status: string; makers: readonly string[] }

/** Why this actor takes this step in no state of any record, or null when there is one for them. */
export const neverMay = (step: Step, actor: Actor): ErrorCode | null => barred(step, step.from, actor)

/**
 * The one predicate: why this actor may not take this step now, or null when they may. A record that has moved on is
 * refused as such to everybody who could ever have taken the step, whoever's turn it is now.
 */
export function refusal(step: Step, record: InWorkflow, actor: Actor): ErrorCode | null {
  const never = neverMay(step, actor)
  if (never) return never
  if (!step.from.includes(record.status)) return 'step.wrong_state'
  const bar = barred(step, [record.status], actor)
  if (bar) return bar
  const isMaker = record.makers.includes(actor.userId)
  if (step.who === 'other' && isMaker) return 'own_submission'
  if (step.who === 'other' && actor.secondFactorMissing) return 'second_factor.missing'
  if (step.who === 'maker' && !isMaker) return 'not_the_maker'
  return null
}

/** What keeps an actor from a step in each of these states: the first reason that leaves none of them. */
function barred(step: Step, states: readonly string[], actor: Actor): ErrorCode | null {
  const permitted = states.filter((status) => actor.permissions.has(permissionIn(step, status)))
  if (permitted.length === 0) return 'permission.missing'
  const ofType = permitted.filter((status) => typesFor(step, status)?.includes(actor.organisationType) ?? true)
  if (ofType.length === 0) return 'organisation.not_allowed'
  const rolesFor = (status: string) => step.rolesIn?.[status] ?? step.roles
  const inRole = ofType.filter((status) => rolesFor(status)?.some((role) => role === actor.role) ?? true)
  return inRole.length === 0 ? 'role.not_allowed' : null
}

/** The permission that a step needs in a state. */
export const permissionIn = (step: Step, status: string): Permission => step.allowIn?.[status] ?? step.allow

/** The organisation types whose users may take a step in a state; undefined for all. */
const typesFor = (step: Step, status: string): readonly OrganisationType[] | undefined =>
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
    .filter(({ who }) => who === 'other')
    .flatMap((step) =>
      step.from.filter(
        (status) => !step.unawaitedIn?.includes(status) && refusal(step, { status, makers: [] }, decider) === null,
      ),
    )
  return [...new Set(states)]
}

/** Finds a state by the number it has on the wire. */
export const stateOf = (flow: Workflow, id: number): string | undefined =>
  Object.keys(flow.states).find((name) => flow.states[name]?.id === id)
