import { randomUUID } from 'node:crypto'
import { accountKey, plainAccount, type BankAccount, type BankChannel, type PlainAccount } from './bankAccounts.ts'
import { makeBreaker, type BreakerState } from './bankBreaker.ts'
import { channels, type AccountReading } from './bankChannels.ts'
import { makeDeals, type Deals } from './bankDeals.ts'
import { makeFiles, type Files } from './bankFiles.ts'
import { signatureFault } from './bankSignature.ts'
import { makeTransfers, type TransferOptions, type Transfers } from './bankTransfers.ts'
import { makeLimiter } from '../limiter.ts'
import type { Traces } from '../traces.ts'
import { makeBankWire, silence, type Silence, type SilentReason } from './bankWire.ts'

/** What is known about an account after a look-up; silent means look it up again later, closed includes dormant and blocked. */
export type LookUp = { channel: BankChannel; checkedAt: Date } & (
  | { outcome: 'found'; accountName: string }
  | { outcome: 'not_found' | 'closed' | 'name_missing' }
  | { outcome: 'silent'; reason: SilentReason }
)

/** Whether the bank can be reached, and how each channel is doing. */
type BankHealth = { isReachable: boolean; channels: Record<BankChannel, BreakerState> }

/** The one door to the bank. Nothing here throws because of what the bank does, and no call is repeated. */
export type Bank = Transfers &
  Deals &
  Files & {
    lookUp: (account: BankAccount, options?: { signal?: AbortSignal }) => Promise<LookUp>
    /** Answers for every account under its accountKey; onEach is awaited, once per different account. */
    lookUpMany: (
      accounts: Iterable<BankAccount>,
      options?: { onEach?: (account: BankAccount, lookUp: LookUp) => void | Promise<void>; signal?: AbortSignal },
    ) => Promise<Map<string, LookUp>>
    /** Why what came in is not from the bank, or null when it is. */
    callbackFault: (callback: {
      timestamp: string | undefined
      signature: string | undefined
      path: string
      body: string
    }) => 'missing' | 'stale' | 'wrong' | null
    health: () => Promise<BankHealth>
  }

/** What makeBank needs; `silentInARow` silences open a channel's breaker for `restMs`. */
type BankOptions = {
  url: string
  secret: string
  timeoutMs: number
  concurrency: number
  now: () => Date
  transfers: TransferOptions
  fetch?: typeof fetch
  traces?: Traces | undefined
  breaker?: { silentInARow: number; restMs: number }
}

const defaultBreaker = { silentInARow: 20, restMs: 15_000 }
// A callback older than this was kept by somebody on its way, and is refused.
const staleCallbackMs = 300_000

/** Makes the door; look-ups wait for a free place so that at most `concurrency` are under way. */
export function makeBank(options: BankOptions): Bank {
  const { secret, concurrency, now } = options
  const wire = makeBankWire(options)
  const newBreaker = () => makeBreaker({ ...defaultBreaker, ...options.breaker, now })
  const breakers = { internal: newBreaker(), pesalink: newBreaker(), mpesa: newBreaker() }
  const limited = makeLimiter(concurrency)

  async function lookUp(account: BankAccount, { signal }: { signal?: AbortSignal } = {}): Promise<LookUp> {
    const plain = plainAccount(account)
    const reading: AccountReading | Silence = plain.isPossible
      ? await limited(() => lookUpGuarded(plain, signal))
      : { outcome: 'not_found' }
    return { ...reading, channel: plain.channel, checkedAt: now() }
  }

  async function lookUpGuarded(
    plain: PlainAccount,
    signal: AbortSignal | undefined,
  ): Promise<AccountReading | Silence> {
    if (signal?.aborted) return silence('cancelled')
    const breaker = breakers[plain.channel]
    const permit = breaker.enter()
    if (!permit) return silence('resting')
    const reading = await requestLookUp(plain, signal)
    const isCancelled = reading.outcome === 'silent' && reading.reason === 'cancelled'
    breaker.leave(permit, isCancelled ? 'cancelled' : reading.outcome === 'silent' ? 'silent' : 'answered')
    return reading
  }

  async function requestLookUp(
    account: PlainAccount,
    signal: AbortSignal | undefined,
  ): Promise<AccountReading | Silence> {
    const channel = channels[account.channel]
    const request = { account, timestamp: now().toISOString(), reference: newMessageReference() }
    const response = await wire.request({ path: channel.path, body: channel.requestBody(request), signal })
    if (response.outcome === 'silent') return response
    if (response.status !== 200) return silence(response.status >= 500 ? 'server_error' : 'refused')
    return channel.readAnswer(response.json, request)
  }

  return {
    lookUp,
    lookUpMany: async (accounts, { onEach, signal } = {}) => {
      const different = new Map<string, BankAccount>()
      for (const account of accounts) different.set(accountKey(account), account)
      const answers = new Map<string, LookUp>()
      const remaining = different.entries()
      let isStopped = false
      // Workers share one iterator: the accounts are never all queued at once, so others get their turn in between.
      const work = async () => {
        for (const [key, account] of remaining) {
          if (isStopped) return
          const answer = await lookUp(account, signal ? { signal } : {})
          answers.set(key, answer)
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
      return answers
    },
    ...makeDeals({ wire, newMessageReference }),
    ...makeFiles({ wire, now, callbackUrl: options.transfers.callbackUrl }),
    ...makeTransfers({ wire, now, newMessageReference, options: options.transfers }),
    callbackFault: (callback) => signatureFault({ ...callback, secret, now: now(), staleMs: staleCallbackMs }),
    health: async () => ({
      isReachable: await wire.isReachable(),
      channels: {
        internal: breakers.internal.state(),
        pesalink: breakers.pesalink.state(),
        mpesa: breakers.mpesa.state(),
      },
    }),
  }
}

// Co-operative Bank Connect takes at most 27 characters.
const newMessageReference = (): string => randomUUID().replaceAll('-', '').slice(0, 27)
