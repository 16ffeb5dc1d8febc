import { accountChecks } from '#contract/bank/accountChecks.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { LookUp } from '#server/kit/bank/bank.ts'
import { internalPic, plainAccount } from '#server/kit/bank/bankAccounts.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { takeToken } from '#server/kit/web/rateLimit.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve, type RequestFacts } from '#server/kit/web/serve.ts'

type CheckRequest = { house: House; actor: Actor; request: RequestFacts }

/** Look-ups of accounts for forms. Transactions of their own: the bank may take seconds, and nothing waits for it on a connection. */
export const accountCheckRoutes = serve(
  accountChecks,
  {
    internal: (call) => check(call, { institutionCode: internalPic, accountNumber: call.body.accountNumber }),
    ipsl: (call) => check(call, { institutionCode: call.body.pic, accountNumber: call.body.accountNumber }),
  },
  { transactions: 'own' },
)

async function check(call: CheckRequest, account: { institutionCode: string; accountNumber: string }) {
  const { house, actor } = call
  // A bucket of its own: names behind numbers must not be collected.
  takeToken(house, `accounts ${actor.userId}`, 'lookUp')
  const lookUp = await house.bank.lookUp({ ...account, institutionType: 'BANK' })
  await auditCheck(call, { account, outcome: lookUp.outcome })
  return {
    error: false as const,
    message: 'Account Details validated successfully' as const,
    accountName: nameOf(lookUp),
  }
}

function nameOf(lookUp: LookUp): string {
  switch (lookUp.outcome) {
    case 'found':
      return lookUp.accountName
    case 'closed':
      throw new Refused('account.takes_no_money')
    case 'not_found':
    case 'name_missing':
      throw new Refused('account.details_missing')
    case 'silent':
      throw new Refused('bank.silent')
  }
}

/** Who looked up which account: the bank and the last three digits, never the number. */
async function auditCheck(
  { house, actor, request }: CheckRequest,
  { account, outcome }: { account: { institutionCode: string; accountNumber: string }; outcome: LookUp['outcome'] },
): Promise<void> {
  const { pic, accountNumber } = plainAccount(account)
  await house.db.transaction(scopeOf(actor), (tx) =>
    writeAudit(tx, {
      by: actor,
      organisationId: actor.organisationId,
      kind: 'account_check',
      recordId: newId(),
      title: `Account …${accountNumber.length > 6 ? accountNumber.slice(-3) : ''} at ${/^\w{4,11}$/.test(pic) ? pic : '?'}`,
      action: 'check_account',
      to: outcome.toUpperCase(),
      requestId: request.id,
    }),
  )
}
