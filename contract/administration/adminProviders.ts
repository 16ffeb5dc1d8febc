import { z } from 'zod'
import { adminRead, adminWrite, Proposed, proposalErrors, reason } from './adminChanges.ts'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'

/** Whether the provider of an organisation signs its users in. */
export const providerStatuses = {
  ON: { label: 'On', tone: 'good' },
  OFF: { label: 'Off', tone: 'neutral' },
} as const

/** Whether passwords open beside the provider. */
export const providerDemands = {
  PASSWORDS: { label: 'Beside the provider' },
  REQUIRED: { label: 'Refused' },
} as const

const statuses = ['ON', 'OFF'] as const
const demands = ['PASSWORDS', 'REQUIRED'] as const

/** The provider of an organisation as administration sees it: never its secret. */
export const AdminProvider = z.object({
  id: Id,
  organisationCode: z.string(),
  organisationName: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  demand: z.enum(demands),
  breakGlass: z.string(),
  linked: z.number().int(),
  status: z.enum(statuses),
  changed: z.iso.datetime({ offset: true }),
  changeWaiting: z.boolean(),
})
export type AdminProvider = z.output<typeof AdminProvider>

export const adminProviderList = listScreen({
  name: 'admin-providers',
  title: 'Sign-in providers',
  row: AdminProvider,
  columns: [
    { key: 'organisationName', title: 'Organisation', as: 'name', sort: true, card: 'title' },
    { key: 'organisationCode', title: 'Code', as: 'code', sort: true },
    { key: 'issuer', title: 'Address of the provider', as: 'text' },
    { key: 'clientId', title: 'Client ID', as: 'text', hidden: true },
    { key: 'demand', title: 'Passwords', as: 'text' },
    { key: 'breakGlass', title: 'Opens with a password all the same', as: 'code', hidden: true },
    { key: 'linked', title: 'Users linked', as: 'number' },
    { key: 'status', title: 'Status', as: 'status', card: 'value' },
    { key: 'changed', title: 'Since', as: 'time', sort: true, hidden: true },
  ],
  searchIn: 'Organisation, code or address',
  filters: [choiceFilter('status', 'Status', providerStatuses), choiceFilter('demand', 'Passwords', providerDemands)],
  sort: { key: 'organisationName', direction: 'asc' },
  pageSize: 20,
})

const text = (most: number) => z.string().trim().min(1).max(most)

export const adminProviders = {
  list: endpoint({
    ...adminRead,
    path: '/admin/providers',
    summary: 'Sign-in providers of organisations',
    ...answersList(AdminProvider),
  }),
  propose: endpoint({
    ...adminWrite,
    path: '/admin/providers',
    summary:
      'Request the sign-in provider of an organisation (OpenID Connect), or a change of it. The secret is kept sealed and never shown',
    body: z.object({
      organisationCode: text(40).toUpperCase(),
      issuer: text(300),
      clientId: text(200),
      clientSecret: z.string().trim().max(500).optional(),
      demand: z.enum(demands),
      breakGlass: z.string().trim().toLowerCase().max(60),
      status: z.enum(statuses),
      reason,
    }),
    answer: Proposed,
    errors: proposalErrors,
  }),
}
