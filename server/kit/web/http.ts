import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { errors } from '#contract/house/errors.ts'
import { longestBodyOf, type Endpoint } from '#contract/kit/endpoint.ts'
import { signatureHeaders } from '../bank/bankSignature.ts'
import { admit, callerOf, isSigned, limitRate } from './beforeBody.ts'
import { ConnectionLost, isConnectionLost } from '../postgres/connectionLost.ts'
import { isPgError } from '../db.ts'
import type { House } from '../house.ts'
import { newId } from '../ids.ts'
import { logRefusal } from './logRefusal.ts'
import { fileInJson } from './fileInJson.ts'
import { jsonParser } from './readJson.ts'
import { receiveFile, type ReceivedFile } from './receiveFile.ts'
import { Refused, RefusedWithFile } from '../refused.ts'
import { scopeOf } from '../scope.ts'
import { answerBadAddress, answerNoHttp, securityHeaders } from './securityHeaders.ts'
import { sendFile, sendStream } from './sendAnswer.ts'
import { keepCertificate, tlsOptions } from '../ownTls.ts'
import { isFile, isReply, isStream, type RequestFacts, type Route } from './serve.ts'
import { deviceOf, type SignedIn } from './sessionToken.ts'
import { traceCalls } from './traceCalls.ts'

type HttpOptions = { house: House; routes: readonly Route[] }

/** The HTTP server over the declared routes. It knows no route by name. */
export async function makeHttp({ house, routes }: HttpOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(house.config)
  const app = Fastify({
    ...(house.config.tls ? tlsOptions(house.config.tls) : {}),
    logger: false,
    routerOptions: { ignoreTrailingSlash: true },
    // Whoever is no proxy of ours could invent an address for every request, and have every limit anew.
    trustProxy: house.config.trustProxy && [...house.config.trustProxy],
    bodyLimit: 1, // each call has its own; what is no call takes no body
    requestTimeout: 300_000,
    genReqId: () => newId(),
    // Requests that run when we stop are answered: drain.ts says how long they may.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: answerBadAddress(headers),
    clientErrorHandler: answerNoHttp(headers),
    http: { requireHostHeader: false }, // refused below, with all headers
  })
  if (house.config.tls) keepCertificate(app.server, house.config.tls, house.log)
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    limits: { files: 1, fields: 10, parts: 11, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 20 },
  })
  const parse = jsonParser(app)
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isSigned(request)) rawBodies.set(request, String(body))
    parse(request, String(body), done)
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers).header('x-request-id', request.id)
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) throw new Refused('input.malformed')
    if (request.is404) throw notFound()
  })
  if (house.traces) traceCalls(app, house.traces)
  app.addHook('onSend', async ({ raw }) => dropRest(raw))
  app.setErrorHandler((error, request, reply) => answerError(house, error, request, reply))
  for (const route of routes)
    app.route({
      method: route.declared.method,
      url: `/api${route.declared.path}`,
      bodyLimit: longestBodyOf(route.declared),
      onRequest: (request) => admit({ house, door: route.declared, request }),
      handler: async (request, reply) => handle({ house, route, request, reply }),
    })
  // Before a body is read that nobody waits for.
  app.all('/api/*', { onRequest: async () => Promise.reject(notFound()) }, async () => {})
  return app
}

const notFound = (): Refused => new Refused('record.not_found', { message: 'There is no such call.' })

// As long as a sender may go on after the answer: one who is cut off at once may never read it.
const rest = { bytes: 16 * 1024 * 1024, ms: 5_000 } as const

/** Takes no notice of what still comes of a body that was not read, and hangs up on who sends for ever. */
function dropRest(raw: IncomingMessage): void {
  if (raw.complete !== false) return
  let bytes = 0
  const hangUp = (): void => void raw.destroy()
  const timer = setTimeout(hangUp, rest.ms).unref()
  raw.unpipe()
  raw.on('data', (piece: Buffer) => (bytes += piece.length) > rest.bytes && hangUp())
  raw.once('close', () => clearTimeout(timer))
}

type Exchange = { house: House; route: Route; request: FastifyRequest; reply: FastifyReply }

async function handle({ house, route, request, reply }: Exchange) {
  const { token, actor, secure } = callerOf(request)
  const signedBody = route.declared.signed ? signedBodyOf(request, house) : null
  if (route.declared.signed && signedBody === null) {
    // The bank reports thousands of transfers in a minute; whoever pretends to be the bank waits like every stranger.
    limitRate(house, request, actor)
    throw new Refused('signature.wrong')
  }
  const facts = factsOf(request, { token, secure, signedBody, actor })
  const file = route.declared.upload ? await fileOf(request, house, route.declared) : null
  try {
    if (file) await house.scanner?.scan(file)
    const answer = await route.run(house, {
      params: request.params,
      query: request.query,
      body: file ? undefined : request.body,
      file,
      request: facts,
      actor,
    })
    const scope = actor ? scopeOf(actor, route.declared) : 'auth'
    if (isStream(answer)) return await sendStream({ house, scope, who: actor?.userId ?? request.ip, answer, reply })
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

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

const factsOf = (
  request: FastifyRequest,
  { actor, ...checked }: Pick<RequestFacts, 'token' | 'secure' | 'signedBody'> & { actor: SignedIn | null },
): RequestFacts => ({
  ...checked,
  id: request.id,
  ip: request.ip,
  host: headerOf(request, 'host') ?? '',
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
  device: deviceOf(request.headers, checked.secure),
  respondAsync: /respond-async/i.test(String(request.headers['prefer'] ?? '')),
  wantsEvents: /text\/event-stream/.test(String(request.headers.accept ?? '')),
  idempotencyKey: headerOf(request, 'idempotency-key') ?? null,
  stepUpTicket: headerOf(request, 'x-step-up') ?? null,
  hasSecondFactor: actor !== null && (actor.totpEnabled || actor.passkeyEnabled),
})

// Bodies as they came, of requests that carry a signature.
const rawBodies = new WeakMap<FastifyRequest, string>()

/** The raw body of a request that the bank signed for this very path; null when it did not. */
function signedBodyOf(request: FastifyRequest, house: House): string | null {
  const body = rawBodies.get(request)
  if (!body) return null
  const fault = house.bank.callbackFault({
    timestamp: headerOf(request, signatureHeaders.timestamp),
    signature: headerOf(request, signatureHeaders.signature),
    path: request.url.split('?', 1)[0] ?? '',
    body,
  })
  return fault === null ? body : null
}

async function fileOf(request: FastifyRequest, house: House, { orJson }: Endpoint): Promise<ReceivedFile | null> {
  const { uploadMaxBytes: maxBytes, dataDir } = house.config
  if (orJson && !request.isMultipart()) return fileInJson({ body: request.body, maxBytes, dataDir })
  if (!request.isMultipart()) throw new Refused('upload.no_file')
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
  if (refused) logRefusal(house, refused, request)
  if (refused instanceof RefusedWithFile) return sendFile(reply, refused.reply, refused.status)
  // A file that failed before its first byte has named itself already.
  void reply.removeHeader('content-disposition').type('application/json; charset=utf-8')
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
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refused('upload.too_large')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refused('input.too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refused('input.not_json')
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  return status >= 400 && status < 500 ? new Refused('input.malformed') : null
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
