import { z } from 'zod'
import { oneLine } from '#contract/kit/oneLine.ts'
import type { Headline } from '#contract/house/headlines.ts'
import { roles } from '#contract/house/permissions.ts'
import { changeColumns, changeFlow, changeRecord, type ChangeRequest } from '#contract/kit/changeRequest.ts'
import { actionAnswer, decisionBody, endpoint, Id } from '#contract/kit/endpoint.ts'
import { choiceFilter } from '#contract/kit/listScreen.ts'
import { workflow } from '#contract/kit/workflow.ts'

/** What administration changes; each has its effect in server/administration. */
export const adminSubjects = {
  user: 'User',
  service_account: 'Service account',
  role: 'Role',
  organisation: 'Organisation',
  season: 'Season',
  holiday: 'Public holiday',
  setting: 'Setting',
  disclaimer: 'Disclaimer',
  provider: 'Sign-in provider',
} as const
export type AdminSubject = keyof typeof adminSubjects

const proposed = changeFlow({
  kind: 'admin_change',
  record: 'administrative change',
  propose: 'CAN_ADMINISTER',
  approve: 'CAN_ADMINISTER',
  organisationTypes: ['OPERATOR'],
})
const { bulk: _approveMany, ...approve } = proposed.steps.approve
const { bulk: _declineMany, ...decline } = proposed.steps.decline

/** A change that gives power: one administrator proposes, another decides, each on its own and never many at once. */
export const adminChangeFlow = workflow({
  ...proposed,
  initial: ['PENDING_APPROVAL'],
  steps: { ...proposed.steps, approve, decline },
})

/** What the lists of administration share. */
export const adminRead = { method: 'GET', allow: 'CAN_ADMINISTER', reach: 'administration' } as const
/** What its changes share: they give or take power, so each wants a fresh code. */
export const adminWrite = { ...adminRead, method: 'POST', stepUp: true } as const

/** Why a change is proposed; the other administrator and the trail read it. */
export const reason = oneLine(500).min(3)

/** The answer to whoever proposed: for an invitation also the code, which is shown this once. */
export const Proposed = actionAnswer(z.object({ id: Id, code: z.string().nullable() }))

/** The link of an approved invitation, shown this once to who approved. */
export const InvitationLink = z.object({
  path: z.string(),
  username: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  expiresAt: z.iso.datetime({ offset: true }),
})
export type InvitationLink = z.output<typeof InvitationLink>

/** Refusals of every call that proposes a change. */
export const proposalErrors = ['change.open', 'change.nothing', 'role.beyond_reach'] as const

const deciding = ['record.not_found', 'step.wrong_state', 'record.changed'] as const
const decided = actionAnswer(z.object({ id: Id }))

type Change = Pick<ChangeRequest, 'subject' | 'title' | 'organisationName' | 'before' | 'after'>

const labelOf = (role: unknown): string =>
  typeof role === 'string' && role in roles ? roles[role as keyof typeof roles].label : String(role) // border: made by an administrator

/** What a change does to a person's sign-in. */
function headlineOfUser({ title: name, organisationName: at, after }: Change): Headline {
  if ('username' in after) return { says: 'inviteUser', name, at, what: labelOf(after['role']) }
  if ('role' in after) return { says: 'changeRole', name, at, what: labelOf(after['role']) }
  if (after['newPassword'] === true) return { says: 'resetPassword', name }
  if (after['newSecondFactor'] === true) return { says: 'resetSecondFactor', name }
  return { says: after['status'] === 'ACTIVE' ? 'letInAgain' : 'changeUser', name }
}

/** What a change does to who may call by a key. */
function headlineOfService({ title: name, organisationName: at, after }: Change): Headline {
  if ('organisationCode' in after) return { says: 'makeServiceAccount', name, at, what: labelOf(after['role']) }
  if (after['status'] === 'ENDED') return { says: 'endServiceAccount', name }
  if (after['status'] === 'ACTIVE') return { says: 'letInAgain', name }
  if (after['newKey'] === true) return { says: 'newServiceKey', name }
  return { says: 'changeEntry', name, what: adminSubjects.service_account }
}

function headlineOfEntry({ subject, title: name, before }: Change): Headline {
  const what = adminSubjects[subject as AdminSubject] // border: only administration writes this kind
  const isNew = Object.values(before).every((value) => value === null)
  return { says: isNew ? 'addEntry' : 'changeEntry', name, what }
}

export const adminChange = changeRecord({
  flow: adminChangeFlow,
  list: {
    name: 'admin-changes',
    title: 'Administrative changes',
    columns: [changeColumns[0], { key: 'subject', title: 'Kind', as: 'text' }, ...changeColumns.slice(2)],
    searchIn: 'Name of what is changed',
    filters: [choiceFilter('subject', 'Kind', adminSubjects)],
    pageSize: 20,
  },
  headline: (row) =>
    row.subject === 'user'
      ? headlineOfUser(row)
      : row.subject === 'service_account'
        ? headlineOfService(row)
        : headlineOfEntry(row),
  reads: 'CAN_ADMINISTER',
  reach: 'administration',
  paths: {
    lists: { list: { path: '/admin/changes', summary: 'Changes: proposed, decided and withdrawn' } },
    one: { path: '/admin/changes/:id', summary: 'One change with its before and after' },
  },
  // Whoever decides may lose sight of the change by it: the answers carry less than the record.
  calls: {
    approve: endpoint({
      ...adminWrite,
      path: '/admin/changes/approve',
      summary: 'Approve a change and make it so; for an invitation the answer carries the link, once',
      body: decisionBody,
      answer: actionAnswer(z.object({ id: Id, invitation: InvitationLink.nullable() })),
      errors: [
        ...deciding,
        'own_submission',
        'change.stale',
        'change.asker_gone',
        'administrator.last',
        'change.about_you',
        'role.beyond_reach',
        'role.fixed',
        'role.wrong_organisation',
        'name.taken',
        'email.taken',
      ],
    }),
    decline: endpoint({
      ...adminWrite,
      path: '/admin/changes/decline',
      summary: 'Decline a change',
      body: decisionBody,
      answer: decided,
      errors: [...deciding, 'own_submission', 'step.comment_required', 'change.about_you'],
    }),
    withdraw: endpoint({
      ...adminWrite,
      path: '/admin/changes/withdraw',
      summary: 'Withdraw a proposed change',
      body: decisionBody,
      answer: decided,
      errors: [...deciding, 'not_the_maker'],
    }),
  },
})
