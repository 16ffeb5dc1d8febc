import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { now } from '#server/kit/clock.ts'
import { hashPassword } from './password.ts'

const period = 30
const issuer = 'Kahawa'

/** A new secret for an authenticator app, and the address that its QR code carries. */
export function newTotp(username: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer, label: username, period, secret: new Secret({ size: 20 }) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

type CodeAttempt = { secret: string; code: string; lastStep: bigint | null }

/**
 * The time step a six-digit code belongs to, or null when it is wrong or was used before: a code read over somebody's
 * shoulder is worth nothing a second time. One step of a wrong clock is forgiven either way (RFC 6238, section 5.2).
 */
export function stepOfCode({ secret, code, lastStep }: CodeAttempt): bigint | null {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const at = now().getTime()
  const delta = new TOTP({ period, secret: Secret.fromBase32(secret) }).validate({
    token: digits,
    timestamp: at,
    window: 1,
  })
  if (delta === null) return null
  const step = BigInt(Math.floor(at / 1000 / period) + delta)
  return lastStep !== null && step <= lastStep ? null : step
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789' // without those that look alike: these are written on paper
const codeLength = 10

/** Ten codes for the day the phone is lost, each good once; only their hashes are stored. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: 10 }, () => {
    // 31 letters in 256 values: the first few come a little more often, which costs less than a tenth of a bit of 49.
    const code = [...randomBytes(codeLength)].map((byte) => letters[byte % letters.length]).join('')
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
  const salt = randomBytes(16)
  return { codes, hashes: await Promise.all(codes.map((code) => hashPassword(quickHash(code), salt))) }
}

/**
 * The stored hash that a recovery code answers to, however the code is written; null when there is none. The codes of one person
 * share their salt, so that a try costs one slow hash and not ten.
 */
export async function findRecoveryHash(code: string, hashes: readonly string[]): Promise<string | null> {
  const quick = quickHash(code)
  if (!isRecoveryCode(code) || hashes.length === 0) return null
  // Codes that were handed out when fifty random bits were kept by a quick hash are still on paper.
  if (hashes.includes(quick)) return quick
  const [salt] = hashes.flatMap((hash) => /^\$argon2id\$.*\$([\w+/]+)\$[\w+/]+$/.exec(hash)?.[1] ?? [])
  if (!salt) return null
  const slow = await hashPassword(quick, Buffer.from(salt, 'base64'))
  return hashes.includes(slow) ? slow : null
}

const bare = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')
const isRecoveryCode = (code: string): boolean => bare(code).length === codeLength
const quickHash = (code: string): string => createHash('sha256').update(bare(code)).digest('hex')
