import { z } from 'zod'
import { AuditEvent } from '#contract/house/audit.ts'
import { Farmer } from './farmers.ts'
import { endpoint, idParam } from '#contract/kit/endpoint.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import { UpdateRequest } from './updateRequests.ts'

/** What stands in the way of paying or trusting a record, as its page shows it. */
export const farmerWarnings = {
  name_differs: 'The bank knows the account under another name',
  account_unverified: 'The bank has not confirmed the account yet',
  cooling_off: 'The account was changed; payments wait until the cooling-off is over',
  account_shared: 'Other members are paid to the same account',
  mobile_shared: 'Other members have the same mobile number',
  not_active: 'This farmer is not an active member',
  change_waiting: 'A change of this farmer waits for a decision',
} as const
export type FarmerWarning = keyof typeof farmerWarnings

const BankDetails = z.object({ institutionName: z.string(), accountName: z.string(), accountNumber: z.string() })

/** Everything about one farmer on one page. */
export const FarmerPage = z.object({
  farmer: Farmer.extend({
    version: z.number().int(),
    yearOfBirth: z.number().int().nullable(),
    kraPin: z.string(),
    numberOfTrees: z.number().int().nullable(),
    variety: z.string(),
    subCounty: z.string(),
    village: z.string(),
    currency: z.string(),
    institutionType: z.string(),
  }),
  warnings: z.array(z.object({ code: z.enum(Object.keys(farmerWarnings) as [FarmerWarning]), message: z.string() })),
  account: z.object({
    lookUp: z
      .object({
        outcome: z.enum(['found', 'not_found', 'closed', 'name_missing']),
        accountName: z.string(),
        checkedAt: z.iso.datetime({ offset: true }),
      })
      .nullable()
      .describe('The last word of the bank on the account'),
    changedAt: z.iso.datetime({ offset: true }).nullable(),
    payableFrom: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe('When the cooling-off ends; null when money may go now'),
    changes: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime({ offset: true }),
        before: BankDetails,
        after: BankDetails,
        requestedBy: z.string(),
        decidedBy: z.string(),
      }),
    ),
  }),
  requests: z.array(UpdateRequest),
})
export type FarmerPage = z.output<typeof FarmerPage>

export const farmerPage = {
  page: endpoint({
    method: 'GET',
    path: '/farmer/:id/page',
    allow: readsFarmers,
    summary: 'One farmer: identity, payment details, warnings and requests',
    params: idParam,
    answer: FarmerPage,
    errors: ['record.not_found'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/farmer/:id/history',
    allow: readsFarmers,
    summary: 'Who did what to a farmer, its requests and its plots',
    params: idParam,
    answer: z.array(AuditEvent),
    errors: ['record.not_found'],
  }),
}
