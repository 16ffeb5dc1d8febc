import { organisationTypes } from '#contract/house/organisationTypes.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'

/** Who has sold coffee, who sells it for others, and who sees everybody: whoever mills, stores or buys it has no statement. */
export function readsStatement(user: SessionUser): boolean {
  const { organisationType: type } = actorOf(user)
  return organisationTypes[type].sees === 'all' || ['FARMER_SOCIETY', 'BROKER', 'MARKETER'].includes(type)
}
