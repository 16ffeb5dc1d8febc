import { z } from 'zod'
import { endpoint } from '#contract/kit/endpoint.ts'

const accountNumber = z
  .string({ error: 'Account number is required.' })
  .trim()
  .min(1, 'Account number is required.')
  .max(40)

// Whoever enters or decides on bank details.
const allow = ['CAN_UPLOAD_FARMERS', 'CAN_UPDATE_FARMER', 'CAN_APPROVE_FARMERS'] as const

/** The name behind an account, as the bank knows it. */
const AccountName = z.object({
  error: z.literal(false),
  message: z.literal('Account Details validated successfully'),
  accountName: z.string(),
})

/** Look-ups of accounts while a form is filled in. They change nothing, but each is noted in the audit trail. */
export const accountChecks = {
  internal: endpoint({
    method: 'POST',
    path: '/organization/validateAccountDetails',
    allow,
    summary: 'The name of an account at Co-operative Bank',
    // The type of organisation is taken from clients of the specification and decides nothing.
    body: z.object({ accountNumber, organisationType: z.string().max(60).optional() }),
    reads: true,
    answer: AccountName,
    errors: ['account.details_missing', 'account.takes_no_money', 'bank.silent'],
  }),
  ipsl: endpoint({
    method: 'POST',
    path: '/organization/validateIpslAccountDetails',
    allow,
    summary: 'The name of an account at a participant of PesaLink; pic 0011 is looked up inside the bank',
    body: z.object({ accountNumber, pic: z.string().trim().min(1).max(11) }),
    reads: true,
    answer: AccountName,
    errors: ['account.details_missing', 'account.takes_no_money', 'bank.silent'],
  }),
}
