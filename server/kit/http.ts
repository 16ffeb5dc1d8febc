import { STATUS_CODES } from 'node:http'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { errors } from '#contract/errors.ts'
import { signatureHeaders } from './bankSignature.ts'
import { ConnectionLost, isConnectionLost } from './connectionLost.ts'
import { isPgError } from './db.ts'
import type { House } from './house.ts'
import { newId } from './ids.ts'
import { takeToken } from './rateLimit.ts'
import { receiveFile, type ReceivedFile } from './receiveFile.ts'
import { Refused, RefusedWithFile } from './refused.ts'
import { scopeOf } from './scope.ts'
import { sendFile, sendStream } from './sendAnswer.ts'
import { guard, isFile, isReply, isStream, type RequestFacts, type Route } from './serve.ts'
import { actorOf, cookieOf, deviceOf, isSecure, whyShutOut, type SignedIn } from './sessionToken.ts'

/** The HTTP server over the declared routes. It knows no route by name. */
export async function makeHttp({
  house,
  routes,
}: {
  house: House
  routes: readonly Route[]
}): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    routerOptions: { ignoreTrailingSlash: true },
    // Whoever is no proxy of ours could invent an address for every request, and have every limit anew.
    trustProxy: house.config.trustProxy && [...house.config.trustProxy],
    bodyLimit: 80 * 1024 * 1024, // base64 in JSON is a third larger than the file it carries
    requestTimeout: 300_000,
    genReqId: () => newId(),
    forceCloseConnections: true,
  })
  await app.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 10_000 } })
  // An empty body is an empty object: several calls of the specification post nothing.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: 80 * 1024 * 1024 },
    (request, body, done) => {
      if (signatureHeaders.signature in request.headers) rawBodies.set(request, String(body))
      try {
        done(null, body === '' ? {} : JSON.parse(String(body)))
      } catch {
        done(new Refused('input.malformed'), undefined)
      }
    },
  )
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  })
  app.setErrorHandler((error, request, reply) => answerError(house, error, request, reply))
  for (const route of routes)
    app.route({
      method: route.declared.method,
      url: `/api${route.declared.path}`,
      ...(route.declared.signed ? { bodyLimit: longestSignedBytes } : {}),
      handler: async (request, reply) => handle({ house, route, request, reply }),
    })
  app.all('/api/*', async () => {
    throw new Refused('record.not_found', { message: 'There is no such call.' })
  })
  return app
}

async function handle({
  house,
  route,
  request,
  reply,
}: {
  house: House
  route: Route
  request: FastifyRequest
  reply: FastifyReply
}) {
  refuseForeignOrigin(request, house)
  const secure = isSecure(house.config, { secure: request.protocol === 'https' })
  const token = cookieOf(request.headers, secure)
  const actor = token ? await actorOf(house, token.value) : null
  const signedBody = route.declared.signed ? signedBodyOf(request, house) : null
  // The bank tells of thousands of transfers in a minute; whoever pretends to be the bank waits like every stranger.
  const wait = signedBody === null ? takeToken(actor?.userId ?? request.ip, actor ? 'user' : 'stranger') : 0
  if (wait > 0) throw new Refused('rate.limited', { details: { retryAfterSeconds: wait } })
  if (route.declared.signed && signedBody === null) throw new Refused('signature.wrong')
  const facts = factsOf(request, { token: token?.value ?? null, secure, signedBody, actor })
  if (token && !actor && route.declared.allow !== 'anyone') throw new Refused(await whyShutOut(house, token.value))
  guard(route.declared, actor) // before the body: who may not upload shall not fill the disk
  const file = route.declared.upload ? await fileOf(request, house) : null
  try {
    const answer = await route.run(house, {
      params: request.params,
      query: request.query,
      body: request.body,
      file,
      request: facts,
      actor,
    })
    const scope = actor ? scopeOf(actor, route.declared) : 'auth'
    if (isStream(answer)) return await sendStream({ house, scope, answer, reply })
    if (isFile(answer)) return sendFile(reply, answer)
    if (isReply(answer))
      return reply
        .code(answer.status ?? 200)
        .headers(answer.headers ?? {})
        .send(answer.body)
    return reply.send(answer)
  } finally {
    await file?.discard()
  }
}

const headerOf = ({ headers }: FastifyRequest, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

const factsOf = (
  request: FastifyRequest,
  given: Pick<RequestFacts, 'token' | 'secure' | 'signedBody'> & { actor: SignedIn | null },
): RequestFacts => ({
  id: request.id,
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
  token: given.token,
  device: deviceOf(request.headers, given.secure),
  secure: given.secure,
  respondAsync: /respond-async/i.test(String(request.headers['prefer'] ?? '')),
  wantsEvents: /text\/event-stream/.test(String(request.headers.accept ?? '')),
  idempotencyKey: headerOf(request, 'idempotency-key'),
  stepUpTicket: headerOf(request, 'x-step-up'),
  hasSecondFactor: given.actor?.totpEnabled ?? false,
  signedBody: given.signedBody,
})

// Bodies as they came, of requests that carry a signature.
const rawBodies = new WeakMap<FastifyRequest, string>()
const longestSignedBytes = 64 * 1024

/** The raw body of a request that the bank signed for this very path; null when it did not. */
function signedBodyOf(request: FastifyRequest, house: House): string | null {
  const header = (name: string): string | undefined => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const body = rawBodies.get(request)
  if (!body) return null
  const fault = house.bank.callbackFault({
    timestamp: header(signatureHeaders.timestamp),
    signature: header(signatureHeaders.signature),
    path: request.url.split('?', 1)[0] ?? '',
    body,
  })
  return fault === null ? body : null
}

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

async function fileOf(request: FastifyRequest, house: House): Promise<ReceivedFile | null> {
  if (!request.isMultipart()) throw new Refused('upload.no_file')
  const { uploadMaxBytes: maxBytes, dataDir } = house.config
  const part = await request.file({ limits: { fileSize: maxBytes + 1 } })
  if (!part) throw new Refused('upload.no_file')
  const fields = () =>
    Object.fromEntries(
      Object.values(part.fields).flatMap((field) =>
        field && !Array.isArray(field) && field.type === 'field' ? [[field.fieldname, String(field.value)]] : [],
      ),
    )
  return receiveFile({
    stream: part.file,
    fileName: part.filename,
    mediaType: part.mimetype,
    maxBytes,
    dataDir,
    fields,
  })
}

function answerError(house: House, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refused = refusedFrom(error)
  if (refused instanceof RefusedWithFile) return sendFile(reply, refused.reply, refused.status)
  if (refused) {
    const wait = refused.details?.['retryAfterSeconds']
    if (typeof wait === 'number') void reply.header('retry-after', String(Math.ceil(wait)))
    return reply.code(refused.status).send({
      error: true,
      code: refused.code,
      message: refused.message,
      ...(refused.details ? { details: refused.details } : {}),
    })
  }
  // Names and numbers of people may stand in a fault's text: log where it arose, never what it held.
  house.log.error({ requestId: request.id, route: request.routeOptions.url, fault: faultOf(error) }, 'fault')
  return reply.code(500).send({
    error: true,
    code: 'server.fault',
    message: errors['server.fault'].message,
    details: { requestId: request.id },
  })
}

const notKnown = 'The database went away while it was saving. Look whether this was saved before you do it again.'

function refusedFrom(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  // Locked too long, cut off, no connection left; or five times in the way of another transaction.
  if (isPgError(error) && /^(55P03|57014|53300|40001|40P01)$/.test(error.code ?? '')) return new Refused('server.busy')
  // Numbers and characters that are well-formed on the wire but that no column can hold.
  if (isPgError(error) && /^(22003|22021|22P05)$/.test(error.code ?? '')) return new Refused('input.malformed')
  if (isPgError(error) && error.code === '53100')
    return new Refused('upload.file_failed', { message: 'The disk of the server is full. Nothing was saved.' })
  if (isConnectionLost(error))
    return new Refused('server.busy', {
      ...(error instanceof ConnectionLost && error.isUnknown ? { message: notKnown } : {}),
      details: { retryAfterSeconds: 2 },
    })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // The multipart parser names its faults by their text only; its input is the sender's.
  if (error instanceof Error && /unexpected end of multipart data|^Multipart: |^Boundary required/i.test(error.message))
    return new Refused('input.malformed')
  if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refused('upload.too_large')
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  return status >= 400 && status < 500
    ? new Refused('input.malformed', { message: STATUS_CODES[status] ?? errors['input.malformed'].message })
    : null
}

const faultOf = (error: unknown) =>
  error instanceof Error
    ? {
        name: error.name,
        code: 'code' in error ? String(error.code) : undefined,
        at: error.stack
          ?.split('\n')
          .slice(1, 6)
          .map((line) => line.trim()),
      }
    : { name: typeof error }
