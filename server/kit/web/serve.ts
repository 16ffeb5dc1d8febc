import type { Readable } from 'node:stream'
import { isBinary, type AnswerOf, type CommentRule, type Endpoint, type InputOf } from '#contract/kit/endpoint.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import { mayAdminister } from '#contract/house/organisationTypes.ts'
import { callName } from '#contract/serviceCalls.ts'
import { rows, sql, together, type Database, type Tx } from '../db.ts'
import type { House } from '../house.ts'
import { claim, storeAnswer, findAnswer, type KeyedRequest } from './idempotency.ts'
import { readInput, saysMore } from './readInput.ts'
import type { ReceivedFile } from './receiveFile.ts'
import { leaveTrace } from '../audit/leaveTrace.ts'
import { Refused, RefusedWithFile, type FileReply } from '../refused.ts'
import { findKeyIn, keyFault } from '../services/findServiceKey.ts'
import { organisationInPath, scopeOf, type Organisation } from '../scope.ts'
import { mustHaveSteppedUp } from './stepUp.ts'

/** What a handler may know of the request besides its input. */
export type RequestFacts = {
  id: string
  ip: string
  /** The address that the request says it was sent to: anybody may say any. */
  host: string
  userAgent: string
  /** The token of the session, as it was sent. */
  token: string | null
  /** What a device that signed in before sends to say which it is. */
  device: string | null
  /** Whether cookies of this call are for https only. */
  secure: boolean
  respondAsync: boolean
  wantsEvents: boolean
  idempotencyKey: string | null
  /** The ticket that the session got for a fresh code, if it has any. */
  stepUpTicket: string | null
  hasSecondFactor: boolean
  /** The raw body of a signed call whose signature is right; null in every other call. */
  signedBody: string | null
  /** How the call takes the comment of a decision, as it is declared. */
  comment?: CommentRule
  /** Whether its body holds nothing but what the call declares: written for it, not a record that is posted back as it was read. */
  isWritten?: boolean
}

/** An answer with another status or with headers, such as 202 or a cookie. */
export type Reply<Body> = { reply: true; body: Body; status?: number; headers?: Record<string, string | string[]> }
export const reply = <Body>(
  body: Body,
  more: { status?: number; headers?: Record<string, string | string[]> },
): Reply<Body> => ({ reply: true, body, ...more })

/** The answer of an action that went well. */
export const done = <Data>(message: string, data: Data) => ({ error: false as const, message, data })

/** An answer made piece by piece in a transaction of its own: long lists, exports, server-sent events. */
export type StreamReply = {
  stream: true
  type: string
  name?: string
  headers?: Record<string, string>
  /** Runs before the answer's transaction begins, so that it may have one of its own without holding two connections. */
  before?: (house: House) => Promise<void>
  produce: (tx: Tx) => AsyncIterable<string | Buffer> | Readable
}
export const streamReply = (answer: Omit<StreamReply, 'stream'>): StreamReply => ({ stream: true, ...answer })

type Answer<E extends Endpoint> =
  | (E['answer'] extends { binary: string } ? FileReply : AnswerOf<E> | Reply<AnswerOf<E>>)
  | StreamReply
  | FileReply

/** What a handler gets. `tx` is the one transaction of the call; the effect, its audit row and the stored answer share it. */
export type Call<E extends Endpoint> = InputOf<E> & {
  actor: E extends { allow: 'anyone' } ? Actor | null : Actor
  organisation: Organisation
  house: House
  request: RequestFacts
  tx: Tx
} & (E extends { upload: object | 'any' } ? { file: ReceivedFile } : unknown)
type BeforeTransaction<E extends Endpoint> = Omit<Call<E>, 'tx'>
type AfterTransaction<E extends Endpoint> = Omit<Call<E>, 'tx' | 'organisation'>

/**
 * A call with work around its transaction. `prepare` runs before it (a look-up at the bank, which `act` gets), `settle` after the commit
 * (waiting for the job, turning its end into an answer); a repeated key skips to `settle` with the stored data.
 */
type Around<E extends Endpoint, Data, Prepared> = {
  prepare?: (call: BeforeTransaction<E>) => Promise<Prepared>
  act: (call: Call<E> & { prepared: Prepared }) => Promise<Data>
  settle: (call: AfterTransaction<E>, data: Data) => Promise<Answer<E>>
}

export type Handlers<G extends Record<string, Endpoint>> = {
  // `never` lets each handler choose what its act passes to its settle; the two are typed together by `around`.
  [K in keyof G]: ((call: Call<G[K]>) => Promise<Answer<G[K]>>) | Around<G[K], never, never>
}
export const around = <E extends Endpoint, Data, Prepared>(parts: Around<E, Data, Prepared>): Around<E, never, never> =>
  parts as unknown as Around<E, never, never> // border: see Handlers

type Incoming = {
  params: unknown
  query: unknown
  body: unknown
  file: ReceivedFile | null
  request: RequestFacts
  actor: Actor | null
}
export type Route = {
  name: string
  declared: Endpoint
  run: (house: House, incoming: Incoming) => Promise<unknown>
}

/** Pairs each declared endpoint with its handler. A missing or extra handler does not compile. */
export function serve<G extends Record<string, Endpoint>>(
  group: G,
  handlers: Handlers<G>,
  { transactions = 'kit' }: { transactions?: 'kit' | 'own' } = {},
): Route[] {
  return Object.entries(group).map(([name, declared]) => ({
    name,
    declared,
    run: async (house, incoming) => {
      guard(declared, incoming.actor)
      const input = readInput(declared, incoming)
      const call = {
        ...input,
        actor: incoming.actor,
        organisation: null,
        house,
        request: {
          ...incoming.request,
          ...(declared.comment ? { comment: declared.comment } : {}),
          isWritten: !saysMore(incoming.body, input['body']),
        },
        file: incoming.file,
      }
      if (declared.upload && !incoming.file) throw new Refused('upload.no_file')
      const handler = handlers[name] as unknown as Plain | Around<Endpoint, unknown, unknown> // border: the types above pair them
      const parts: Parts =
        typeof handler === 'function'
          ? { act: handler, settle: async (_call, data) => data }
          : (handler as unknown as Parts)
      const answer = await tracingRefusal(house, incoming.actor, () =>
        transactions === 'own' ? parts.act(call) : inTransaction(declared, parts, call),
      )
      return isPlain(answer) && !isBinary(declared.answer) ? declared.answer.parse(answer) : answer
    },
  }))
}

type AnyCall = Record<string, unknown> & {
  house: House
  actor: Actor | null
  request: RequestFacts
  organisation: Organisation
  file: ReceivedFile | null
}
type Plain = (call: AnyCall) => Promise<unknown>
type Parts = {
  prepare?: (call: AnyCall) => Promise<unknown>
  act: Plain
  settle: (call: AnyCall, data: unknown) => Promise<unknown>
}

/** A refusal may carry a file, and whatever it was refused in is rolled back: what it leaves in the trail comes after. */
async function tracingRefusal<Result>(
  { db }: House,
  actor: Actor | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (actor && error instanceof RefusedWithFile) await leaveTrace(db, actor, error.trace)
    throw error
  }
}

async function inTransaction(declared: Endpoint, parts: Parts, call: AnyCall): Promise<unknown> {
  const { house, actor, request } = call
  if (!actor)
    return house.db.transaction('auth', (tx) => parts.act({ ...call, tx }), { readOnly: declared.method === 'GET' })
  const scope = scopeOf(actor, declared)
  const params = (call['params'] ?? {}) as Record<string, unknown>
  if (declared.method === 'GET' || declared.reads)
    return readsOf(house, declared)(
      scope,
      async (tx) => parts.act({ ...call, tx, organisation: await organisationInPath(tx, actor, params) }),
      { readOnly: declared.method === 'GET' },
    )
  const keyed: KeyedRequest | null = request.idempotencyKey
    ? {
        actor,
        key: request.idempotencyKey,
        of: [declared.method, declared.path, call['params'], call['body'], call.file?.sha256.toString('hex')],
      }
    : null
  const outside = { ...call }
  const isKnown = async (): Promise<boolean> =>
    keyed !== null && (await house.db.transaction(scope, (tx) => findAnswer(tx, keyed), { readOnly: true })) !== null
  // Nobody is asked anything about an organisation that is not in reach.
  const reached = (): Promise<Organisation> =>
    house.db.transaction(scope, (tx) => organisationInPath(tx, actor, params), { readOnly: true })
  const prepared =
    parts.prepare && !(await isKnown()) ? await parts.prepare({ ...outside, organisation: await reached() }) : undefined
  const data = await house.db.changes.transaction(scope, async (tx) => {
    const [current, stored, organisation] = await together([
      currentActor(tx, declared, actor),
      keyed && claim(tx, keyed),
      organisationInPath(tx, actor, params),
    ])
    if (stored) return stored.answer
    if (declared.stepUp === true) await mustHaveSteppedUp(tx, { house, request })
    const answer = await parts.act({ ...call, prepared, tx, organisation, actor: current })
    if (keyed) await storeAnswer(tx, keyed, answer)
    return answer
  })
  return parts.settle(outside, data)
}

/** Figures over many records come from the replica where there is one; it hands on to the primary what it cannot answer. */
const readsOf = ({ db, replica }: House, { reports, method }: Endpoint): Database['transaction'] =>
  reports && method === 'GET' && replica ? replica.transaction : db.transaction

/** The user as they stand now. A file or the bank may have taken minutes: who was shut out meanwhile writes nothing any more. */
async function currentActor(tx: Tx, declared: Endpoint, actor: Actor): Promise<Actor> {
  if (actor.service) return currentService(tx, declared, { ...actor, service: actor.service })
  const [user] = await rows(
    tx,
    sql<{ role: string; permissions: Permission[] }>`select r.name as role, r.permissions
      from users u join roles r on r.name = u.role_name where u.id = ${actor.userId} and u.status = 'ACTIVE'`,
  )
  if (!user) throw new Refused('session.suspended')
  const current = { ...actor, role: user.role, permissions: new Set(user.permissions) }
  guard(declared, current)
  return current
}

/** The same of a service account: its key may have been stopped meanwhile. */
async function currentService(tx: Tx, declared: Endpoint, actor: Actor & Required<Pick<Actor, 'service'>>) {
  const found = await findKeyIn(tx, actor.service)
  const fault = found ? keyFault(found, callName(declared)) : 'service.key_wrong'
  if (fault || !found) throw new Refused(fault ?? 'service.key_wrong')
  const current = { ...actor, role: found.role, permissions: new Set(found.permissions) }
  guard(declared, current)
  return current
}

/** Refuses whoever may not make the call at all. */
export function guard(declared: Guarded, actor: Actor | null): void {
  if (declared.allow === 'anyone') return
  if (!actor) throw new Refused('session.missing')
  const refused = refusalOf(declared, actor)
  if (refused) throw refused
}

type Guarded = Pick<Endpoint, 'allow' | 'reach' | 'beforeFactor'>

/** Whether a signed-in user may make the call at all, for calls that gather what others answer. */
export const mayCall = (declared: Guarded, actor: Actor): boolean => refusalOf(declared, actor) === null

function refusalOf({ allow, reach, beforeFactor }: Guarded, actor: Actor): Refused | null {
  if (allow === 'anyone') return null
  if (actor.secondFactorFirst && !beforeFactor) return new Refused('second_factor.first')
  if (allow === 'signed-in') return null
  const required: readonly Permission[] = typeof allow === 'string' ? [allow] : allow
  if (!required.some((permission) => actor.permissions.has(permission)))
    return new Refused('permission.missing', { details: { needs: required } })
  return reach === 'administration' && !mayAdminister(actor.organisationType)
    ? new Refused('organisation.not_allowed')
    : null
}

export const isReply = (answer: unknown): answer is Reply<unknown> =>
  typeof answer === 'object' && answer !== null && 'reply' in answer
export const isFile = (answer: unknown): answer is FileReply =>
  typeof answer === 'object' && answer !== null && 'file' in answer && answer.file === true
export const isStream = (answer: unknown): answer is StreamReply =>
  typeof answer === 'object' && answer !== null && 'stream' in answer
const isPlain = (answer: unknown): boolean => !isReply(answer) && !isFile(answer) && !isStream(answer)
