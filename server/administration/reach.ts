import type { Actor } from '#contract/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
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
