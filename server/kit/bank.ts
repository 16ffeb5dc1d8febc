import { randomUUID } from 'node:crypto'
import { accountKey, plainAccount, type BankAccount, type BankChannel, type PlainAccount } from './bankAccounts.ts'
import { makeBreaker, type BreakerState } from './bankBreaker.ts'
import { channels, type Reading } from './bankChannels.ts'
import { sign, signatureHeaders } from './bankSignature.ts'

/** Why the bank's word is missing: none of these says anything about the account. */
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

/** What is known about an account after asking; silent means ask again later, closed includes dormant and blocked. */
export type LookUp = { channel: BankChannel; checkedAt: Date } & (
  | { outcome: 'found'; accountName: string }
  | { outcome: 'not_found' | 'closed' | 'name_missing' }
  | { outcome: 'silent'; reason: SilentReason }
)

/** Whether the bank can be reached, and how each channel is doing. */
export type BankHealth = { isReachable: boolean; channels: Record<BankChannel, BreakerState> }

/** The one door to the bank. Nothing here throws because of what the bank does, and no call is repeated. */
export type Bank = {
  lookUp: (account: BankAccount, options?: { signal?: AbortSignal }) => Promise<LookUp>
  /** Answers for every account under its accountKey; onEach is awaited, once per different account. */
  lookUpMany: (
    accounts: Iterable<BankAccount>,
    options?: { onEach?: (account: BankAccount, lookUp: LookUp) => void | Promise<void>; signal?: AbortSignal },
  ) => Promise<Map<string, LookUp>>
  health: () => Promise<BankHealth>
}

/** What makeBank needs; `silentInARow` silences open a channel's breaker for `restMs`. */
export type BankOptions = {
  url: string
  secret: string
  timeoutMs: number
  concurrency: number
  now: () => Date
  fetch?: typeof fetch
  breaker?: { silentInARow: number; restMs: number }
}

// A look-up's answer has a few hundred characters; more is not an answer.
const longestAnswerBytes = 16_384
const usualBreaker = { silentInARow: 20, restMs: 15_000 }

/** Makes the door; calls wait for a free place so that at most `concurrency` are under way. */
export function makeBank(options: BankOptions): Bank {
  const { secret, timeoutMs, concurrency, now } = options
  const send = options.fetch ?? fetch
  const url = options.url.replace(/\/+$/, '')
  const newBreaker = () => makeBreaker({ ...usualBreaker, ...options.breaker, now })
  const breakers = { internal: newBreaker(), pesalink: newBreaker(), mpesa: newBreaker() }
  const inTurn = makeTurns(concurrency)

  async function lookUp(account: BankAccount, { signal }: { signal?: AbortSignal } = {}): Promise<LookUp> {
    const plain = plainAccount(account)
    const reading: Reading | Silence = plain.isPossible
      ? await inTurn(() => askGuarded(plain, signal))
      : { outcome: 'not_found' }
    return { ...reading, channel: plain.channel, checkedAt: now() }
  }

  async function askGuarded(plain: PlainAccount, signal: AbortSignal | undefined): Promise<Reading | Silence> {
    if (signal?.aborted) return silence('cancelled')
    const breaker = breakers[plain.channel]
    const permit = breaker.enter()
    if (!permit) return silence('resting')
    const reading = await ask(plain, signal).catch((error: unknown) => silence(reasonOf(error, signal)))
    const isCancelled = reading.outcome === 'silent' && reading.reason === 'cancelled'
    breaker.leave(permit, isCancelled ? 'cancelled' : reading.outcome === 'silent' ? 'silent' : 'answered')
    return reading
  }

  async function ask(account: PlainAccount, signal: AbortSignal | undefined): Promise<Reading | Silence> {
    const channel = channels[account.channel]
    const timestamp = now().toISOString()
    // Co-operative Bank Connect takes at most 27 characters.
    const question = { account, timestamp, reference: randomUUID().replaceAll('-', '').slice(0, 27) }
    const body = JSON.stringify(channel.ask(question))
    const deadline = AbortSignal.timeout(timeoutMs)
    const response = await send(url + channel.path, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        [signatureHeaders.timestamp]: timestamp,
        [signatureHeaders.signature]: sign({ secret, timestamp, body }),
      },
      body,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      return silence(response.status >= 500 ? 'server_error' : 'refused')
    }
    const answer = await readJson(response)
    return answer === undefined ? silence('garbage') : channel.read(answer, question)
  }

  return {
    lookUp,
    lookUpMany: async (accounts, { onEach, signal } = {}) => {
      const different = new Map<string, BankAccount>()
      for (const account of accounts) different.set(accountKey(account), account)
      const found = new Map<string, LookUp>()
      const left = different.entries()
      let isStopped = false
      // Workers share one iterator: the accounts are never all queued at once, so others get their turn in between.
      const work = async () => {
        for (const [key, account] of left) {
          if (isStopped) return
          const answer = await lookUp(account, signal ? { signal } : {})
          found.set(key, answer)
          await onEach?.(account, answer)
        }
      }
      const stop = (error: unknown): never => {
        isStopped = true
        throw error
      }
      const ended = await Promise.allSettled(Array.from({ length: concurrency }, () => work().catch(stop)))
      const failed = ended.find((each) => each.status === 'rejected')
      if (failed) throw failed.reason
      return found
    },
    health: async () => ({
      isReachable: await send(`${url}/health/live`, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).then(
        async (response) => {
          await response.body?.cancel()
          return response.ok
        },
        () => false,
      ),
      channels: {
        internal: breakers.internal.state(),
        pesalink: breakers.pesalink.state(),
        mpesa: breakers.mpesa.state(),
      },
    }),
  }
}

type Silence = { outcome: 'silent'; reason: SilentReason }

function silence(reason: SilentReason): Silence {
  return { outcome: 'silent', reason }
}

function reasonOf(error: unknown, signal: AbortSignal | undefined): SilentReason {
  if (signal?.aborted) return 'cancelled'
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
}

// Undefined when the body is too long, not UTF-8 or not JSON. Counted after unpacking, so a compressed bomb stops here too.
async function readJson(response: Response): Promise<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the body.
    if (bytes > longestAnswerBytes) return undefined
    try {
      text += decoder.decode(chunk, { stream: true })
    } catch {
      return undefined
    }
  }
  try {
    return JSON.parse(text + decoder.decode()) as unknown
  } catch {
    return undefined
  }
}

function makeTurns(places: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
