import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { now } from '#server/kit/clock.ts'

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

/** Ten codes for the day the phone is lost, each good once; only their hashes are stored. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  // Without letters that look alike: these are written on paper.
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const codes = Array.from({ length: 10 }, () => {
    // 31 letters in 256 values: the first few come a little more often, which costs less than a tenth of a bit of 49.
    const code = [...randomBytes(10)].map((byte) => letters[byte % letters.length]).join('')
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
  return { codes, hashes: codes.map(recoveryHash) }
}

/** The stored form of a recovery code, however it is written. Fifty random bits need no slow hash. */
export const recoveryHash = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex')
