import { cookieName, deviceCookieName, longestHours } from '#server/kit/web/sessionToken.ts'

const deviceDays = 180

/** The session's cookie: unreadable for scripts, never sent along from another site. */
export const sessionCookie = (token: string, secure: boolean): string =>
  cookie(cookieName(secure), token, longestHours * 3600, secure)

/** The cookie of a device that signed in, kept far longer than any session. */
export const deviceCookie = (device: string, secure: boolean): string =>
  cookie(deviceCookieName(secure), device, deviceDays * 86_400, secure)

/** Takes the session's cookie away. */
export const noSessionCookie = (secure: boolean): string => cookie(cookieName(secure), '', 0, secure)

/** A device that was not used for this long is forgotten. */
export const deviceForgottenAfterDays = deviceDays

const cookie = (name: string, value: string, seconds: number, secure: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
