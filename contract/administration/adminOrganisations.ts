import { z } from 'zod'
import { adminRead, adminWrite, Proposed, proposalErrors, reason } from './adminChanges.ts'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'

const type = z.enum(Object.keys(organisationTypes) as [OrganisationType, ...OrganisationType[]]) // border: the keys of the list

/** Whether the users of an organisation may sign in. */
export const organisationStatuses = {
  OPEN: { label: 'Open', tone: 'good' },
  CLOSED: { label: 'Closed', tone: 'neutral' },
} as const

/** An organisation as administration sees it, with the number of its users and nothing of its trade. */
export const AdminOrganisation = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  type,
  countyId: z.number().int().nullable(),
  county: z.string(),
  users: z.number().int(),
  status: z.enum(['OPEN', 'CLOSED']),
  created: z.iso.datetime({ offset: true }),
  changeWaiting: z.boolean(),
})
export type AdminOrganisation = z.output<typeof AdminOrganisation>

export const adminOrganisationList = listScreen({
  name: 'admin-organisations',
  title: 'Organisations',
  row: AdminOrganisation,
  columns: [
    { key: 'name', title: 'Organisation', as: 'name', sort: true, card: 'title' },
    { key: 'code', title: 'Code', as: 'code', sort: true },
    { key: 'type', title: 'Organisation type', as: 'text', sort: true },
    { key: 'county', title: 'County', as: 'text', sort: true },
    { key: 'users', title: 'Users', as: 'number', sort: true, card: 'value' },
    { key: 'status', title: 'Status', as: 'status' },
    { key: 'created', title: 'Since', as: 'time', sort: true, hidden: true },
  ],
  searchIn: 'Name or code',
  filters: [
    choiceFilter('type', 'Organisation type', organisationTypes),
    choiceFilter('status', 'Status', organisationStatuses),
  ],
  sort: { key: 'name', direction: 'asc' },
  pageSize: 20,
})

export const adminOrganisations = {
  list: endpoint({
    ...adminRead,
    path: '/admin/organisations',
    summary: 'Every organisation with the number of its users',
    ...answersList(AdminOrganisation),
  }),
  propose: endpoint({
    ...adminWrite,
    path: '/admin/organisations',
    summary: 'Request a new organisation, or a change of the one with this code; a closed one lets nobody sign in',
    body: z.object({
      code: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9]{2,20}$/, '2 to 20 letters and digits'),
      name: z.string().trim().min(3).max(120),
      type,
      countyId: z.number().int().nullable(),
      status: z.enum(['OPEN', 'CLOSED']),
      reason,
    }),
    answer: Proposed,
    errors: [...proposalErrors, 'name.taken', 'change.about_you', 'administrator.last'],
  }),
}
