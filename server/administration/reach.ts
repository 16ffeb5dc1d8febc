import type { Actor } from '#contract/house/permissions.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'

/** Refuses to give permissions that the actor's own role, as it stands now, neither has nor may hand on. */
export async function mustBeWithinReach(tx: Tx, actor: Actor, given: readonly string[]): Promise<void> {
  const [own] = await rows(
    tx,
    sql<{
      reach: string[]
    }>`select r.permissions || r.grants as reach from users u join roles r on r.name = u.role_name where u.id = ${actor.userId}`,
  )
  const beyond = given.filter((permission) => !own?.reach.includes(permission))
  if (beyond.length > 0) throw new Refused('role.beyond_reach', { details: { beyond: [...new Set(beyond)] } })
}

/** Refuses to touch people in roles that give what the actor may not hand on: who could not let them in again does not put them out. */
export async function mustReachRoles(tx: Tx, actor: Actor, names: readonly string[]): Promise<void> {
  const { given } = await one(
    tx,
    sql<{
      given: string[]
    }>`select coalesce(array_agg(distinct permission), '{}') as given from roles, unnest(permissions || grants) permission where name = any (${names})`,
  )
  await mustBeWithinReach(tx, actor, given)
}
