import type { House } from '../house.ts'
import { Refused } from '../refused.ts'
import { takeToken } from '../web/rateLimit.ts'
import type { SignedIn } from '../web/sessionToken.ts'
import { findKey, isSameKey, keyFault, type FoundKey } from './findServiceKey.ts'
import { readServiceKey } from './serviceKey.ts'
import { noteUse } from './serviceUses.ts'

type KeyCall = { house: House; text: string; ip: string; call: string }

/**
 * The service account behind a key, read anew for every call. Throws why the key does not open this one; of a right key that is counted,
 * like every call that it is let in to.
 */
export async function callerByKey({ house, text, ip, call }: KeyCall): Promise<SignedIn> {
  const address = plainAddress(ip)
  const known = readServiceKey(text)
  const found = known ? await find(house, known.name, address) : undefined
  if (!known || !isSameKey(found, known.hash)) {
    takeToken(house, ip, 'stranger')
    throw new Refused('service.key_wrong')
  }
  const actor = actorOf(found, { key: known.name, address })
  const fault = keyFault(found, call)
  const limited = fault === null ? tooOften(house, found) : null
  const outcome = fault ?? (limited ? 'rate.limited' : 'LET_IN')
  await noteUse(house, { actor, name: found.fullName, key: known.name, address, call, outcome })
  if (limited) throw limited
  if (fault === null) return actor
  takeToken(house, ip, 'stranger')
  throw new Refused(fault, fault === 'service.address' ? { details: { address } } : { details: { call } })
}

async function find(house: House, key: string, address: string): Promise<FoundKey | undefined> {
  const { name, text, values } = findKey
  return (await house.db.ask<FoundKey>({ name, text, values: values({ key, address }) })).rows[0]
}

/** A sixth of what may come in a minute may come at once. */
function tooOften(house: House, { userId, perMinute }: FoundKey): Refused | null {
  try {
    takeToken(house, userId, { perSecond: perMinute / 60, burst: Math.max(1, Math.ceil(perMinute / 6)) })
    return null
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** What the account makes names the account; the trail and papers name the key besides. Whoever decides is a person with a second factor. */
const actorOf = (found: FoundKey, service: { key: string; address: string }): SignedIn => ({
  userId: found.userId,
  username: found.username,
  fullName: `${found.fullName}, ${service.key}`,
  language: 'en',
  totpEnabled: false,
  passkeyEnabled: false,
  organisationId: found.organisationId,
  organisationCode: found.organisationCode,
  organisationName: found.organisationName,
  organisationType: found.organisationType,
  role: found.role,
  roleLabel: found.roleLabel,
  permissions: new Set(found.permissions),
  secondFactorMissing: true,
  service,
})

/** An address as PostgreSQL compares it: an IPv4 address behind IPv6 as itself, and no zone of a link. */
const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
