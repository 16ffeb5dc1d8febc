import type { z } from 'zod'
import { isBinary, type Endpoint, type SentTo } from '#contract/kit/endpoint.ts'
import { errors } from '#contract/house/errors.ts'
import { answerInPreview } from './preview.ts'
import { requestCode, ticketInHand } from './forms/stepUp.ts'

/** A file that was answered, with the name the server gave it and, for annotated workbooks, what was found. */
export type Downloaded = { blob: Blob; fileName: string; summary: UploadSummary | null }
type UploadSummary = { read: number; valid: number; failed: number; message?: string; first?: unknown[] }

/** What a call answers: the declared JSON, or the file of a binary endpoint. */
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : Downloaded

/** Any outcome that is not the declared answer. `message` is a sentence for people; `code` is what programs compare. */
export class CallRefused extends Error {
  status: number
  code: string
  details: Record<string, unknown>
  constructor(refused: { status: number; code: string; message: string; details?: Record<string, unknown> }) {
    super(refused.message)
    this.name = 'CallRefused'
    this.status = refused.status
    this.code = refused.code
    this.details = refused.details ?? {}
  }
}

type Extras = {
  signal?: AbortSignal
  idempotencyKey?: string
  prefer?: string
  /** The answer to the same call, made before this program ran. */
  earlyResponse?: Promise<Response> | undefined
}
/** Values that an address can carry. */
type AddressValues = Record<string, string | number | boolean | undefined>
type Parts = { params?: AddressValues; query?: AddressValues; body?: unknown }

/** Makes one declared call. A state-changing call carries an idempotency key; pass it again to repeat the same call. */
export async function call<const E extends Endpoint>(to: E, sent: SentTo<E> & Extras): Promise<AnswerOf<E>> {
  // The contract types `sent` for the caller; here only the three parts matter.
  const parts = sent as Parts
  const previewed = answerInPreview(to, parts.query)
  if (previewed && 'refused' in previewed) throw refusedInPreview(previewed)
  // The empty page of a list, which every list may answer.
  if (previewed) return previewed.answer as AnswerOf<E>
  const headers = headersOf(to, sent)
  if (parts.body !== undefined) headers['Content-Type'] = 'application/json'
  let response: Response
  try {
    response = await (sent.earlyResponse ??
      fetch(urlOf(to, parts), {
        method: to.method,
        headers,
        credentials: 'same-origin',
        ...(isLeaving ? { keepalive: true } : {}),
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
        ...(sent.signal ? { signal: sent.signal } : {}),
      }))
  } catch (fault) {
    if (sent.signal?.aborted) throw fault
    throw unreachable()
  }
  const header = (name: string) => response.headers.get(name)
  if (!response.ok) {
    const refused = await refusedBy(to, response.status, await response.blob(), header)
    if (refused.code !== 'step_up.required') throw refused
    if (await requestCode(headers['X-Step-Up'])) return repeat(to, sent, headers)
    // Who enters no code has cancelled the call: a form says so, the message bar does not.
    refused.name = 'AbortError'
    throw refused
  }
  // The server checks its answers against the declaration, so the border is safe here.
  if (isBinary(to.answer)) return fileOf(await response.blob(), header) as AnswerOf<E>
  return (await response.json()) as AnswerOf<E>
}

let isLeaving = false
/** The calls that `run` makes at once are finished by the browser, although the page is being left. */
export function whileLeaving(run: () => void) {
  isLeaving = true
  run()
  isLeaving = false
}

/** The same act again, under its key. */
const repeat = <E extends Endpoint>(to: E, sent: SentTo<E> & Extras, headers: Record<string, string>) => {
  const { 'Idempotency-Key': idempotencyKey } = headers
  return call(to, { ...sent, ...(idempotencyKey ? { idempotencyKey } : {}) })
}

type SentFile<E extends Endpoint> = {
  to: E
  params: Record<string, string>
  file: File
  fields?: Record<string, string>
  /** Called with the share of bytes sent, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  idempotencyKey?: string
}

/** Sends a file as multipart. By XMLHttpRequest, because fetch reports no progress of an upload. */
export async function sendFile<const E extends Endpoint>(send: SentFile<E>): Promise<AnswerOf<E>> {
  const previewed = answerInPreview(send.to)
  if (previewed && 'refused' in previewed) throw refusedInPreview(previewed)
  const form = new FormData()
  // Fields go first, so that the server knows them before it streams the file.
  for (const [name, value] of Object.entries(send.fields ?? {})) form.append(name, value)
  form.append('file', send.file, send.file.name)
  const request = new XMLHttpRequest()
  request.open(send.to.method, urlOf(send.to, { params: send.params }))
  request.responseType = 'blob'
  const key = send.idempotencyKey ? { idempotencyKey: send.idempotencyKey } : {}
  for (const [name, value] of Object.entries(headersOf(send.to, { ...key, prefer: 'respond-async' })))
    request.setRequestHeader(name, value)
  const { promise, resolve, reject } = Promise.withResolvers<AnswerOf<E>>()
  const header = (name: string) => request.getResponseHeader(name)
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) send.onProgress?.(event.loaded / event.total)
  }
  request.onerror = () => reject(unreachable())
  request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
  request.onload = () => {
    // With responseType blob the answer is a Blob; an empty answer has none.
    const blob = (request.response as Blob | null) ?? new Blob()
    const answer =
      request.status < 300
        ? blob.text().then((text) => JSON.parse(text) as AnswerOf<E>)
        : refusedBy(send.to, request.status, blob, header).then((refused) => Promise.reject(refused))
    answer.then(resolve, reject)
  }
  send.signal?.addEventListener('abort', () => request.abort(), { once: true })
  request.send(form)
  return promise
}

let signedOut: (code: string) => void = () => {}
/** Says what happens when the server no longer knows the session, or wants a second factor first. There is one listener: the application. */
export function whenSignedOut(listener: (code: string) => void) {
  signedOut = listener
}

/** A new idempotency key; keep it for every repetition of the same act. */
export const newKey = () => crypto.randomUUID()

/** Address of a call: base, encoded path parameters, and the query without what is undefined. */
export function urlOf(to: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = to.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`${to.path}: ${name} is missing`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

function headersOf(to: Endpoint, extras: Extras): Record<string, string> {
  return {
    Accept: isBinary(to.answer) ? '*/*' : 'application/json',
    ...(to.method === 'GET' ? {} : { 'Idempotency-Key': extras.idempotencyKey ?? newKey() }),
    ...(extras.prefer ? { Prefer: extras.prefer } : {}),
    ...(to.stepUp ? ticketInHand() : {}),
  }
}

const refusedInPreview = ({ refused }: { refused: string }) =>
  new CallRefused({ status: 403, code: 'preview', message: refused })

const unreachable = () =>
  new CallRefused({ status: 0, code: 'network', message: 'Network error or server unreachable' })

type Header = (name: string) => string | null

async function refusedBy(to: Endpoint, status: number, blob: Blob, header: Header): Promise<CallRefused> {
  const refused = await readRefusal(status, blob, header)
  // A wrong password or code is answered with 401 too, and must not end the session it is asked in.
  const isOut = status === 401 && to.allow !== 'anyone' && !ownCodes.has(refused.code)
  if (isOut || refused.code === 'second_factor.first') signedOut(refused.code)
  return refused
}

const ownCodes = new Set(['session.wrong', 'session.code_required', 'session.code_wrong', 'passkey.wrong'])

async function readRefusal(status: number, blob: Blob, header: Header): Promise<CallRefused> {
  const wait = Number(header('Retry-After'))
  const retryAfter = wait > 0 ? { retryAfter: wait } : {}
  if (!(header('Content-Type') ?? '').includes('json')) {
    if (status === 424) {
      const details = fileOf(blob, header)
      const message = details.summary?.message ?? errors['upload.rows_invalid'].message
      return new CallRefused({ status, code: 'upload.rows_invalid', message, details })
    }
    const code = plainRefusals[status] ?? 'server.fault'
    return new CallRefused({ status, code: code, message: errors[code].message, details: retryAfter })
  }
  // The shape is the contract's Refusal; a proxy in between may answer other JSON, hence the defaults.
  const refusal = (await blob
    .text()
    .then(JSON.parse)
    .catch(() => ({}))) as Partial<{
    code: string
    message: string
    details: Record<string, unknown>
  }>
  return new CallRefused({
    status,
    code: refusal.code ?? 'server.fault',
    message: refusal.message ?? errors['server.fault'].message,
    details: { ...refusal.details, ...retryAfter },
  })
}

/** What a proxy or the network edge means when it refuses without our JSON. */
const plainRefusals: Record<number, keyof typeof errors> = {
  401: 'session.missing',
  403: 'permission.missing',
  404: 'record.not_found',
  413: 'upload.too_large',
  429: 'rate.limited',
  502: 'server.busy',
  503: 'server.busy',
  504: 'server.busy',
}

function fileOf(blob: Blob, header: Header): Downloaded {
  return { blob, fileName: fileNameOf(header('Content-Disposition')), summary: summaryOf(header('X-Upload-Summary')) }
}

/** File name of a Content-Disposition header; the UTF-8 form wins. */
export function fileNameOf(disposition: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) return decodeURIComponent(extended)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download'
}

function summaryOf(text: string | null): UploadSummary | null {
  if (!text) return null
  try {
    return JSON.parse(text) as UploadSummary
  } catch {
    // A damaged header only loses the numbers; the workbook itself is complete.
    return null
  }
}
