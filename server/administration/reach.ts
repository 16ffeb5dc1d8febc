import type { Actor } from '#contract/house/permissions.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'

/** Refuses to grant permissions that the actor's own role, as it stands now, neither has nor may assign. */
export async function mustBeWithinReach(tx: Tx, actor: Actor, permissions: readonly string[]): Promise<void> {
  const [role] = await rows(
    tx,
    sql<{ reach: string[] }>`
      select r.permissions || r.grants as reach from users u join roles r on r.name = u.role_name where u.id = ${actor.userId}`,
  )
  const beyond = permissions.filter((permission) => !role?.reach.includes(permission))
  if (beyond.length > 0) throw new Refused('role.beyond_reach', { details: { beyond: [...new Set(beyond)] } })
}

/** Refuses to touch people in roles that grant what the actor may not hand on: whoever could not let them in again may not shut them out. */
export async function mustReachRoles(tx: Tx, actor: Actor, names: readonly string[]): Promise<void> {
  const { permissions } = await one(
    tx,
    sql<{ permissions: string[] }>`
      select coalesce(array_agg(distinct permission), '{}') as permissions from roles, unnest(permissions || grants) permission where name = any (${names})`,
  )
  await mustBeWithinReach(tx, actor, permissions)
}
