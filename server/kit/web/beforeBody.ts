import type { FastifyRequest } from 'fastify'
import { longestBodyOf, type Endpoint } from '#contract/kit/endpoint.ts'
import { callName } from '#contract/serviceCalls.ts'
import { signatureHeaders } from '../bank/bankSignature.ts'
import type { House } from '../house.ts'
import { takeToken } from './rateLimit.ts'
import { fileTooLarge } from './receiveFile.ts'
import { Refused } from '../refused.ts'
import { callerByKey } from '../services/serviceCaller.ts'
import { isServiceKey } from '../services/serviceKey.ts'
import { guard } from './serve.ts'
import { actorOf, cookieOf, isSecure, sessionRefusal, type SignedIn } from './sessionToken.ts'

/** Who makes a call. */
type Caller = { token: string | null; secure: boolean; actor: SignedIn | null }

const callers = new WeakMap<FastifyRequest, Caller>()

/** Who makes the call, of a request that was admitted. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (!caller) throw new Error('the request was not admitted')
  return caller
}

/** Who makes a call that was refused, as far as this was known by then. */
export const knownCaller = (request: FastifyRequest): SignedIn | null => callers.get(request)?.actor ?? null

/** What is judged of a call before its body. */
type Door = Pick<Endpoint, 'method' | 'path' | 'allow' | 'upload' | 'signed' | 'longestBody' | 'reach'>

/**
 * Everything that may refuse a request is checked before its body is read: who is not signed in, or may not make the call, shall cost
 * neither memory nor a parser. Only a signature is over the body; whoever carries one is judged after it, by `limitRate`.
 */
export async function admit({ house, door, request }: { house: House; door: Door; request: FastifyRequest }) {
  refuseForeignOrigin(request, house)
  const secure = isSecure(house.config, { secure: request.protocol === 'https' })
  const token = cookieOf(request.headers, secure)
  const key = token?.from === 'bearer' && isServiceKey(token.value) && door.allow !== 'anyone' ? token.value : null
  const actor = key
    ? await callerByKey({ house, text: key, ip: request.ip, call: callName(door) })
    : token && (await actorOf(house, token.value))
  callers.set(request, { token: key ? null : (token?.value ?? null), secure, actor })
  // What a service account may call is limited by its own rate.
  if (!key && (!door.signed || !isSigned(request))) limitRate(house, request, actor)
  if (door.signed && !isSigned(request)) throw new Refused('signature.wrong')
  if (token && !actor && door.allow !== 'anyone') throw new Refused(await sessionRefusal(house, token.value))
  guard(door, actor)
  refuseQuery(request)
  refuseBody({ house, door, request })
}

/** Refuses who calls too often: a user by name, everybody else by address. */
export function limitRate(house: House, request: FastifyRequest, actor: SignedIn | null): void {
  takeToken(house, actor?.userId ?? request.ip, actor ? 'user' : 'stranger')
}

/** Whether a request carries a signature over its body, right or wrong. */
export const isSigned = ({ headers }: FastifyRequest): boolean => signatureHeaders.signature in headers

/** A browser that carries our cookie may only be sent here by our own pages. Machines use the bearer header and send no Origin. */
function refuseForeignOrigin(request: FastifyRequest, house: House): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refused('session.foreign_origin')
  const { origin } = request.headers
  if (origin === undefined) return
  const own = house.config.publicUrl ? new URL(house.config.publicUrl).host : request.headers.host
  if (!URL.canParse(origin) || new URL(origin).host !== own) throw new Refused('session.foreign_origin')
}

// A list takes a dozen names; the parser would make thousands of what fits into an address.
const mostQueryNames = 100

function refuseQuery({ url }: FastifyRequest): void {
  if (url.split('&', mostQueryNames + 1).length > mostQueryNames) throw new Refused('input.malformed')
}

// The names of parts and the few fields beside a file.
const envelopeBytes = 256 * 1024

/** What the sender says of the body is enough to refuse it; one of unknown length is cut off where it becomes too long. */
function refuseBody({ house, door, request }: { house: House; door: Door; request: FastifyRequest }): void {
  if (request.method === 'GET' || request.method === 'HEAD') return // their bodies are never read
  const bytes = Number(request.headers['content-length'] ?? 0)
  const { uploadMaxBytes } = house.config
  const isMultipart = /^multipart\//i.test(request.headers['content-type'] ?? '')
  if (isMultipart && !door.upload) throw new Refused('input.not_json')
  if (isMultipart && bytes > uploadMaxBytes + envelopeBytes) throw fileTooLarge(uploadMaxBytes)
  if (!isMultipart && bytes > longestBodyOf(door)) throw new Refused('input.too_large')
}
