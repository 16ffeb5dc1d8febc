import { z } from 'zod'
import { ChangeRequest, changeFlow, changeRecord } from '#contract/kit/changeRequest.ts'
import { actionAnswer, endpoint, Id, organisationIdParam } from '#contract/kit/endpoint.ts'
import type { Field } from '#contract/kit/field.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { makingRefused } from '#contract/kit/proposal.ts'
import type { ErrorCode } from '#contract/house/errors.ts'
import { readsFarmers, type Actor } from '#contract/house/permissions.ts'

type Purpose = { label: string; currency: 'USD' | 'KES' }
/** What a society keeps its money for, each on an account of its own at Co-operative Bank, in the order in which money passes. */
export const accountPurposes = {
  NON_CHECKOFF: { label: 'Non-checkoff account', currency: 'USD' },
  CHECKOFF: { label: 'Checkoff account', currency: 'USD' },
  FARMERS_USD: { label: 'Farmers’ dollar account', currency: 'USD' },
  FARMERS_KES: { label: 'Farmers’ shilling account', currency: 'KES' },
} as const satisfies Record<string, Purpose>
export type AccountPurpose = keyof typeof accountPurposes
const purposeNames = Object.keys(accountPurposes) as [AccountPurpose, ...AccountPurpose[]] // border: the keys of the list

/** An account of a society with what the ledger says is on it. */
export const SocietyAccount = z.object({
  id: Id,
  purpose: z.enum(purposeNames),
  currency: z.enum(['USD', 'KES']),
  accountNumber: z.string().describe('14 digits at Co-operative Bank; those of dollars begin with 02'),
  accountName: z.string().describe('As the bank knows it'),
  bookBalance: z.number().describe('In the currency of the account, as the ledger has it'),
  availableBalance: z.number().describe('The same without what is set aside for orders under way'),
  upTo: z.iso.date().nullable().describe('The last day that a statement of the bank covers; null before the first'),
  isAsking: z.boolean().describe('The bank was asked for a statement, or one is being read'),
  organisationName: z.string(),
  organisationCode: z.string(),
})
export type SocietyAccount = z.output<typeof SocietyAccount>

/** Opening an account of a society, or changing its number: one person proposes, another of the society decides. */
export const societyAccountFlow = changeFlow({
  kind: 'society_account_change',
  record: 'society account',
  propose: 'CAN_CHANGE_SOCIETY_ACCOUNT',
  approve: 'CAN_APPROVE_SOCIETY_ACCOUNT',
  organisationTypes: ['FARMER_SOCIETY'],
})

/** Why this user may not propose an account of the own society, or null: who may withdraw a proposal may make one. */
export const proposingRefused = (actor: Actor): ErrorCode | null =>
  actor.organisationType === 'FARMER_SOCIETY' ? makingRefused(societyAccountFlow, actor) : 'organisation.not_allowed'

/** The number of an account, with the blanks and dashes of a bank's letter. */
export const societyAccountNumber: Field = {
  required: true,
  keyboard: 'numeric',
  typing: /^[\d\s-]*$/,
  maxLength: 20,
  rule: '14 digits; a dollar account begins with 02.',
  read: (value) => {
    const digits = value.replace(/[\s-]/g, '')
    return /^\d{14}$/.test(digits) ? digits : { code: 'account_digits', message: 'An account number has 14 digits' }
  },
}

/** The same on the wire. Source of the first text: specification 2, section 5. */
const AccountNumber = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/[\s-]/g, '') : value),
  z
    .string('Account number is required.')
    .min(1, 'Account number is required.')
    .regex(/^\d{14}$/, 'An account number has 14 digits'),
)

/** The accounts of a society and the changes of them that were proposed. */
export const societyAccount = changeRecord({
  flow: societyAccountFlow,
  list: { name: 'society-account-changes', title: 'Changes of accounts', searchIn: 'Name of the account', pageSize: 7 },
  headline: ({ title: what, before, organisationName: at }) => ({
    says: before['accountNumber'] ? 'changeAccount' : 'openAccount',
    what,
    at,
  }),
  reads: [...readsFarmers, 'CAN_CHANGE_SOCIETY_ACCOUNT', 'CAN_APPROVE_SOCIETY_ACCOUNT'],
  paths: {
    lists: {
      changes: { path: '/society-accounts/:organisationId/changes', summary: 'Proposed changes of accounts' },
    },
    one: '/society-accounts/change/:id',
    decide: {
      path: '/society-accounts/:organisationId/decide',
      stepUp: true,
      summary: 'Approve or decline an account of a society, or withdraw the own proposal; the bank is asked once more',
      errors: ['change.stale', 'account.details_missing', 'account.takes_no_money', 'bank.silent'],
    },
  },
  calls: {
    list: endpoint({
      method: 'GET',
      path: '/society-accounts/:organisationId',
      allow: [...readsFarmers, 'CAN_CHANGE_SOCIETY_ACCOUNT', 'CAN_APPROVE_SOCIETY_ACCOUNT'],
      summary: 'The accounts of a society with their balances',
      params: organisationIdParam,
      answer: z.array(SocietyAccount),
    }),
    propose: endpoint({
      method: 'POST',
      path: '/society-accounts/:organisationId',
      allow: 'CAN_CHANGE_SOCIETY_ACCOUNT',
      summary: 'Propose the number of an account; the bank is asked whose it is',
      params: organisationIdParam,
      body: z.object({
        purpose: z.enum(purposeNames, 'Account is required'),
        accountNumber: AccountNumber,
        reason: oneLine(500).optional(),
      }),
      answer: actionAnswer(ChangeRequest),
      errors: ['change.nothing', 'change.open', 'input.invalid', 'organisation.not_allowed', 'bank.silent'],
    }),
  },
})
