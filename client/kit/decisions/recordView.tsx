import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { InboxItem } from '#contract/house/inbox.ts'
import { organisationParams, type Endpoint } from '#contract/kit/endpoint.ts'
import { screenList, type RecordDeclaration } from '#contract/kit/record.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { call, type CallRefused } from '../call.ts'
import { commentBody, decisionBody, type Decisions, type DecisionInput, type Outcome } from './decisions.ts'
import { keyOf, queryClient, useCall } from '../queries.ts'
import { RecordFacts } from '../review/RecordFacts.tsx'
import type { MoreProps } from './StepDialog.tsx'
import type { ListSource } from '../lists/useListPage.ts'
import { currentUser } from '../user.ts'

/** What a decision must know of a record. */
export type RecordVersion = { id: string; version: number }
type TakeStep = (row: RecordVersion, input: DecisionInput) => Promise<{ message: string }>
type TakeMany = NonNullable<Decisions<RecordVersion>['takeMany']>
type Shape = ComponentType<{ row: InboxItem }>

/** How records of a kind are decided in the inbox, beside those of all other kinds. */
export type InboxKind = {
  decisions: Decisions<InboxItem>
  More?: ComponentType<MoreProps<InboxItem>>
  Lead?: Shape
  /** What its own list says of it; the inbox has read its title only. */
  Facts?: Shape
  Documents?: Shape
}

/** What the house needs of a kind of record that it shows, whatever its rows are. */
export type ShownRecord = {
  source: (user: SessionUser, params: Readonly<Record<string, string>>) => ListSource
  inbox: InboxKind
}

/** What a list shows of a kind of record and how its rows are decided: the props of its ListScreen. */
type Listed<Row> = {
  source: ListSource
  title: (row: Row) => string
  decisions: Decisions<Row>
  Lead?: ComponentType<{ row: Row }>
  Documents?: ComponentType<{ row: Row }>
  More?: ComponentType<MoreProps<Row>>
}
export type RecordView<Row> = ShownRecord & {
  decisions: Decisions<Row>
  on: (user: SessionUser, params?: Readonly<Record<string, string>>) => Listed<Row>
}

export type ViewOptions<Row> = {
  /** What a person calls a row. */
  title: (row: Row) => string
  /** What stands first in the drawer: what is at stake. */
  Lead?: ComponentType<{ row: Row }>
  /** Columns that `Lead` shows already. */
  leads?: readonly string[]
  Documents?: ComponentType<{ row: Row }>
  /** What a step needs besides its comment. */
  More?: ComponentType<MoreProps<Row>>
  /** The list of the screen, where it is not the first that the record declares. */
  source?: ShownRecord['source']
  /** What a step sends besides the record and the comment. */
  also?: Readonly<Record<string, (row: RecordVersion, input: DecisionInput) => object>>
  /** Steps whose call is shaped otherwise than that of a derived step. */
  take?: Readonly<Record<string, TakeStep>>
  takeMany?: TakeMany
  needsReason?: (row: Row, step: string) => boolean
  /** Whether a step wants more than a press; where it needs a reason, or `More` stands in its dialog, when left out. */
  asks?: (row: Row, step: string) => boolean
  /** Answers true when a refusal is shown by the feature itself. */
  refused?: (refused: CallRefused, row: RecordVersion, title: string) => boolean
  first?: Decisions<Row>['first']
  /** Steps that ask for more than a comment: each with what is shown in place of the dialog, on the screen of the record. */
  forms?: Readonly<Record<string, ComponentType<{ row: Row; onClose: () => void }>>>
  /** Reads the whole record where only its id is known; its call `one` when left out. */
  useRecord?: (id: string) => Row | undefined
}

type Answering<Answer> = Endpoint & { answer: z.ZodType<Answer> }
type Declared = Pick<RecordDeclaration, 'flow' | 'list' | 'calls' | 'derived' | 'headline'>

/** The parameters of a call's path: the record, and the organisation of whoever calls. */
function paramsFor(path: string, user: SessionUser | undefined, values: object): Record<string, string> {
  const { id = '', organisationCode = '' } = user?.organisation ?? {}
  const own = Object.fromEntries(
    Object.entries(organisationParams).map(([name, as]) => [name, as === 'id' ? id : organisationCode]),
  )
  const known: Record<string, string> = { ...own, ...values }
  return Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, known[name] ?? '']))
}

/** Sends a decision on one record to the call behind its step. */
const send =
  (endpoint: Endpoint, also: (row: RecordVersion, input: DecisionInput) => object): TakeStep =>
  (row, input) => {
    const params = paramsFor(endpoint.path, currentUser(), { id: row.id })
    const body = { ...decisionBody(row, input), ...also(row, input) }
    // border: every call of a step answers with a message
    return call(endpoint as Answering<{ message: string }>, { params, body, idempotencyKey: input.key } as object)
  }

/** Sends many records to the call for many; it answers with what became of each. */
const decideEach = (
  endpoint: Endpoint,
  step: string,
  records: readonly RecordVersion[],
  { comment, key }: Pick<DecisionInput, 'comment' | 'key'>,
): Promise<{ message: string; data: Outcome }> => {
  const body = { step, records: records.map(({ id, version }) => ({ id, version })), ...commentBody(comment) }
  // border: every call about many records answers so
  const to = endpoint as Answering<{ message: string; data: Outcome }>
  return call(to, { body, idempotencyKey: key } as object)
}
const sendMany =
  (endpoint: Endpoint): TakeMany =>
  async (step, records, input) =>
    (await decideEach(endpoint, step, records, input)).data
const sendAlone =
  (endpoint: Endpoint, step: string): TakeStep =>
  (row, input) =>
    decideEach(endpoint, step, [row], input)

const nothing = () => ({})

/** The call behind each step: one of the same name, one that takes the step or an action in its body, or the one for many. */
function callsOfSteps<Row>({ flow, calls, derived }: Declared, options: ViewOptions<Row>): Record<string, TakeStep> {
  const { also = {}, take = {}, forms = {} } = options
  const { act, decide, decideMany } = derived
  const made = Object.keys(flow.steps).flatMap((step): [string, TakeStep][] => {
    const { [step]: own, act: acting, decide: chosen, decideMany: many } = calls
    if (step in forms) return []
    if (own?.method === 'POST') return [[step, send(own, also[step] ?? nothing)]]
    if (chosen && decide) return [[step, send(chosen, () => ({ step }))]]
    const action = act?.form === 'act' && Object.keys(act.actions).find((name) => act.actions[name] === step)
    if (acting && action)
      return [[step, send(acting, (row, input) => ({ ...also[step]?.(row, input), [act.id]: row.id, action }))]]
    const isAmongMany = decideMany?.form === 'many' && decideMany.steps.includes(step)
    return many && isAmongMany ? [[step, sendAlone(many, step)]] : []
  })
  return { ...Object.fromEntries(made), ...take }
}

/** The kind of record as lists, drawers and the inbox show it, from its declaration. */
export function viewRecord<
  Schema extends z.ZodObject,
  Row extends z.output<Schema> & RecordVersion = z.output<Schema> & RecordVersion,
>(record: Declared & { row: Schema }, options: ViewOptions<Row>): RecordView<Row> {
  const { flow, list, calls } = record
  const { title, Lead, Documents, More, needsReason, refused } = options
  const take = callsOfSteps(record, options)
  const many = calls['decideMany']
  const leads = options.leads ?? []
  const asks = options.asks ?? needsReason ?? (More ? () => true : () => false)
  const takeMany = options.takeMany ?? (many && sendMany(many))
  const bulk = takeMany ? { takeMany } : {}
  const decisions: Decisions<Row> = {
    flow,
    title,
    headline: (row) => record.headline(row),
    take,
    asks,
    ...(options.leads ? { leads: () => leads } : {}),
    ...bulk,
    ...(options.first ? { first: options.first } : {}),
    ...(needsReason ? { needsReason } : {}),
    ...(refused ? { refused: (fault, row) => refused(fault, row, title(row)) } : {}),
  }
  const [, endpoint] = screenList(record)
  const source: ShownRecord['source'] =
    options.source ??
    ((user, params) => ({
      list,
      endpoint,
      params: paramsFor(endpoint.path, user, params),
      waits: flow,
      one: calls['one'],
    }))
  // In the inbox no form of the feature can be opened: a step without a call is taken on the screen of the record.
  const steps = Object.fromEntries(Object.entries(flow.steps).filter(([step]) => step in take))
  const useRecord = options.useRecord ?? recordFrom<Row>(calls['one'])
  const Facts = ({ row }: { row: Row }) => (
    <RecordFacts list={list} row={row} decisions={decisions} isLed={Lead !== undefined} />
  )
  /** The same where only the id is known. */
  const byId = <Props extends { row: InboxItem }>(Shown: ComponentType<Omit<Props, 'row'> & { row: Row }>) =>
    function ById({ row: { id }, ...props }: Props) {
      const row = useRecord(id)
      return row ? <Shown {...props} row={row} /> : null
    }
  return {
    source,
    decisions,
    on: (user, params = {}) => ({
      source: source(user, params),
      title,
      decisions,
      ...(Lead ? { Lead } : {}),
      ...(Documents ? { Documents } : {}),
      ...(More ? { More } : {}),
    }),
    inbox: {
      decisions: {
        flow: { ...flow, steps },
        title: (item) => item.title,
        headline: (item) => item.headline,
        take,
        // Only the drawer has read the whole record: before it has, nothing is known of it.
        asks: ({ id }, step) => {
          const row = calls['one'] && queryClient.getQueryData<Row>(keyOf(calls['one'], { params: { id } }))
          return row ? asks(row, step) : More !== undefined || needsReason !== undefined
        },
        ...bulk,
        ...(refused ? { refused: (fault, item) => refused(fault, item, item.title) } : {}),
      },
      ...(More ? { More: byId<MoreProps<InboxItem>>(More) } : {}),
      ...(Lead ? { Lead: byId<{ row: InboxItem }>(Lead) } : {}),
      ...(calls['one'] || options.useRecord ? { Facts: byId<{ row: InboxItem }>(Facts) } : {}),
      ...(Documents ? { Documents: byId<{ row: InboxItem }>(Documents) } : {}),
    },
  }
}

const recordFrom =
  <Row,>(one: Endpoint | undefined) =>
  (id: string): Row | undefined => {
    if (!one) throw new Error('The record declares no call for one of it')
    return useCall(one as Answering<Row>, { params: { id } } as object).data // border: the row that the record declares
  }
