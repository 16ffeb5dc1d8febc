import { traced, type Span, type Traces } from '../traces.ts'
import { answerPath, sign, signatureFault, signatureHeaders } from './bankSignature.ts'

/** Why the bank's answer is missing: none of these says anything about the account or the money. */
export type SilentReason =
  | 'timeout'
  | 'unreachable'
  | 'server_error'
  | 'refused'
  | 'garbage'
  | 'mismatch'
  | 'undecided'
  | 'resting'
  | 'cancelled'

/** No answer from the bank, and why. */
export type Silence = { outcome: 'silent'; reason: SilentReason }

/** An answer whose body is JSON, whatever its status; what it means is the adapter's affair. `isSigned`: it is the bank's own. */
export type BankResponse = { outcome: 'answered'; status: number; json: unknown; isSigned: boolean }

/** One signed request to the bank; `longestBytes` bounds its answer. */
type BankRequest = { path: string; body: object; longestBytes?: number; signal?: AbortSignal | undefined }

export type BankWire = {
  /** Sends once and never throws because of what the bank does. */
  request: (request: BankRequest) => Promise<BankResponse | Silence>
  isReachable: () => Promise<boolean>
}

// An answer about one account or transfer has a few hundred characters; more is not an answer.
const longestAnswerBytes = 16_384

/** The wire to the bank's gateway: signs, bounds the time and the size, and separates an answer from silence. */
export function makeBankWire(options: {
  url: string
  secret: string
  timeoutMs: number
  now: () => Date
  fetch?: typeof fetch
  traces?: Traces | undefined
}): BankWire {
  const { secret, timeoutMs, now } = options
  const send = options.fetch ?? fetch
  const url = options.url.replace(/\/+$/, '')

  async function post(
    { path, body: content, longestBytes, signal }: BankRequest,
    span: Span | undefined,
  ): Promise<BankResponse | Silence> {
    const timestamp = now().toISOString()
    const body = JSON.stringify(content)
    const deadline = AbortSignal.timeout(timeoutMs)
    const address = new URL(url + path)
    const response = await send(address.href, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(span && { traceparent: span.traceparent }),
        [signatureHeaders.timestamp]: timestamp,
        [signatureHeaders.signature]: sign({ secret, timestamp, path: address.pathname, body }),
      },
      body,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    })
    span?.tell({ 'http.response.status_code': response.status })
    const text = await readText(response, longestBytes ?? longestAnswerBytes)
    const json = text === undefined ? undefined : parse(text)
    if (text === undefined || json === undefined) return silenceOf(response.status)
    const fault = signatureFault({
      secret,
      timestamp: response.headers.get(signatureHeaders.timestamp) ?? undefined,
      signature: response.headers.get(signatureHeaders.signature) ?? undefined,
      path: answerPath(address.pathname),
      body: text,
      now: now(),
      // An answer names its request, which is new each time: an old one shows by that.
      staleMs: 0,
    })
    return { outcome: 'answered', status: response.status, json, isSigned: fault === null }
  }

  return {
    request: (request) =>
      traced(
        { name: `bank ${request.path}`, kind: 'client', attributes: { 'http.request.method': 'POST' } },
        async (span) => {
          const answer = await post(request, span).catch((error: unknown) => silence(reasonOf(error, request.signal)))
          if (answer.outcome === 'silent') span?.tell({ 'error.type': answer.reason })
          return answer
        },
        options.traces,
      ),
    isReachable: () =>
      send(`${url}/health/live`, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).then(
        async (response) => {
          await response.body?.cancel()
          return response.ok
        },
        () => false,
      ),
  }
}

export function silence(reason: SilentReason): Silence {
  return { outcome: 'silent', reason }
}

/** What an answer with this status says when its body says nothing that was agreed. */
export function silenceOf(status: number): Silence {
  if (status === 200 || status === 207) return silence('garbage')
  return silence(status >= 500 ? 'server_error' : 'refused')
}

function reasonOf(error: unknown, signal: AbortSignal | undefined): SilentReason {
  if (signal?.aborted) return 'cancelled'
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
}

// Undefined when the body is too long or not UTF-8. Counted after unpacking, so a compressed bomb stops here too.
async function readText(response: Response, longestBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the body.
    if (bytes > longestBytes) return undefined
    try {
      text += decoder.decode(chunk, { stream: true })
    } catch {
      return undefined
    }
  }
  try {
    return text + decoder.decode()
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
