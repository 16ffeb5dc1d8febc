import { z } from 'zod'
import { adminRead, adminWrite, Proposed, proposalErrors, reason } from './adminChanges.ts'
import { roleFilter } from './adminRoles.ts'
import { AuditEvent } from '#contract/house/audit.ts'
import { endpoint, Id, idParam, plainAnswer } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'

/** The ways a user may stand: on leave is the calendar's doing, the others are people's. */
export const userStatuses = {
  ACTIVE: { label: 'Active', tone: 'good' },
  ON_LEAVE: { label: 'On leave', tone: 'info' },
  INVITED: { label: 'Invited', tone: 'waiting' },
  SUSPENDED: { label: 'Suspended', tone: 'bad' },
} as const
export type UserStatus = keyof typeof userStatuses

const typeNames = Object.keys(organisationTypes) as [OrganisationType, ...OrganisationType[]] // border: the keys of the list

/** A user as administration sees one: who, where, as what; never a password. */
export const AdminUser = z.object({
  id: Id,
  username: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  organisationId: Id,
  organisationCode: z.string(),
  organisationName: z.string(),
  organisationType: z.enum(typeNames),
  role: z.string(),
  roleLabel: z.string(),
  status: z.enum(Object.keys(userStatuses) as [UserStatus, ...UserStatus[]]), // border: as above
  leaveFrom: z.string().nullable(),
  leaveTo: z.string().nullable(),
  secondFactor: z.enum(['On', 'Off']),
  created: z.iso.datetime({ offset: true }),
  changeWaiting: z.boolean(),
})
export type AdminUser = z.output<typeof AdminUser>

export const adminUserList = listScreen({
  name: 'admin-users',
  title: 'Users',
  row: AdminUser,
  columns: [
    { key: 'fullName', title: 'Name', as: 'name', sort: true, card: 'title' },
    { key: 'username', title: 'Username', as: 'code', sort: true },
    { key: 'organisationName', title: 'Organisation', as: 'text', sort: true, hidden: 'under' },
    { key: 'organisationType', title: 'Organisation type', as: 'text', hidden: true },
    { key: 'role', title: 'Role', as: 'text', sort: true },
    { key: 'email', title: 'E-mail', as: 'text', hidden: true },
    { key: 'secondFactor', title: 'Second factor', as: 'text', hidden: true },
    { key: 'leaveFrom', title: 'Leave from', as: 'date', hidden: true },
    { key: 'leaveTo', title: 'Leave until', as: 'date', hidden: true },
    { key: 'status', title: 'Status', as: 'status', card: 'value' },
    { key: 'created', title: 'Since', as: 'time', sort: true, hidden: true },
  ],
  searchIn: 'Name, username, e-mail, organisation or role',
  filters: [
    choiceFilter('status', 'Status', userStatuses),
    choiceFilter('organisationType', 'Organisation type', organisationTypes),
    roleFilter,
  ],
  sort: { key: 'fullName', direction: 'asc' },
  pageSize: 20,
})

const fullName = z.string().trim().min(3).max(100)
const email = z.union([z.email().max(200), z.literal('')])
const role = z.string().min(1).max(40)
const date = z.union([z.iso.date(), z.literal('')])

export const adminUsers = {
  list: endpoint({
    ...adminRead,
    path: '/admin/users',
    summary: 'Users of all organisations',
    ...answersList(AdminUser),
  }),
  trail: endpoint({
    ...adminRead,
    path: '/admin/users/:id/trail',
    summary: 'What happened to a user lately: proposed changes, suspensions, signing in',
    params: idParam,
    answer: z.array(AuditEvent),
    errors: ['record.not_found'],
  }),
  invite: endpoint({
    ...adminWrite,
    path: '/admin/users',
    summary:
      'Request a new user. The answer carries the code of the invitation, once; the link comes with the approval',
    body: z.object({
      username: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9][a-z0-9._@-]{2,59}$/, '3 to 60 letters, digits, dots, dashes or underscores'),
      fullName,
      email: email.optional(),
      organisationCode: z.string().min(1).max(40),
      role,
      reason,
    }),
    answer: Proposed,
    errors: [...proposalErrors, 'role.wrong_organisation', 'name.taken', 'email.taken'],
  }),
  change: endpoint({
    ...adminWrite,
    path: '/admin/users/:id',
    summary: 'Request a change of a user: name, e-mail, role or leave; what is left out stays',
    params: idParam,
    body: z.object({
      fullName: fullName.optional(),
      email: email.optional(),
      role: role.optional(),
      leaveFrom: date.optional(),
      leaveTo: date.optional(),
      reason,
    }),
    answer: Proposed,
    errors: [...proposalErrors, 'record.not_found', 'role.wrong_organisation', 'administrator.last', 'email.taken'],
  }),
  suspend: endpoint({
    ...adminWrite,
    path: '/admin/users/:id/suspend',
    summary: 'Shut a user out at once: it takes power away, so one person may do it',
    params: idParam,
    body: z.object({ reason }),
    answer: plainAnswer,
    errors: ['record.not_found', 'change.about_you', 'change.nothing', 'role.beyond_reach', 'administrator.last'],
  }),
  resume: endpoint({
    ...adminWrite,
    path: '/admin/users/:id/resume',
    summary: 'Ask to let a suspended user in again',
    params: idParam,
    body: z.object({ reason }),
    answer: Proposed,
    errors: [...proposalErrors, 'record.not_found'],
  }),
  reset: endpoint({
    ...adminWrite,
    path: '/admin/users/:id/reset',
    summary:
      'Propose a reset of access: from the approval on, the old password, if requested the second factor, and all sessions are gone',
    params: idParam,
    body: z.object({ secondFactor: z.boolean(), reason }),
    answer: Proposed,
    errors: [...proposalErrors, 'record.not_found'],
  }),
}
