import type { ComponentType } from 'react'
import type { Status } from '#contract/kit/endpoint.ts'
import type { Headline } from '#contract/house/headlines.ts'
import { errors } from '#contract/house/errors.ts'
import { stateOf, type State, type Step, type Workflow } from '#contract/kit/workflow.ts'
import { workflows } from '#contract/index.ts'
import { CallRefused } from '../call.ts'
import { sendHeld } from '../review/heldDecision.ts'

/** What a person entered for a decision. The key stays the same when the same decision is sent again. */
export type DecisionInput = { comment: string | undefined; more: unknown; key: string }
/** What most calls that decide a record are sent. */
type Decided = { id: string; version: number; approverComment?: string }
export const decisionBody = (
  { id, version }: Omit<Decided, 'approverComment'>,
  { comment }: DecisionInput,
): Decided => ({
  id,
  version,
  ...commentBody(comment),
})
/** The comment as calls take it: left out where none was entered. */
export const commentBody = (comment: string | undefined): { approverComment?: string } =>
  comment === undefined ? {} : { approverComment: comment }
export type Outcome = {
  done: number
  skipped: number
  failed: number
  rows: {
    id: string
    outcome: 'done' | 'skipped' | 'failed'
    code?: string | undefined
    message?: string | undefined
  }[]
}

/** What became of records that were decided in several calls. */
export const addOutcomes = (one: Outcome, other: Outcome): Outcome => ({
  done: one.done + other.done,
  skipped: one.skipped + other.skipped,
  failed: one.failed + other.failed,
  rows: [...one.rows, ...other.rows],
})
export const noOutcome: Outcome = { done: 0, skipped: 0, failed: 0, rows: [] }

/** A row of a list that can be acted on, as the server stamps it. */
type Stamped = { id: string; version: number; steps: Record<string, string | null> }

/** How the records of a list are decided: their workflow, and the call behind each step. */
export type Decisions<Row> = {
  flow: Workflow
  /** What a person calls the record: a file name, a farmer's name. */
  title: (row: Row) => string
  /** What approving it does, as the record declares it. */
  headline: (row: Row) => Headline | null
  /** In a list of many kinds: the decisions of this record's kind, in place of those of the list. */
  of?: (row: Row) => Decisions<Row> | undefined
  take: Record<string, (row: Row, input: DecisionInput) => Promise<{ message: string }>>
  takeMany?: (
    step: string,
    records: { id: string; version: number; kind?: string }[],
    input: { comment: string | undefined; key: string },
  ) => Promise<Outcome>
  /** What is to be done with a record before any step: the main action of its drawer, where `when` says so. */
  first?: { when: (row: Row) => boolean; Action: ComponentType<{ row: Row }> }
  /** Whether this record has something that a decision must give a reason for, where its step alone would not. */
  needsReason?: (row: Row, step: string) => boolean
  /** Columns of the list that `Lead` shows already: a fact is shown once. */
  leads?: (row: Row) => readonly string[]
  /** Whether a step wants more of the user here than a press, such as a reason or rows to accept. */
  asks?: (row: Row, step: string) => boolean
  /** Answers true when a refusal is shown by the feature itself. */
  refused?: (refused: CallRefused, row: Row) => boolean
}

/** What became of each record of a call that did nothing, which is refused with the reason of the first. */
export const outcomeIn = (fault: unknown): Outcome | undefined =>
  fault instanceof CallRefused && 'rows' in fault.details ? (fault.details as Outcome) : undefined // border: as every call about many declares

/** Decides many records; that none was done is an outcome like others. Nothing when these are not decided together. */
export async function takeMany<Row>(
  decisions: Decisions<Row>,
  ...request: Parameters<NonNullable<Decisions<Row>['takeMany']>>
): Promise<Outcome | undefined> {
  await sendHeld()
  try {
    return await decisions.takeMany?.(...request)
  } catch (fault) {
    const outcome = outcomeIn(fault)
    if (!outcome) throw fault
    return outcome
  }
}

/** The decisions on a record, as its own kind declares them. */
export const decisionsOn = <Row>(decisions: Decisions<Row>, row: Row): Decisions<Row> =>
  decisions.of?.(row) ?? decisions

export type NamedStep = Step & { name: string }

/** Whether a step may be taken with one press where everything about the record is in sight. */
export const isOnePress = <Row>(decisions: Decisions<Row>, row: Row, step: NamedStep): boolean =>
  step.undo === true && step.comment !== 'required' && decisions.asks?.(row, step.name) !== true

/** All steps of a workflow, each with its name, in the declared order. */
export const stepsOf = (flow: Workflow): NamedStep[] =>
  Object.entries(flow.steps).map(([name, step]) => ({ name, ...step }))

/** The step that `a` or `r` takes: the first by its tone that decides on somebody else's record and may be taken now. */
export const decidingStep = (flow: Workflow, tone: 'main' | 'danger', row: object): NamedStep | undefined =>
  stepsOf(flow).find((step) => step.who === 'other' && step.tone === tone && stampOf(row).steps[step.name] === null)

const noStamp: Stamped = { id: '', version: 0, steps: {} }
/** The stamp of a row, or an empty one for rows that nobody decides. */
export const stampOf = (row: object): Stamped => ('steps' in row && 'version' in row ? (row as Stamped) : noStamp)

/** Why a refused step is refused, as the catalogue says it; empty for a step that may be taken. */
export const reasonOf = (code: string | null | undefined): string =>
  code && code in errors ? errors[code as keyof typeof errors].message : (code ?? '')

const elsewhere = new Set(['permission.missing', 'organisation.not_allowed', 'role.not_allowed', 'step.wrong_state'])

/** Steps worth showing for a row: those that may be taken, and decisions that are refused for a reason worth showing. */
export function stepsToShow(flow: Workflow, row: object): { step: NamedStep; refused: string | null }[] {
  const { steps } = stampOf(row)
  return stepsOf(flow).flatMap((step) => {
    const refused = steps[step.name]
    if (refused === undefined) return []
    // A maker's step is no news to anybody else, and vanishes once the record has moved on.
    if (refused !== null && step.who === 'maker') return []
    // A correction is offered to whoever is asked for it; it is no decision that others wait for.
    if (refused !== null && step.who === 'anyone' && elsewhere.has(refused)) return []
    return [{ step, refused }]
  })
}

/** Why this user takes none of the steps that lead on from where the record stands; each reason once. */
export function reasonsAgainst(flow: Workflow, row: object): string[] {
  const shown = stepsToShow(flow, row)
  // What could be done in another state is refused for its own reasons, which are nobody's business here.
  const here = shown.filter(({ step }) => leadsOn(flow, row, step))
  return [...new Set((here.length > 0 ? here : shown).map(({ refused }) => reasonOf(refused)))]
}

/** Whether the record is in a state from which somebody else than its maker can decide it. */
export const waitsForSomebody = (flow: Workflow, row: object): boolean =>
  stepsOf(flow).some((step) => step.who === 'other' && leadsOn(flow, row, step))

function leadsOn(flow: Workflow, row: object, step: Step): boolean {
  const status = statusOf(row)
  const state = status && stateOf(flow, status.id)
  return state !== undefined && step.from.includes(state)
}

/** The status a row stands in; where the specification words the status as a text, `state` carries it. */
function statusOf(row: object): Status | undefined {
  const { status, state } = row as { status?: unknown; state?: unknown }
  const isStatus = (value: unknown): value is Status =>
    typeof value === 'object' && value !== null && 'statusName' in value
  return [status, state].find(isStatus)
}

/** Whether a row can be chosen for a bulk decision, is the user's own, or neither. */
export function selectable(flow: Workflow | undefined, row: object): 'yes' | 'own' | 'no' {
  if (!flow) return 'no'
  const { steps } = stampOf(row)
  const status = 'status' in row ? (row as { status: Status }).status.statusName : '' // border: as every decided row has it
  const isBulk = ({ bulk, bulkFrom }: NamedStep) => bulk && (bulkFrom?.includes(status) ?? true)
  const codes = stepsOf(flow).flatMap((step) => (isBulk(step) ? [steps[step.name]] : []))
  if (codes.some((code) => code === null)) return 'yes'
  return codes.includes('own_submission') ? 'own' : 'no'
}

/** State of a status on the wire, with its label and tone; looked up in the given workflow, else in all of them. */
export function stateFor(status: { id: number; statusName: string }, flow?: Workflow): State | undefined {
  for (const known of flow ? [flow] : workflows) {
    const name = stateOf(known, status.id)
    if (name !== undefined) return known.states[name as keyof typeof known.states]
  }
  return undefined
}
