import { accountPurposes, type AccountPurpose } from '#contract/payments/societyAccounts.ts'
import type { AccountName } from '#server/ledger/accounts.ts'

const kinds = {
  NON_CHECKOFF: 'non_checkoff',
  CHECKOFF: 'checkoff',
  FARMERS_USD: 'farmers',
  FARMERS_KES: 'farmers',
} as const satisfies Record<AccountPurpose, AccountName['kind']>

/** The account of the ledger that mirrors an account of a society. */
export const mirrorOf = (organisationId: string, purpose: AccountPurpose): AccountName => ({
  kind: kinds[purpose],
  organisationId,
  subjectId: organisationId,
  currency: accountPurposes[purpose].currency,
})
