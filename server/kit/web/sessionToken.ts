import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import type { Config } from '#server/config.ts'
import { now } from '../clock.ts'
import type { House } from '../house.ts'

/** Without a sign of life a session ends after this long; after `longest` in any case. */
export const idleMinutes = 30
export const longestHours = 12

/** Whether cookies of this call are for https only. On plain http (a laptop, a test) a browser would drop a Secure cookie. */
export const isSecure = (config: Config, request: { secure: boolean }): boolean =>
  config.cookieSecure === 'auto'
    ? request.secure || (config.publicUrl?.startsWith('https:') ?? false)
    : config.cookieSecure

/**
 * The cookie's name: the __Host- prefix makes browsers insist on Secure, no Domain and Path=/. Over https no other name counts:
 * a sub-domain, or who stands between on plain http, could plant it.
 */
export const cookieName = (secure: boolean): string => (secure ? '__Host-kahawa' : 'kahawa')
/** The name of the cookie of a device that signed in before. */
export const deviceCookieName = (secure: boolean): string => `${cookieName(secure)}-device`

export const newToken = (): string => randomBytes(32).toString('base64url')
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The session token of a request: the browser's cookie, or a machine's bearer header. */
export function cookieOf(
  headers: IncomingHttpHeaders,
  secure: boolean,
): { value: string; from: 'cookie' | 'bearer' } | null {
  const bearer = /^Bearer (\S{20,200})$/.exec(headers.authorization ?? '')?.[1]
  if (bearer) return { value: bearer, from: 'bearer' }
  const value = onlyCookie(headers, cookieName(secure))
  return value && /^[\w-]{20,200}$/.test(value) ? { value, from: 'cookie' } : null
}

/** What a known device sends: its long-lived cookie, or the same as a header from a machine. It opens nothing by itself. */
export function deviceOf(headers: IncomingHttpHeaders, secure: boolean): string | null {
  const value = headers['x-kahawa-device'] ?? onlyCookie(headers, deviceCookieName(secure))
  return /^[\w-]{43}$/.exec(String(value ?? ''))?.[0] ?? null
}

/** A cookie by its whole name. Of two of one name a stranger may have set one, so neither counts. */
function onlyCookie({ cookie = '' }: IncomingHttpHeaders, name: string): string | null {
  const values = cookie.split('; ').filter((pair) => pair.startsWith(`${name}=`))
  return values.length === 1 ? (values[0]?.slice(name.length + 1) ?? null) : null
}

export type SignedIn = Actor & {
  language: 'en' | 'sw'
  totpEnabled: boolean
  passkeyEnabled: boolean
  roleLabel: string
}
type SessionRow = Omit<SignedIn, 'permissions' | 'secondFactorMissing' | 'secondFactorFirst'> & {
  permissions: string
  secondFactorMissing: boolean
  secondFactorFirst: boolean
}

/** Everybody of a role has the same, so that their names are taken apart once and not for each call. */
const permissionSets = new Map<string, ReadonlySet<Permission>>()
const mostSets = 1_000
function setOf(names: string): ReadonlySet<Permission> {
  const known = permissionSets.get(names)
  if (known) return known
  const made = new Set(names.split(' ').filter(Boolean) as Permission[]) // border: the database holds what the contract declares
  if (permissionSets.size < mostSets) permissionSets.set(names, made)
  return made
}

/** The user of a token, read anew for every request so that a taken permission or a suspension acts at once. */
export async function actorOf(house: House, token: string): Promise<SignedIn | null> {
  const { rows } = await house.db.ask<SessionRow>({
    name: 'find_session',
    text: `select user_id as "userId", username, full_name as "fullName", language, totp_enabled as "totpEnabled",
        organisation_id as "organisationId", organisation_code as "organisationCode", organisation_name as "organisationName",
        organisation_type as "organisationType", role_name as role, role_label as "roleLabel", array_to_string(permissions, ' ') as permissions,
        second_factor_missing as "secondFactorMissing", second_factor_first as "secondFactorFirst", passkey_enabled as "passkeyEnabled"
      from find_session($1, $2, $3)`,
    values: [tokenHash(token), now(), `${idleMinutes} minutes`],
  })
  const [row] = rows
  if (!row) return null
  const { permissions, secondFactorMissing, secondFactorFirst, ...user } = row
  return {
    ...user,
    permissions: setOf(permissions),
    ...(secondFactorMissing ? { secondFactorMissing } : {}),
    ...(secondFactorFirst ? { secondFactorFirst } : {}),
  }
}

/** Why a token opens nothing: its user is suspended or on leave, or there is no such session. */
export async function sessionRefusal(house: House, token: string): Promise<ErrorCode> {
  const { rows } = await house.db.ask<{ why: ErrorCode | null }>({
    name: 'why_shut_out',
    text: `select why_shut_out($1, $2, $3) as why`,
    values: [tokenHash(token), now(), `${idleMinutes} minutes`],
  })
  return rows[0]?.why ?? 'session.missing'
}
