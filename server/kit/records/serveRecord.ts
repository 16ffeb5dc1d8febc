import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { listQuery } from '#contract/kit/listScreen.ts'
import type { Headline } from '#contract/house/headlines.ts'
import { remarksOf, screenList, type DerivedCall, type RecordDeclaration } from '#contract/kit/record.ts'
import type { Step } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '../db.ts'
import { outcomeSentence, decideMany } from './decideMany.ts'
import type { House } from '../house.ts'
import { searched, type Searched } from './findHits.ts'
import { listPage, type Listing, type ListSource } from './listPage.ts'
import { oneOf } from './pageRows.ts'
import { visibleTo, type RecordKind } from './recordKind.ts'
import { Refused, type Outcomes } from '../refused.ts'
import { mustBeOwn, type Organisation } from '../scope.ts'
import { done, serve, type Handlers, type RequestFacts, type Route } from '../web/serve.ts'
import { takeStep, type Effect } from './takeStep.ts'
import type { UploadBinding } from '../uploads/uploadBinding.ts'

/**
 * The input of a step that is being taken. `alone`: it was requested for one record, whose warnings a reason may outweigh. `posted`:
 * what the call was sent, with the fields that it declares besides.
 */
export type StepCall = {
  tx: Tx
  actor: Actor
  house: House
  request: RequestFacts
  step: string
  alone: boolean
  posted: Readonly<Record<string, unknown>>
}

/** What the server adds to a step of the workflow. */
type StepParts<Row extends z.ZodObject> = {
  /** Before the transaction, such as a look-up at the bank. */
  prepare?: (call: { house: House; actor: Actor; ids: readonly string[] }) => Promise<void>
  /** What it does, in the transaction of the decision. */
  effect?: (call: StepCall) => Effect
  /** After the commit, such as waking a queue. */
  after?: (house: House) => void
  /** The message to the decider; the label of the state that it leads to where none is declared. */
  message?: string | ((record: z.output<Row>) => string)
  /** The verb in the message about many records; that label again where none is declared. */
  verb?: string
}

export type Parts<Row extends z.ZodObject, Stored> = {
  kind: RecordKind
  source: (reader: Listing) => ListSource<Stored> | Promise<ListSource<Stored>>
  shape: (actor: Actor) => (stored: Stored) => z.output<Row>
  steps?: Readonly<Record<string, StepParts<Row>>>
  /** Runs around each step: inside another wall, or where its refusals are answered otherwise. */
  within?: (call: StepCall & PostedDecision & { form: 'one' | 'many' }, work: () => Promise<void>) => Promise<void>
}

/** Reads one record as it stands on the wire. Throws `record.not_found`. */
export type Read<Row extends z.ZodObject> = (tx: Tx, actor: Actor, id: string) => Promise<z.output<Row>>

/** Answers the list to a call that is shaped otherwise; `more` narrows it. */
export type List<Row extends z.ZodObject> = (
  call: Listing,
  ...more: RawBuilder<unknown>[]
) => ReturnType<typeof listPage<z.output<Row>, unknown>>
type OddCalls<Row extends z.ZodObject, Odd extends Record<string, Endpoint>> = (
  read: Read<Row>,
  list: List<Row>,
) => Handlers<Odd>

type Headed = { headline: Headline; remarks: number | null }

/** A kind of record as the server knows it: how it is decided and audited, its calls, and how its files are checked. */
export type ServedRecord = {
  kind: RecordKind
  routes: readonly Route[]
  /** What approving each of these records does and how much is pointed out, by their ids; nothing of those that the reader may not see. */
  headlines: (tx: Tx, actor: Actor, ids: readonly string[]) => Promise<ReadonlyMap<string, Headed>>
  binding?: UploadBinding
  /** How the search of the house looks in its list, where that declares what is found. */
  searched?: Searched
}

/** The kinds that come as files. */
export const filesOf = (records: readonly ServedRecord[]): string[] =>
  records.flatMap(({ kind, binding }) => (binding ? [kind.flow.kind] : []))

/**
 * Answers the calls that a record derives from its workflow; those shaped otherwise are declared in `calls`, which may read a record
 * as the others do. What is missing does not compile.
 */
export function serveRecord<Row extends z.ZodObject, Odd extends Record<string, Endpoint>, Stored>(
  record: RecordDeclaration<Row> & { custom: Odd },
  parts: Parts<Row, Stored> & ([keyof Odd] extends [never] ? { calls?: never } : { calls: OddCalls<Row, Odd> }),
): ServedRecord & { read: Read<Row> } {
  const read = readerOf(parts)
  const headlines = headlinesOf(record, parts)
  const list = listerOf(record, parts)
  const odd: OddCalls<Row, Odd> | undefined = parts.calls
  const handlers: Record<string, unknown> = { ...odd?.(read, list) }
  for (const [name, derived] of Object.entries(record.derived))
    handlers[name] = handlerOf(record, parts, { read, list }, derived)
  const routes = serve(record.calls, handlers as Handlers<typeof record.calls>) // border: one for each call
  return { kind: parts.kind, read, headlines, routes, ...searchedIn(record, parts) }
}

function searchedIn<Row extends z.ZodObject, Stored>(
  record: RecordDeclaration<Row>,
  { kind, source, shape }: Parts<Row, Stored>,
): Pick<ServedRecord, 'searched'> {
  const { flow, list: screen } = record
  if (!screen.found) return {}
  const [, list] = screenList(record)
  const found = searched<z.output<Row>, Stored>({ kind: kind.flow.kind, list, screen, flow, source, shape })
  return { searched: found }
}

type ReadThese<Row extends z.ZodObject> = (tx: Tx, actor: Actor, ids: readonly string[]) => Promise<z.output<Row>[]>

/** Reads records by their ids, in any order; those that the reader may not see are missing. */
function readThese<Row extends z.ZodObject, Stored>({ kind, source, shape }: Parts<Row, Stored>): ReadThese<Row> {
  const emptyQuery = listQuery.parse({})
  return async (tx, actor, ids) => {
    const { select, from, id: key = sql`t.id` } = await source({ tx, actor, organisation: null, query: emptyQuery })
    const found = await rows(
      tx,
      sql<Stored>`select ${select} from ${from} where ${oneOf(key, ids)} and ${visibleTo(kind, actor)}`,
    )
    return found.map(shape(actor))
  }
}

function readerOf<Row extends z.ZodObject, Stored>(parts: Parts<Row, Stored>): Read<Row> {
  const these = readThese(parts)
  return async (tx, actor, id) => {
    const [row] = await these(tx, actor, [id])
    if (!row) throw new Refused('record.not_found')
    return row
  }
}

function headlinesOf<Row extends z.ZodObject, Stored>(
  record: Pick<RecordDeclaration<Row>, 'headline'>,
  parts: Parts<Row, Stored>,
): ServedRecord['headlines'] {
  const these = readThese(parts)
  return async (tx, actor, ids) => {
    const found = await these(tx, actor, ids)
    return new Map(
      found.map((row) => [
        (row as { id: string }).id, // border: every record has one
        { headline: record.headline(row), remarks: remarksOf(row) },
      ]),
    )
  }
}

function listerOf<Row extends z.ZodObject, Stored>(
  { list: screen }: RecordDeclaration<Row>,
  { kind, source, shape }: Parts<Row, Stored>,
): List<Row> {
  return async (call, ...more) => {
    const { tx, actor, query } = call
    const everything = await source(call)
    const narrowed = { ...everything, where: [...everything.where, ...more] }
    return listPage({ tx, actor, screen, query, source: narrowed, shape: shape(actor), kind })
  }
}

type CallContext = { tx: Tx; actor: Actor; organisation: Organisation; house: House; request: RequestFacts }
type PostedDecision = {
  id: string
  version?: number | undefined
  approverComment?: string | undefined
  action?: string | undefined
}
type PostedDecisions = {
  step: string
  approverComment?: string | undefined
  records: { id: string; version: number }[]
}

/** The handler of a derived call. Its input was parsed by the declaration that the same `record()` made. */
function handlerOf<Row extends z.ZodObject, Stored>(
  { flow }: RecordDeclaration<Row>,
  { kind, steps = {}, within = (_call, work) => work() }: Parts<Row, Stored>,
  { read, list }: { read: Read<Row>; list: List<Row> },
  derived: DerivedCall,
): object {
  const after = (step: string): string => labelAfter(flow, step)
  const take = async (
    call: CallContext,
    step: string,
    one: PostedDecision,
    { form, of = 1 }: { form: 'one' | 'many'; of?: number },
  ) => {
    const { tx, actor, house, request } = call
    const { id, version, approverComment: comment } = one
    const stepCall = { tx, actor, house, request, step, alone: of === 1, posted: one }
    await within({ ...stepCall, ...one, form }, async () => {
      const effect = steps[step]?.effect?.(stepCall)
      await takeStep({ tx, actor, kind, step, id, version, comment, request, ...(effect ? { effect } : {}) })
    })
  }
  const one = (stepOf: (body: { step: string }) => string) => ({
    prepare: async ({ house, actor, body }: CallContext & { body: PostedDecision & { step: string } }) =>
      steps[stepOf(body)]?.prepare?.({ house, actor, ids: [body.id] }),
    act: async (call: CallContext & { body: PostedDecision & { step: string } }) => {
      const { tx, actor, organisation, body } = call
      mustBeOwn(actor, organisation)
      await take(call, stepOf(body), body, { form: 'one' })
      return read(tx, actor, body.id)
    },
    settle: async ({ house, body }: CallContext & { body: { step: string } }, data: z.output<Row>) => {
      const step = stepOf(body)
      steps[step]?.after?.(house)
      const { message = after(step) } = steps[step] ?? {}
      return done(typeof message === 'string' ? message : message(data), data)
    },
  })
  switch (derived.form) {
    case 'list': {
      const { status } = derived
      return (call: Listing) => list(call, ...(status === undefined ? [] : [sql`t.status = ${status}`]))
    }
    case 'one':
      return ({ tx, actor, params }: CallContext & { params: { id: string } }) => read(tx, actor, params.id)
    case 'step':
      return one(() => derived.step)
    case 'decide':
      return one(({ step }) => step)
    case 'act': {
      const { id, owner, actions } = derived
      const decided = one(({ step }) => step)
      const named = <C extends { body: Record<string, string> }>(call: C) => ({
        ...call,
        body: { ...call.body, id: call.body[id] ?? '', step: actions[call.body['action'] ?? ''] ?? '' },
      })
      type Acting = CallContext & { body: Record<string, string> }
      return {
        prepare: (call: Acting) => decided.prepare(named(call)),
        act: async (call: Acting) => {
          const ownerId = owner === undefined ? undefined : call.body[owner]
          if (ownerId !== undefined) await mustBelongTo(call.tx, kind, call.body[id] ?? '', ownerId)
          return decided.act(named(call))
        },
        settle: (call: Acting, data: z.output<Row>) => decided.settle(named(call), data),
      }
    }
    case 'many':
      return {
        prepare: async ({ house, actor, body }: CallContext & { body: PostedDecisions }) =>
          steps[body.step]?.prepare?.({ house, actor, ids: body.records.map(({ id }) => id) }),
        act: async (call: CallContext & { body: PostedDecisions }) => {
          const { step, approverComment, records } = call.body
          const declaredStep: Step | undefined = flow.steps[step]
          if (!declaredStep) throw new Refused('step.wrong_state')
          return decideMany({
            tx: call.tx,
            records,
            explanation: { step: declaredStep, comment: approverComment, request: call.request },
            decide: (each) => take(call, step, { ...each, approverComment }, { form: 'many', of: records.length }),
          })
        },
        settle: async ({ house, body }: CallContext & { body: PostedDecisions }, data: Outcomes) => {
          steps[body.step]?.after?.(house)
          return done(outcomeSentence(steps[body.step]?.verb ?? after(body.step).toLowerCase(), data), data)
        },
      }
  }
}

/** Refuses a record that is not of the organisation that the call names besides it. Throws `record.not_found`. */
async function mustBelongTo(tx: Tx, { table }: RecordKind, id: string, organisationId: string): Promise<void> {
  const found = await rows(
    tx,
    sql`select 1 from ${sql.table(table)} where id = ${id} and organisation_id = ${organisationId}`,
  )
  if (found.length === 0) throw new Refused('record.not_found')
}

/** How the state is called that a step leads to first. */
function labelAfter(flow: RecordDeclaration['flow'], step: string): string {
  const to = flow.steps[step]?.to[0]
  return (to === undefined ? undefined : flow.states[to]?.label) ?? 'Done'
}
