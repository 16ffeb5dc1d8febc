import { z } from 'zod'
import { ChangeRequest, changeFlow, changeRecord } from '#contract/kit/changeRequest.ts'
import { actionAnswer, endpoint, Id } from '#contract/kit/endpoint.ts'
import { oneLine } from '#contract/kit/oneLine.ts'

/** What an account of a settlement serves. The first three are kept by the bank. */
export const tradePurposes = {
  BUYERS: { label: 'Account that buyers pay onto' },
  DSS: { label: 'Fees of direct settlement' },
  EXCHANGE: { label: 'Fees of exchange and regulator' },
  PROVIDER: { label: 'Account of the organisation' },
} as const
export type TradePurpose = keyof typeof tradePurposes
const purposes = Object.keys(tradePurposes) as [TradePurpose, ...TradePurpose[]] // border: the keys of the list

/** Opening an account of a settlement, or changing its number: one person of the bank proposes, another decides. */
export const tradeAccountFlow = changeFlow({
  kind: 'trade_account_change',
  record: 'account of a settlement',
  propose: 'CAN_PREPARE_SETTLEMENT',
  approve: 'CAN_APPROVE_SETTLEMENT',
  organisationTypes: ['COOPERATIVE_BANK'],
})

const TradeAccount = z.object({
  id: Id,
  organisationName: z.string(),
  organisationCode: z.string(),
  purpose: z.enum(purposes),
  accountNumber: z.string(),
  accountName: z.string().describe('As the bank knows it'),
})
export type TradeAccount = z.output<typeof TradeAccount>

const reads = ['CAN_PREPARE_SETTLEMENT', 'CAN_APPROVE_SETTLEMENT'] as const

/** Dollar accounts by which sales are settled, and the changes of them that were proposed. */
export const tradeAccount = changeRecord({
  flow: tradeAccountFlow,
  list: {
    name: 'trade-account-changes',
    title: 'Changes of settlement accounts',
    searchIn: 'Name of the account',
    pageSize: 7,
  },
  headline: ({ title: name, before, organisationName: bank }) => ({
    says: before['accountNumber'] ? 'changeAccount' : 'openAccount',
    // The account of an organisation bears its name, every other one that of what it is for.
    ...(Object.values(tradePurposes).some(({ label }) => label === name)
      ? { what: name, at: bank }
      : { what: 'Settlement account', at: name }),
  }),
  reads,
  paths: {
    lists: {
      changes: { path: '/settlement/accounts/changes', summary: 'Proposed changes of accounts of the settlement' },
    },
    one: '/settlement/accounts/change/:id',
    decide: {
      path: '/settlement/accounts/decide',
      stepUp: true,
      summary:
        'Approve or decline an account of the settlement, or withdraw the own proposal; the bank is asked once more',
      errors: ['change.stale', 'account.details_missing', 'account.takes_no_money', 'bank.silent'],
    },
  },
  calls: {
    list: endpoint({
      method: 'GET',
      path: '/settlement/accounts',
      allow: reads,
      summary: 'Dollar accounts by which sales are settled',
      answer: z.array(TradeAccount),
    }),
    propose: endpoint({
      method: 'POST',
      path: '/settlement/accounts',
      allow: 'CAN_PREPARE_SETTLEMENT',
      summary: 'Propose the number of an account of the settlement; the bank is asked whose it is',
      body: z.object({
        organisationCode: oneLine(40).min(1, 'Organisation is required'),
        purpose: z.enum(purposes, 'Account is required'),
        accountNumber: z.preprocess(
          (value) => (typeof value === 'string' ? value.replace(/[\s-]/g, '') : value),
          z
            .string('Account number is required.')
            .regex(/^02\d{12}$/, 'A dollar account has 14 digits and begins with 02'),
        ),
        reason: oneLine(500).optional(),
      }),
      answer: actionAnswer(ChangeRequest),
      errors: ['change.nothing', 'change.open', 'input.invalid', 'organisation.not_allowed', 'bank.silent'],
    }),
  },
})
