import { Secret, TOTP } from 'otpauth'
import { now } from '#server/kit/clock.ts'

/** The code that an authenticator app with this secret (base32) shows, now or so many milliseconds later. */
export const appCode = (secret: string, laterMs = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + laterMs })
