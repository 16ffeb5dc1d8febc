import { timingSafeEqual } from 'node:crypto'
import type { UseOutcome } from '#contract/administration/adminServices.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import { isServiceCall } from '#contract/serviceCalls.ts'
import { now } from '../clock.ts'
import { rows, sql, type Tx } from '../db.ts'

/** A key that was found by its name, with everything that a call by it is judged by. */
export type FoundKey = {
  hash: Buffer
  userId: string
  username: string
  fullName: string
  organisationId: string
  organisationCode: string
  organisationName: string
  organisationType: OrganisationType
  role: string
  roleLabel: string
  permissions: Permission[]
  calls: string[]
  perMinute: number
  status: string
  isOpen: boolean
  isStopped: boolean
  isExpired: boolean
  isKnownAddress: boolean
}
/** Why a right key does not open a call. */
type KeyFault = Exclude<UseOutcome, 'LET_IN' | 'rate.limited'>
type Used = NonNullable<Actor['service']>

const columns = `hash, user_id as "userId", username, full_name as "fullName", organisation_id as "organisationId", organisation_code as "organisationCode",
  organisation_name as "organisationName", organisation_type as "organisationType", role_name as role, role_label as "roleLabel", permissions, calls,
  per_minute as "perMinute", status, is_open as "isOpen", is_stopped as "isStopped", is_expired as "isExpired", is_known_address as "isKnownAddress"`

/** Finds a key by its name; a call of its own, as for a session. */
export const findKey = {
  name: 'find_service_key',
  text: `select ${columns} from find_service_key($1, $2, $3)`,
  values: ({ key, address }: Used) => [key, address, now()],
} as const

/** The same as it stands inside a transaction. */
export const findKeyIn = async (tx: Tx, { key, address }: Used): Promise<FoundKey | undefined> =>
  (
    await rows(tx, sql<FoundKey>`select ${sql.raw(columns)} from find_service_key(${key}, ${address}::inet, ${now()})`)
  )[0]

// Of the length of a hash, and the hash of nothing.
const nobody = Buffer.alloc(32)

/** Whether a key is the one that was found. It takes as long where none was. */
export const isSameKey = (found: FoundKey | undefined, hash: Buffer): found is FoundKey =>
  timingSafeEqual(found?.hash ?? nobody, hash) && found !== undefined

/** Why a right key does not open a call; null when it does. */
export function keyFault(found: FoundKey, call: string): KeyFault | null {
  if (found.status !== 'ACTIVE') return 'service.stopped'
  if (!found.isOpen) return 'service.closed'
  if (found.isStopped) return 'service.key_stopped'
  if (found.isExpired) return 'service.key_expired'
  if (!found.isKnownAddress) return 'service.address'
  // What is no longer offered opens to nobody, whatever was approved before.
  return found.calls.includes(call) && isServiceCall(call) ? null : 'service.call'
}
