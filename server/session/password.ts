import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refused } from '#server/kit/refused.ts'
import { isLeaked } from './leakedPasswords.ts'
import { oftenUsed } from './oftenUsed.ts'

type Cost = { memoryKib: number; passes: number; lanes: number }
const derive = promisify(argon2) // on libuv's threads: a sign-in never holds up other requests
// OWASP's smallest setting for argon2id: about 25 ms and 19 MiB for each guess.
const cost: Cost = { memoryKib: 19_456, passes: 2, lanes: 1 }

/** Hashes a password with argon2id into a PHC string, which carries its own parameters and salt. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const hash = await deriveWith(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}$${plain(salt)}$${plain(hash)}`
}

/** Compares a password with a PHC string. `rehash` says that the parameters have changed since it was made. */
export async function verifyPassword(
  password: string,
  stored: string | null,
): Promise<{ right: boolean; rehash: boolean }> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? '')
  if (!parts) {
    // A name that nobody has, or who has no password yet, answers as slowly as everybody else.
    await pretendToVerify(password)
    return { right: false, rehash: false }
  }
  const [, memoryKib, passes, lanes, salt = '', hash = ''] = parts
  const storedCost: Cost = { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) }
  const expectedHash = Buffer.from(hash, 'base64')
  const right = timingSafeEqual(
    await deriveWith(password, Buffer.from(salt, 'base64'), storedCost, expectedHash.length),
    expectedHash,
  )
  const changed =
    storedCost.memoryKib !== cost.memoryKib || storedCost.passes !== cost.passes || storedCost.lanes !== cost.lanes
  return { right, rehash: right && changed }
}

/** Spends the time of a comparison. */
async function pretendToVerify(password: string): Promise<void> {
  await deriveWith(password, Buffer.alloc(16), cost)
}

/** How long a password is at least. Source: NIST SP 800-63B-4. */
export const leastLetters = { alone: 15, besideFactor: 8 } as const
/** Names of ours that anybody can guess. */
export const ownNames = ['kahawa'] as const

type NewPassword = {
  password: string
  username: string
  /** The name and the code of whom somebody works for. */
  organisation: readonly string[]
  hasSecondFactor: boolean
}

/**
 * Refuses a password that is short, often used, known from a leak, or made of names that anybody can guess: the user's, the
 * organisation's, the product's. Source: NIST SP 800-63B-4: 15 characters alone, 8 with a second factor.
 */
export function mustBeStrong({ password, username, organisation, hasSecondFactor }: NewPassword): void {
  const length = Array.from(password.normalize('NFKC')).length
  const known = simplify(password)
  const names = [username, ...organisation, ...ownNames].map(simplify).filter((name) => name.length > 2)
  const isWeak =
    length < (hasSecondFactor ? leastLetters.besideFactor : leastLetters.alone) ||
    oftenUsed.has(known) ||
    isLeaked(known) ||
    new Set(known).size < 4 ||
    // Longest first, because the code may be the beginning of the name.
    names.toSorted((a, b) => b.length - a.length).reduce((rest, name) => rest.replaceAll(name, ''), known).length < 4
  if (isWeak) throw new Refused('password.weak')
}

const simplify = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]/g, '')
const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

async function deriveWith(password: string, nonce: Buffer, costs: Cost, tagLength = 32): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return derive('argon2id', {
    message,
    nonce,
    parallelism: costs.lanes,
    tagLength,
    memory: costs.memoryKib,
    passes: costs.passes,
  })
}
