import { z } from 'zod'
import { endpoint, Id, organisationIdParam } from '#contract/kit/endpoint.ts'
import { answersList, listScreen } from '#contract/kit/listScreen.ts'
import { LenderPart } from '#contract/loans/loanRows.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { seasonFilter } from '#contract/house/seasons.ts'

/** The limit of a member in a season in KES: what last raised it, and what is left of it at this moment. */
export const Limit = z.object({
  id: Id,
  name: z.string(),
  idNumber: z.string(),
  mobileNumber: z.string(),
  memberNumber: z.string(),
  organisationName: z.string(),
  prevLimit: z.number(),
  currLimit: z.number(),
  rate: z.number().nullable().describe('KES for a kilogram of the last cherry that was counted'),
  delivery: z.number().describe('Kilograms of the last cherry that was counted'),
  available: z.number().describe('What may be borrowed now, in whole shillings'),
  reserved: z.number().describe('Held by loan requests under way'),
  used: z.number().describe('Disbursed'),
  arrears: z.number().describe('Owed from earlier seasons'),
  season: z.string(),
  approvedBy: z.string(),
  approvedAt: z.iso.datetime({ offset: true }),
  lender: z.string().describe('Who granted last'),
  lenders: z.array(LenderPart).describe('The parts of the limit, a line for each lender, the oldest grant first'),
  byLender: z.string().describe('The same as text: what may be borrowed of each lender now'),
  farmer: z.object({ id: Id, fullName: z.string(), farmerId: z.string(), mobileNumber: z.string() }),
})
export type Limit = z.output<typeof Limit>

export const limitList = listScreen({
  name: 'limits',
  title: 'Limits',
  row: Limit,
  columns: [
    { key: 'name', title: 'Name', as: 'name', sort: true, card: 'title' },
    { key: 'memberNumber', title: 'Member number', as: 'code', sort: true, hidden: true },
    { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
    { key: 'idNumber', title: 'ID Number', as: 'code', personal: true },
    { key: 'mobileNumber', title: 'Mobile Number', as: 'code', personal: true, hidden: true },
    { key: 'prevLimit', title: 'Previous Limit(KES)', as: 'money', leaves: 'later' },
    { key: 'currLimit', title: 'Current Limit(KES)', as: 'money', sort: true },
    { key: 'available', title: 'Available (KES)', as: 'money', card: 'value' },
    { key: 'byLender', title: 'Available by lender (KES)', as: 'text', hidden: true },
    { key: 'reserved', title: 'Reserved (KES)', as: 'money', hidden: true },
    { key: 'used', title: 'Used (KES)', as: 'money', hidden: true },
    { key: 'arrears', title: 'Arrears (KES)', as: 'money', hidden: true },
    { key: 'rate', title: 'Rate(Per KG)', as: 'money', leaves: 'later' },
    { key: 'delivery', title: 'Latest Weight(KG)', as: 'weight', leaves: 'later' },
    { key: 'season', title: 'Season', as: 'text' },
    { key: 'lender', title: 'Lender', as: 'text', hidden: true },
    { key: 'approvedBy', title: 'Approved By', as: 'text' },
    { key: 'approvedAt', title: 'Approved on', as: 'time', sort: true, hidden: true },
  ],
  searchIn: 'Name, ID, mobile or member number',
  filters: [seasonFilter],
  sort: { key: 'approvedAt', direction: 'desc' },
  pageSize: 7,
})

export const limits = {
  active: endpoint({
    method: 'GET',
    path: '/limit/active/:organisationId',
    allow: readsFarmers,
    summary: 'Limits of members, with what is available of them now; until ninety days after their season',
    params: organisationIdParam,
    ...answersList(Limit),
  }),
}
