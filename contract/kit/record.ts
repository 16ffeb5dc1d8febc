import { z } from 'zod'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { Headline } from '#contract/house/headlines.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { answersEach, bulkDecision, Outcome } from './bulk.ts'
import { actionAnswer, decisionBody, endpoint, Id, type CommentRule, type Endpoint, type StepUp } from './endpoint.ts'
import {
  choiceFilter,
  listAnswer,
  listQuery,
  listScreen,
  pagedQuery,
  pagesOf,
  type ListFilter,
  type ListScreen,
} from './listScreen.ts'
import type { Step, Workflow } from './workflow.ts'

export type Allow = Permission | readonly Permission[] | 'signed-in'

/** What one call of a record says besides its path; the rest follows from the workflow. */
type CallOptions = {
  summary?: string
  allow?: Allow
  /** Refusals that only the effect of this step knows. */
  errors?: readonly ErrorCode[]
  stepUp?: StepUp
  comment?: CommentRule
}
type Call = string | (CallOptions & { path: string })
/** A list of the record. `status`: only those in one state. `paged`: the specification shows it as `data` and `page`, of so many. */
type ListCall = string | { path: string; summary?: string; allow?: Allow; status?: string; paged?: true | number }
/**
 * A call that takes the step behind the `action` of its body, as the specification shapes it. `id`: the field that names the record;
 * `owner`: one that may name its organisation besides, and must then be right.
 */
type ActCall = CallOptions & {
  path: string
  id?: string
  owner?: string
  /** Fields of its body besides; the effect of the step finds them in what was posted. */
  also?: z.ZodRawShape
  actions: Readonly<Record<string, string>>
}
/** One call for several steps; `steps` where it is not those that the workflow marks as `bulk`. */
type ManyCall = string | (CallOptions & { path: string; steps?: readonly string[] })

type PathOf<C> = C extends string ? C : C extends { path: infer Path extends string } ? Path : never
type ParamOf<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamOf<`/${More}`>
    : Rest
  : never
/** The parameters of a path, as the contract parses them. */
export type Params<C> = [ParamOf<PathOf<C>>] extends [never]
  ? unknown
  : { params: z.ZodObject<Record<ParamOf<PathOf<C>>, z.ZodType<string, string>>> }
type Get<C> = Params<C> & { method: 'GET'; path: PathOf<C>; allow: Allow; summary: string }
type Post<C> = Params<C> & { method: 'POST'; path: PathOf<C>; allow: Allow; summary: string }

type ListOf<C, Row extends z.ZodObject> = Get<C> & {
  query: typeof listQuery
  answer: ReturnType<typeof listAnswer<Row>>
}
type OneOf<C, Row extends z.ZodObject> = Get<C> & { answer: Row }
type Answers<Row extends z.ZodObject> = { answer: ReturnType<typeof actionAnswer<Row>> }
type StepOf<C, Row extends z.ZodObject> = Post<C> & Answers<Row> & { body: typeof decisionBody }
type StepChoice<Steps extends string> = z.ZodType<Steps, Steps>
type DecideOf<C, Row extends z.ZodObject, Steps extends string> = Post<C> &
  Answers<Row> & { body: z.ZodObject<(typeof decisionBody)['shape'] & { step: StepChoice<Steps> }> }
type ActOf<C, Row extends z.ZodObject> = Post<C> & Answers<Row> & { body: z.ZodObject }
type ManyOf<C, Steps extends string> = Post<C> &
  ReturnType<typeof answersEach<typeof Outcome>> & {
    body: z.ZodObject<Omit<(typeof bulkDecision)['shape'], 'step'> & { step: StepChoice<Steps> }>
  }

/** What a call that the record derives does; the server answers it without a handler of its own. */
export type DerivedCall =
  | { form: 'list'; status?: string }
  | { form: 'one' }
  | { form: 'step'; step: string }
  | { form: 'decide' }
  | { form: 'act'; id: string; owner?: string; actions: Readonly<Record<string, string>> }
  | { form: 'many'; steps: readonly string[] }

/** Where the calls of a record stand. */
export type Paths<StepName extends string> = {
  /** The first is the one that its screen shows. */
  lists: Readonly<Record<string, ListCall>>
  one?: Call
  /** Calls that take one step of one record. */
  steps?: { readonly [S in StepName]?: Call }
  /** A call that takes the step which its body names. */
  decide?: Call
  act?: ActCall
  /** A call that takes the step which its body names for many records, each with its own outcome. */
  many?: ManyCall
}

type Listed<P> = P extends { lists: infer L } ? L : never
type CallsOf<P, Row extends z.ZodObject, StepName extends string> = {
  [Name in keyof Listed<P>]: ListOf<Listed<P>[Name], Row>
} & (P extends { one: infer C extends Call } ? { one: OneOf<C, Row> } : unknown) &
  (P extends { steps: infer S } ? { [Name in keyof S]: StepOf<S[Name], Row> } : unknown) &
  (P extends { decide: infer C extends Call } ? { decide: DecideOf<C, Row, StepName> } : unknown) &
  (P extends { act: infer C extends ActCall } ? { act: ActOf<C, Row> } : unknown) &
  (P extends { many: infer C extends ManyCall } ? { decideMany: ManyOf<C, StepName> } : unknown)

/** A kind of record with a workflow, as its one declaration makes it. */
export type RecordDeclaration<Row extends z.ZodObject = z.ZodObject> = {
  flow: Workflow
  row: Row
  list: ListScreen<Row>
  /** What approving a record does. */
  headline(row: z.output<Row>): Headline
  calls: Readonly<Record<string, Endpoint>>
  derived: Readonly<Record<string, DerivedCall>>
}

/**
 * Declares a kind of record: its life, its row and its list, and where its calls stand. The list gets a filter by state when it
 * names none; each call its permission, body, answer, refusals and summary from the workflow. `calls` are those shaped otherwise.
 */
export function record<
  const StateName extends string,
  const StepName extends string,
  Row extends z.ZodObject,
  const P extends Paths<StepName>,
  const Custom extends Readonly<Record<string, Endpoint>> = Record<never, never>,
>(
  declared: {
    flow: Workflow<StateName, StepName>
    row: Row
    list: Omit<ListScreen<NoInfer<Row>>, 'row'>
    /** What approving a record does: the head of its decision, its line in the inbox, and what many of them add up to. */
    headline: (row: z.output<NoInfer<Row>>) => Headline
    /** Who reads it. */
    reads: Allow
    /** Calls of administration reach all organisations. */
    reach?: 'administration'
    calls?: Custom
  } & { paths: P },
) {
  const { flow, row, reads, paths } = declared
  const reach = declared.reach ? { reach: declared.reach } : {}
  const calls: Record<string, Endpoint> = {}
  const derived: Record<string, DerivedCall> = {}
  const add = (name: string, form: DerivedCall, call: Endpoint): void => {
    calls[name] = endpoint({ ...call, ...reach })
    derived[name] = form
  }
  const steps: Readonly<Record<string, Step>> = flow.steps
  const many = named(paths.many)
  const names = many?.steps ?? Object.keys(steps).filter((step) => steps[step]?.bulk)

  for (const [name, listCall] of Object.entries(paths.lists)) {
    const {
      path,
      status,
      paged,
      summary,
      allow = reads,
    } = typeof listCall === 'string' ? ({ path: listCall } as Exclude<ListCall, string>) : listCall // border: the short form
    const label = status === undefined ? undefined : flow.states[status as StateName]?.label
    add(name, status === undefined ? { form: 'list' } : { form: 'list', status }, {
      ...get(path, allow),
      summary:
        summary ?? (label === undefined ? declared.list.title : `${declared.list.title}: ${label.toLowerCase()}`),
      query: typeof paged === 'number' ? pagesOf(paged) : paged ? pagedQuery : listQuery,
      answer: listAnswer(row),
    })
  }
  const one = named(paths.one)
  if (one)
    add(
      'one',
      { form: 'one' },
      {
        ...get(one.path, one.allow ?? reads),
        summary: one.summary ?? `${capital(flow.record)} by its id`,
        answer: row,
        errors: ['record.not_found', ...(one.errors ?? [])],
      },
    )
  for (const [name, stepCall] of Object.entries(paths.steps ?? {})) {
    const call = named(stepCall as Call)
    const step = steps[name]
    if (!call || !step) throw new Error(`${flow.record}: there is no step ${name}`)
    add(
      name,
      { form: 'step', step: name },
      {
        ...post(call, [step], flow),
        body: decisionBody,
        answer: actionAnswer(row),
      },
    )
  }
  const decide = named(paths.decide)
  if (decide)
    add(
      'decide',
      { form: 'decide' },
      {
        ...post(decide, Object.values(steps), flow),
        body: decisionBody.extend({ step: z.enum(Object.keys(steps)) }),
        answer: actionAnswer(row),
      },
    )
  if (paths.act) {
    const { id = 'id', owner, also = {}, actions } = paths.act
    const body = decisionBody.omit({ id: true }).extend({
      [id]: Id,
      ...(owner ? { [owner]: Id.optional() } : {}),
      ...also,
      action: z.enum(Object.keys(actions)),
    })
    add(
      'act',
      { form: 'act', id, actions, ...(owner ? { owner } : {}) },
      {
        ...post(
          paths.act,
          Object.values(actions).flatMap((name) => steps[name] ?? []),
          flow,
        ),
        body,
        answer: actionAnswer(row),
      },
    )
  }
  if (many)
    add(
      'decideMany',
      { form: 'many', steps: names },
      {
        ...post(
          many,
          names.flatMap((name) => steps[name] ?? []),
          flow,
        ),
        body: bulkDecision.extend({ step: z.enum(names) }),
        ...answersEach(Outcome),
      },
    )
  return {
    flow,
    row,
    list: listScreen<Row>({ ...declared.list, row, filters: withStates(flow, declared.list.filters) }),
    headline: declared.headline,
    calls: { ...calls, ...declared.calls } as unknown as CallsOf<P, Row, StepName> & Custom, // border: made of the same paths
    custom: (declared.calls ?? {}) as Custom, // border: none is an empty list
    derived,
  }
}

/** The list that the screen of a record shows, and its name among the calls: the first one that it declares. */
export function screenList({
  flow,
  calls,
  derived,
}: Pick<RecordDeclaration, 'flow' | 'calls' | 'derived'>): [name: string, list: Endpoint] {
  const name = Object.keys(derived).find((one) => derived[one]?.form === 'list')
  const list = name === undefined ? undefined : calls[name]
  if (name === undefined || !list) throw new Error(`${flow.record}: no list is declared`)
  return [name, list]
}

/** How many things a decider is pointed at first, in a row of any list; null where its kind of record knows none. */
export function remarksOf(row: object): number | null {
  if ('notes' in row && Array.isArray(row.notes)) return row.notes.length
  return 'remarks' in row && typeof row.remarks === 'number' ? row.remarks : null
}

const named = <C extends object>(declared: string | C | undefined): (C & { path: string }) | undefined =>
  declared === undefined
    ? undefined
    : ((typeof declared === 'string' ? { path: declared } : declared) as C & { path: string }) // border: the short form of a call

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const indefinite = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** A choice of every state by the name that the wire gives it, where that is not the name in the table. */
export const statusFilter = ({ states }: Workflow): ListFilter =>
  choiceFilter('status', 'Status', Object.fromEntries(Object.values(states).map(({ name, label }) => [name, label])))

/** A choice of every state, ahead of the filters that the list names, unless it names one itself. */
function withStates(flow: Workflow, filters: ListScreen['filters'] = []): NonNullable<ListScreen['filters']> {
  if (filters.some(({ key }) => key === 'status')) return filters
  return [choiceFilter('status', 'Status', flow.states), ...filters]
}

/** The schema of a path's parameters; nothing where it has none. */
export const paramsOf = (path: string): Pick<Endpoint, 'params'> => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const schemas = names.map((name) => [name, name === 'id' ? Id : z.string().min(1).max(40)] as const)
  return names.length === 0 ? {} : { params: z.object(Object.fromEntries(schemas)) }
}

const get = (path: string, allow: Allow) => ({ method: 'GET', path, allow, ...paramsOf(path) }) as const

function post(
  { path, allow, summary, errors = [], stepUp, comment }: CallOptions & { path: string },
  steps: Step[],
  flow: Workflow,
) {
  const permissions = [
    ...new Set(steps.flatMap(({ allow: usual, allowIn }) => [usual, ...Object.values({ ...allowIn })])),
  ].filter((each) => each !== undefined)
  const own = [...new Set([...steps.flatMap((step) => refusalsOf(step, flow, comment)), ...errors])]
  return {
    method: 'POST',
    path,
    allow: allow ?? (permissions.length === 1 && permissions[0] ? permissions[0] : permissions),
    summary: summary ?? `${steps.map(({ label }) => label).join(', ')}: ${indefinite(flow.record)}`,
    ...paramsOf(path),
    errors: own,
    ...(stepUp === undefined ? {} : { stepUp }),
    ...(comment ? { comment } : {}),
  } as const
}

/** Why a step is refused, whatever it does. */
function refusalsOf(step: Step, flow: Workflow, comment: CommentRule | undefined): ErrorCode[] {
  const needsComment = step.comment === 'required' && !comment?.noRoomFor?.includes(flow.kind)
  return [
    'record.not_found',
    'record.changed',
    'step.wrong_state',
    ...(step.who === 'other' ? (['own_submission'] as const) : []),
    ...(step.who === 'maker' ? (['not_the_maker'] as const) : []),
    ...(step.organisationTypes || step.organisationTypesIn ? (['organisation.not_allowed'] as const) : []),
    ...(step.roles || step.rolesIn ? (['role.not_allowed'] as const) : []),
    ...(needsComment ? (['step.comment_required'] as const) : []),
  ]
}
