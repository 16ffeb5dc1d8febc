import type { ErrorCode } from '#contract/house/errors.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import { refusal, type State, type Step, type Workflow } from './workflow.ts'

/** The state in which every proposal begins. */
export const awaiting = {
  PENDING_APPROVAL: { id: 3, name: 'PENDING_APPROVAL', label: 'Awaiting checker', tone: 'waiting' },
} as const satisfies Record<string, State>

/** The states in which a proposal ends that never took effect. */
export const turnedDown = {
  REJECTED: { id: 2, name: 'REJECTED', label: 'Declined', tone: 'bad' },
  WITHDRAWN: { id: 222, name: 'WITHDRAWN', label: 'Withdrawn', tone: 'neutral' },
} as const satisfies Record<string, State>

/** The steps of a proposal: one person proposes, another decides, and who proposed may take it back until then. */
export const proposalSteps = <const Effective extends string>({
  propose,
  approve,
  to,
  organisationTypes,
}: {
  propose: Permission
  approve: Permission
  /** Where an approval leads. */
  to: Effective
  organisationTypes?: readonly OrganisationType[]
}) => {
  const from = ['PENDING_APPROVAL'] as const
  const types = organisationTypes ? { organisationTypes } : {}
  return {
    approve: {
      label: 'Approve',
      from,
      to: [to],
      allow: approve,
      ...types,
      who: 'other',
      tone: 'main',
      comment: 'optional',
    },
    decline: {
      label: 'Decline',
      from,
      to: ['REJECTED'],
      allow: approve,
      ...types,
      who: 'other',
      tone: 'danger',
      comment: 'required',
    },
    withdraw: { label: 'Withdraw', from, to: ['WITHDRAWN'], allow: propose, ...types, who: 'maker', tone: 'plain' },
  } as const satisfies Record<string, Step<Effective | 'PENDING_APPROVAL' | 'REJECTED' | 'WITHDRAWN'>>
}

/** Why this user may not make a proposal of this kind, or null: who may withdraw one may make one. */
export const makingRefused = (flow: Workflow<string, 'withdraw'>, actor: Actor): ErrorCode | null =>
  refusal(flow.steps.withdraw, { status: 'PENDING_APPROVAL', makers: [actor.userId] }, actor)
