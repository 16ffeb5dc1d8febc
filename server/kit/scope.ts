import type { RawBuilder } from 'kysely'
import { organisationParams, type Endpoint } from '#contract/kit/endpoint.ts'
import { seesOwnFund } from '#contract/house/fundsInSight.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import { rows, sql, type Scope, type Tx } from './db.ts'
import { isId } from './ids.ts'
import { Refused } from './refused.ts'

/** Whose rows this user's transactions see: the second wall behind every check of the program. A call may declare another reach. */
export const scopeOf = (actor: Actor, declared?: Pick<Endpoint, 'reach'>): Exclude<Scope, string> => ({
  organisationId: actor.organisationId,
  wide: organisationTypes[actor.organisationType].sees === 'all',
  ...(seesOwnFund(actor.organisationType) ? { ownFund: true } : {}),
  ...(declared?.reach === 'administration' ? { administers: true } : {}),
})

type KnownUser = Pick<Actor, 'organisationType' | 'role'> &
  Partial<Omit<Actor, 'permissions'>> & { permissions: readonly Permission[] }

/** A user as the rules and walls see one, from what a query has read; what it has not read stays empty. */
export const actorFrom = ({ permissions, ...known }: KnownUser): Actor => ({
  userId: '',
  username: '',
  fullName: '',
  organisationId: '',
  organisationCode: '',
  organisationName: '',
  ...known,
  permissions: new Set(permissions),
})

/** The organisation a call is about; `null` is every organisation in reach. */
export type Organisation = { id: string; code: string; name: string; type: string } | null

/**
 * The organisation named in a path, compared with what the session may see. Another organisation's is "not found".
 * A bank, KPCU or government user who names the own organisation means everybody in reach.
 */
export async function organisationInPath(tx: Tx, actor: Actor, params: Record<string, unknown>): Promise<Organisation> {
  const name = Object.keys(params).find((key) => key in organisationParams)
  const scope = scopeOf(actor)
  if (!name) return scope.wide ? null : ownOrganisation(actor)
  const named = String(params[name])
  if (named === actor.organisationId || named === actor.organisationCode)
    return scope.wide ? null : ownOrganisation(actor)
  if (!scope.wide) throw new Refused('record.not_found')
  const byId = organisationParams[name] === 'id' && isId(named)
  const [organisation] = await rows(
    tx,
    sql<{ id: string; code: string; name: string; type: string }>`
      select id, code, name, type from organisations where ${byId ? sql`id = ${named}` : sql`code = ${named}`}`,
  )
  if (!organisation) throw new Refused('record.not_found')
  return organisation
}

/** The user's own organisation, as a path would name it. */
export const ownOrganisation = (actor: Actor) => ({
  id: actor.organisationId,
  code: actor.organisationCode,
  name: actor.organisationName,
  type: actor.organisationType,
})

type Wall = { tx: Tx; actor: Actor; organisationId: string }

/** Inside whose wall a transaction is at this moment, where it is not the user's own. */
const walls = new WeakMap<Tx, string>()

/**
 * Works inside the wall of the organisation that owns a record. The record must have been found through a door of this user's own
 * before: who has none finds nothing, and gets no further. Afterwards the work goes on inside the wall it came from.
 */
export async function insideWallOf<Result>(
  { tx, actor, organisationId }: Wall,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = walls.get(tx) ?? actor.organisationId
  if (organisationId === before || scopeOf(actor).wide) return work()
  await enter(tx, organisationId)
  try {
    const result = await work()
    await enter(tx, before)
    return result
  } finally {
    // Of work that failed a savepoint has taken the setting back.
    walls.set(tx, before)
  }
}

/** The same for the rest of a transaction that only reads out an answer. */
export async function stayInsideWallOf({ tx, actor, organisationId }: Wall): Promise<void> {
  if (organisationId !== actor.organisationId && !scopeOf(actor).wide) await enter(tx, organisationId)
}

async function enter(tx: Tx, organisationId: string): Promise<void> {
  await sql`select set_config('app.organisation', ${organisationId}, true)`.execute(tx)
  walls.set(tx, organisationId)
}

/** The organisation of a call that writes: always the own one. */
export function mustBeOwn(actor: Actor, organisation: Organisation): void {
  if (organisation && organisation.id !== actor.organisationId) throw new Refused('record.not_found')
}

export const seesPersonalData = (actor: Actor): boolean => actor.permissions.has('CAN_VIEW_PERSONAL_DATA')

/** Whether a member may be found by the national ID. Source: specification 2, farmer statement. */
export const findsByNationalId = (actor: Actor): boolean => actor.permissions.has('CAN_VIEW_FARMER_STATEMENT')

/**
 * Conditions for readers who see personal values masked: the words of their search must stand in what they may read. Else a
 * hidden number could be found digit by digit.
 */
export const searchesOpenly = (actor: Actor, search: string, open: RawBuilder<string>): RawBuilder<unknown>[] =>
  seesPersonalData(actor)
    ? []
    : search
        .toUpperCase()
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => sql`position(${word} in upper(${open})) > 0`)

/** The last characters of a personal value. */
export const masked = (value: string): string =>
  value === '' ? value : `${'•'.repeat(Math.max(3, value.length - 3))}${value.slice(-3)}`

/** Shows the last characters of a personal value to readers without the permission to see it. */
export const personal = (actor: Actor, value: string): string => (seesPersonalData(actor) ? value : masked(value))
