import { z } from 'zod'
import { adminRead, adminWrite, Proposed, proposalErrors, reason } from './adminChanges.ts'
import { endpoint } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen, type ListFilter } from '#contract/kit/listScreen.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import { permissions, roles, type Permission } from '#contract/house/permissions.ts'

const permission = z.enum(Object.keys(permissions) as [Permission, ...Permission[]]) // border: the keys of the list
const type = z.enum(Object.keys(organisationTypes) as [OrganisationType, ...OrganisationType[]]) // border: as above

/** A role: what its users may do, what they may assign, and for which types of organisation it is. */
export const AdminRole = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  permissions: z.array(z.string()),
  grants: z.array(z.string()),
  types: z.array(z.string()),
  typeNames: z.string(),
  permissionCount: z.number().int(),
  users: z.number().int(),
  origin: z.enum(['SHIPPED', 'CHANGED', 'OWN']),
  changeWaiting: z.boolean(),
  fixed: z.boolean(),
})
export type AdminRole = z.output<typeof AdminRole>

export const adminRoleList = listScreen({
  name: 'admin-roles',
  title: 'Roles',
  row: AdminRole,
  columns: [
    { key: 'label', title: 'Role', as: 'name', sort: true, card: 'title' },
    { key: 'name', title: 'Name in the system', as: 'code', sort: true },
    { key: 'typeNames', title: 'Organisation types', as: 'text' },
    { key: 'permissionCount', title: 'Permissions', as: 'number', sort: true },
    { key: 'users', title: 'Users', as: 'number', sort: true, card: 'value' },
    { key: 'origin', title: 'Origin', as: 'text' },
  ],
  searchIn: 'Name or permission',
  filters: [
    choiceFilter('origin', 'Origin', { SHIPPED: 'As shipped', CHANGED: 'Shipped and changed', OWN: 'Made here' }),
  ],
  sort: { key: 'label', direction: 'asc' },
  pageSize: 20,
})

/** The roles of the product, and those that were made here. */
export const roleFilter: ListFilter = { ...choiceFilter('role', 'Role', roles), open: true }

export const adminRoles = {
  list: endpoint({
    ...adminRead,
    path: '/admin/roles',
    summary: 'Roles with their permissions and what they may assign',
    ...answersList(AdminRole),
  }),
  propose: endpoint({
    ...adminWrite,
    path: '/admin/roles',
    summary: 'Request a new role, or a change of the role with this name. Nobody grants what they lack',
    body: z.object({
      name: z
        .string()
        .min(3)
        .max(40)
        // Two blanks look like one, and one at the end like none.
        .regex(/^[A-Z][A-Z0-9_]*(?: [A-Z0-9_]+)*$/, 'Capital letters, digits and underscores'),
      label: z.string().trim().min(3).max(60),
      permissions: z.array(permission).min(1).max(200),
      grants: z.array(permission).max(200),
      types: z.array(type).min(1).max(20),
      reason,
    }),
    answer: Proposed,
    errors: [...proposalErrors, 'role.fixed', 'role.wrong_organisation'],
  }),
}

/** One reason to look at who holds what. */
export const Finding = z.object({
  id: z.string(),
  finding: z.enum(['BOTH_SIDES', 'ROLE_BOTH_SIDES', 'ALONE', 'NOBODY']),
  name: z.string(),
  role: z.string(),
  organisationName: z.string(),
  record: z.string(),
})
export type Finding = z.output<typeof Finding>

export const findingList = listScreen({
  name: 'makers-and-checkers',
  title: 'Makers and checkers',
  row: Finding,
  columns: [
    { key: 'name', title: 'Who', as: 'name', sort: true, card: 'title' },
    { key: 'organisationName', title: 'Organisation', as: 'text', sort: true, hidden: 'under' },
    { key: 'role', title: 'Role', as: 'code', sort: true },
    { key: 'record', title: 'Kind of record', as: 'text', sort: true },
    { key: 'finding', title: 'Finding', as: 'text' },
  ],
  searchIn: 'Name, role, organisation or kind of record',
  filters: [
    choiceFilter('finding', 'Finding', {
      BOTH_SIDES: 'Could make and check',
      ROLE_BOTH_SIDES: 'Role holds both sides',
      ALONE: 'Nobody else could decide',
      NOBODY: 'Nobody could decide',
    }),
    roleFilter,
  ],
  sort: { key: 'name', direction: 'asc' },
  pageSize: 20,
})

export const adminReports = {
  makersAndCheckers: endpoint({
    ...adminRead,
    path: '/admin/reports/makers-and-checkers',
    summary: 'Who could do both sides of one workflow, and where only one person or nobody could decide',
    ...answersList(Finding),
  }),
}
