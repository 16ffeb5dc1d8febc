import { makingRefused } from '#contract/kit/proposal.ts'
import { statesWaitingFor, type Workflow } from '#contract/kit/workflow.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import type { SessionUser } from '#contract/house/session.ts'

/** The signed-in user as the rules of the contract know one. */
export function actorOf(user: SessionUser): Actor {
  const types = Object.entries(organisationTypes)
  const found = types.find(([, type]) => type.id === user.organisation.organisationType.id)
  return {
    userId: user.id,
    username: user.username,
    fullName: user.fullName,
    organisationId: user.organisation.id,
    organisationCode: user.organisation.organisationCode,
    organisationName: user.organisation.organisationName,
    // The server only knows declared types and permissions.
    organisationType: (found?.[0] ?? 'OPERATOR') as OrganisationType,
    role: user.roleId.name,
    permissions: new Set(user.roleId.permissions as Permission[]),
  }
}

/** Whether the user can ever decide records of this kind: then "Waiting for you" comes first. */
export const decides = (flow: Workflow | undefined, user: SessionUser): boolean =>
  flow !== undefined && statesWaitingFor(flow, actorOf(user)).length > 0

/** Whether the user may propose records of this kind. */
export const mayMake = (flow: Workflow<string, 'withdraw'>, user: SessionUser): boolean =>
  makingRefused(flow, actorOf(user)) === null
