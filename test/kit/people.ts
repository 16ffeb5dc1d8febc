import type { LightMyRequestResponse } from 'fastify'
import type { users } from '../../db/seed/organisations.ts'

/** Everybody of the demo valley by a name that says who they are. */
export const usernames = {
  wanjikuMaker: 'fcs.maker',
  otienoChecker: 'fcs.checker',
  margaretManager: 'fcs.manager',
  danielMaker: 'fcs2.maker',
  purityChecker: 'fcs2.checker',
  kipronoMillerMaker: 'miller.maker',
  aliceMillerChecker: 'miller.checker',
  brianMarketerMaker: 'marketer.maker',
  halimaMarketerChecker: 'marketer.checker',
  kevinBrokerMaker: 'broker.maker',
  catherineBrokerChecker: 'broker.checker',
  rashidWarehouseMaker: 'warehouse.maker',
  naomiWarehouseClerk: 'warehouse.user',
  francisWarehouseChecker: 'warehouse.checker',
  estherBankMaker: 'bank.maker',
  peterBankChecker: 'bank.checker',
  josephKpcuMaker: 'kpcu.maker',
  mercyKpcuChecker: 'kpcu.checker',
  aminaViewer: 'gov.viewer',
  samuelAdministrator: 'admin',
  beatriceAdministrator: 'admin.checker',
  simonManager: 'fcs2.manager',
  lydiaMaker: 'fcs3.maker',
  georgeChecker: 'fcs3.checker',
  janeManager: 'fcs3.manager',
  graceWarehouseChecker: 'warehouse2.checker',
  zainabBuyer: 'buyer.user',
  victorBuyer: 'buyer2.user',
} as const satisfies Record<string, (typeof users)[number]['username']>
export type PersonName = keyof typeof usernames

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type RequestOptions = {
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
  /** Bytes that are sent as they are, with a content type among the headers. */
  payload?: Buffer
}

/** The answer to a request: `body` is the parsed JSON, or null when the answer is a file; `bytes` is what came. */
export type HttpAnswer<Body = unknown> = {
  status: number
  body: Body
  bytes: Buffer
  headers: Record<string, string>
}

export type Person = (typeof users)[number] & {
  token: string
  request: <Body = unknown>(method: Method, path: string, options?: RequestOptions) => Promise<HttpAnswer<Body>>
  get: <Body = unknown>(path: string, query?: RequestOptions['query']) => Promise<HttpAnswer<Body>>
  post: <Body = unknown>(path: string, body?: unknown, options?: RequestOptions) => Promise<HttpAnswer<Body>>
  upload: <Body = unknown>(
    path: string,
    fileName: string,
    bytes: Uint8Array | string,
    fields?: Record<string, string>,
    options?: RequestOptions,
  ) => Promise<HttpAnswer<Body>>
}

/** Sends one request; the path stands below /api. */
export type Send = (request: RequestOptions & { method: Method; path: string; token?: string }) => Promise<HttpAnswer>

/** Puts the calls of one user around a way to send. */
export function personOf(user: (typeof users)[number], token: string, send: Send): Person {
  // border: a test says what it expects in the answer; everyEndpoint.test.ts holds every answer against its declaration.
  const request = async <Body>(method: Method, path: string, options: RequestOptions = {}) =>
    (await send({ ...options, method, path, token })) as HttpAnswer<Body>
  return {
    ...user,
    token,
    request,
    get: (path, query) => request('GET', path, query ? { query } : {}),
    post: (path, body, options) => request('POST', path, { ...options, body: body ?? {} }),
    upload: async (path, fileName, bytes, fields = {}, options = {}) =>
      request('POST', path, await withFile(fileName, bytes, fields, options)),
  }
}

/** A multipart request as a browser makes it: the fields first, the file last. */
export async function withFile(
  fileName: string,
  bytes: Uint8Array | string,
  fields: Record<string, string> = {},
  options: RequestOptions = {},
): Promise<RequestOptions> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), fileName)
  const encoded = new Response(form)
  const payload = Buffer.from(await encoded.arrayBuffer())
  return {
    ...options,
    payload,
    headers: { 'content-type': encoded.headers.get('content-type') ?? '', ...options.headers },
  }
}

export function answerOf(response: LightMyRequestResponse): HttpAnswer {
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  const isJson =
    !headers['content-encoding'] && headers['content-type']?.startsWith('application/json') && response.payload !== ''
  return { status: response.statusCode, body: isJson ? response.json() : null, bytes: response.rawPayload, headers }
}
