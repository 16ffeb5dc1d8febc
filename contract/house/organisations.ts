import { z } from 'zod'
import { endpoint } from '#contract/kit/endpoint.ts'
import type { OrganisationType } from './organisationTypes.ts'

/** Whose names everybody who is signed in may read: the licensed trade, the bank and KPCU are public; societies are not among them. */
export const publicTypes = [
  'MILLER',
  'MARKETER',
  'BROKER',
  'WAREHOUSE',
  'BUYER',
  'COOPERATIVE_BANK',
  'KPCU',
] as const satisfies readonly OrganisationType[]

export const OrganisationName = z.object({
  id: z.string(),
  organisationCode: z.string(),
  organisationName: z.string(),
  organisationType: z.object({ id: z.number().int(), name: z.string() }),
})
export type OrganisationName = z.output<typeof OrganisationName>

const look = <const Path extends string>(path: Path, summary: string) =>
  endpoint({ method: 'GET', path, allow: 'signed-in', summary, answer: z.array(OrganisationName) })

/** Organisations that forms choose from: each reader finds the own one, those in reach, the public ones, and whoever sells coffee its growers. */
export const organisations = {
  parents: endpoint({
    method: 'GET',
    path: '/organization/get-parent-organization',
    allow: 'signed-in',
    summary: 'Growers in reach whose name or code holds a text, at most 20',
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(OrganisationName),
  }),
  all: look('/organization/getAll', 'Organisations in reach, and those of the trade'),
  marketers: look('/organization/get-marketers', 'Marketers'),
  brokers: look('/broker/findByBrokerActive', 'Brokers that are active'),
  growers: endpoint({
    method: 'GET',
    path: '/growerstatus/org',
    allow: 'signed-in',
    summary: 'Growers in reach: code and name',
    answer: z.array(OrganisationName.extend({ code: z.string(), name: z.string() })),
  }),
  currencies: endpoint({
    method: 'GET',
    path: '/organization/currency',
    allow: 'signed-in',
    summary: 'Currencies of the product',
    answer: z.array(z.object({ id: z.string(), currency: z.string(), name: z.string() })),
  }),
}
