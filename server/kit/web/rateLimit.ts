import { now } from '../clock.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'

type Bucket = { tokens: number; at: number }
/** How often somebody may call; beside these, the key of a program has a rate of its own. */
export const rates = {
  user: { perSecond: 60, burst: 300 },
  stranger: { perSecond: 10, burst: 60 },
  // As fast as a form asks, and too slow to try out numbers.
  lookUp: { perSecond: 1, burst: 60 },
} as const
// Each server that runs here has its own.
const ofServer = new WeakMap<House['config'], Map<string, Bucket>>()

/** How often somebody may call who is none of these kinds. */
type Rate = { perSecond: number; burst: number }

/** Takes one token of a user's or a stranger's bucket. Throws `rate.limited` with the seconds until the next one. */
export function takeToken({ config }: Pick<House, 'config'>, who: string, kind: keyof typeof rates | Rate): void {
  const buckets = ofServer.get(config) ?? new Map<string, Bucket>()
  ofServer.set(config, buckets)
  const { perSecond, burst } = typeof kind === 'string' ? rates[kind] : kind
  const at = now().getTime()
  const bucket = buckets.get(who) ?? { tokens: burst, at }
  // A clock that was set back gives nothing, and takes nothing away.
  bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond)
  bucket.at = at
  if (buckets.size > 50_000) buckets.clear() // a flood of addresses must not fill the memory
  buckets.set(who, bucket)
  if (bucket.tokens < 1)
    throw new Refused('rate.limited', { details: { retryAfterSeconds: (1 - bucket.tokens) / perSecond } })
  bucket.tokens -= 1
}
