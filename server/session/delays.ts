import { createHash } from 'node:crypto'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Database, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'

/** Who is guessing: each key has its own count of failures. An address is shared by a whole office and may fail more often. */
export type Guesser = { key: string; freeTries: number }

/** Wrong tries that cost no waiting, by whose count they are. */
export const freeTries = { username: 3, address: 20, device: 3, session: 3 } as const

const longestDelaySeconds = 15 * 60
/** Failures are forgotten after this long without another one. */
export const forgottenAfterHours = 24

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

// Stored as hashes: what people type into the username field is sometimes their password.
const byUsername = (username: string): Guesser => ({ key: `user:${hashed(username)}`, freeTries: freeTries.username })
const byAddress = (ip: string): Guesser => ({ key: `address:${hashed(ip)}`, freeTries: freeTries.address })
const byDevice = (device: Buffer, username: string): Guesser => ({
  key: `device:${hashed(`${device.toString('base64')} ${username}`)}`,
  freeTries: freeTries.device,
})

type Attempt = { username: string; ip: string; knownDevice: Buffer | null }

/**
 * Whose failures count against a sign-in. A device its user has signed in from before counts on its own, so that a stranger
 * who guesses on pay-day cannot keep the owner out.
 */
export const guessersOf = ({ username, ip, knownDevice }: Attempt): Guesser[] =>
  knownDevice ? [byDevice(knownDevice, username)] : [byUsername(username), byAddress(ip)]

/** Guesses at invitations, which name no user. */
export const guesserOfAddress = (ip: string): Guesser[] => [byAddress(ip)]

/** Guesses at the password or the code of somebody who is signed in. */
export const guesserInSession = (userId: string): Guesser[] => [
  { key: `session:${userId}`, freeTries: freeTries.session },
]

/** Seconds to wait after so many failures: 0, 0, 0, 1, 2, 4, … up to 15 minutes. */
export const delaySeconds = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(longestDelaySeconds, 2 ** Math.min(failures - free, 20))

/**
 * Counts a try before it is examined, so that a thousand tries at once are counted one by one. Throws session.delayed when it
 * comes too early. The caller takes the count back when the try was right.
 */
export async function countTry(db: Database, guessers: readonly Guesser[]): Promise<void> {
  const at = now()
  await db.transaction('auth', async (tx) => {
    for (const { key, freeTries: free } of guessers) {
      const [before] = await rows(
        tx,
        sql<{ failures: number; last_failed_at: Date }>`insert into sign_in_delays (key, failures, last_failed_at)
          values (${key}, 0, ${at}) on conflict (key) do update set failures = sign_in_delays.failures
          returning failures, last_failed_at`,
      )
      if (!before) continue
      const wait = before.last_failed_at.getTime() / 1000 + delaySeconds(before.failures, free) - at.getTime() / 1000
      if (wait > 0) throw new Refused('session.delayed', { details: { retryAfterSeconds: Math.ceil(wait) } })
    }
    await sql`update sign_in_delays set failures = failures + 1, last_failed_at = ${at}
      where key = any (${guessers.map(({ key }) => key)})`.execute(tx)
  })
}

/** Takes back the count of a try that was not wrong: the password was right, only the code is missing. */
export async function uncountTry(tx: Tx, guessers: readonly Guesser[]): Promise<void> {
  await sql`update sign_in_delays set failures = greatest(failures - 1, 0)
    where key = any (${guessers.map(({ key }) => key)})`.execute(tx)
}

/** After a success the failures of the user or device are forgotten, those of the shared address less this one try. */
export async function forgetTries(tx: Tx, guessers: readonly Guesser[]): Promise<void> {
  await uncountTry(tx, guessers)
  const own = guessers.filter(({ key }) => !key.startsWith('address:')).map(({ key }) => key)
  await sql`delete from sign_in_delays where key = any (${own})`.execute(tx)
}
