import type { Config } from '#server/config.ts'
import { cookieName, longestHours } from '#server/kit/sessionToken.ts'

const deviceDays = 180
const deviceName = (secure: boolean): string => `${secure ? '__Host-' : ''}kahawa-device`

/** Whether cookies of this answer are for https only. On plain http (a laptop, a test) a browser would drop a Secure cookie. */
export const isSecure = (config: Config, request: { secure: boolean }): boolean =>
  config.cookieSecure === 'auto'
    ? request.secure || (config.publicUrl?.startsWith('https:') ?? false)
    : config.cookieSecure

/** The session's cookie: unreadable for scripts, never sent along from another site. */
export const sessionCookie = (token: string, secure: boolean): string =>
  cookie(cookieName(secure), token, longestHours * 3600, secure)

/** The cookie of a device that signed in, kept far longer than any session. */
export const deviceCookie = (device: string, secure: boolean): string =>
  cookie(deviceName(secure), device, deviceDays * 86_400, secure)

/** Takes the session's cookie away. */
export const noSessionCookie = (secure: boolean): string => cookie(cookieName(secure), '', 0, secure)

/** A device that was not used for this long is forgotten. */
export const deviceForgottenAfterDays = deviceDays

const cookie = (name: string, value: string, seconds: number, secure: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
