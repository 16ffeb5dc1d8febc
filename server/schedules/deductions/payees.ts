import type { DeductionTerms } from '#contract/schedules/deductions.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { accountProblems, findFreshLookUp, lookUpAccount } from '#server/farmers/accountLookUps.ts'
import type { BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { takeToken } from '#server/kit/web/rateLimit.ts'

export const wrong = (fields: Record<string, string>) => new Refused('input.invalid', { details: { fields } })

type Named = Pick<DeductionTerms, 'kind' | 'institution' | 'accountNumber'>

/** The account of the payee, at a bank; nothing for a premium, which goes to the members. */
function payeeOf({ kind, institution = '', accountNumber = '' }: Named): BankAccount | null {
  const digits = accountNumber.replace(/[\s-]/g, '')
  if (kind === 'PREMIUM') {
    if (institution || digits) throw wrong({ accountNumber: 'A premium is paid to the members themselves' })
    return null
  }
  if (!institution) throw wrong({ institution: 'Institution is required' })
  if (!digits) throw wrong({ accountNumber: 'Account number is required.' })
  return { institutionCode: institution, institutionType: 'BANK', accountNumber: digits }
}

async function lookUp(house: House, actor: Actor, account: BankAccount): Promise<void> {
  const { institutionCode } = account
  const found = await house.db.transaction(
    scopeOf(actor),
    (tx) => rows(tx, sql`select from institutions where code = ${institutionCode} and type = 'BANK'`),
    { readOnly: true },
  )
  if (found.length === 0) throw wrong({ institution: 'Institution is required' })
  await lookUpAccount({ house, actor, organisationId: actor.organisationId, account })
}

/** Before a proposal, outside its transaction: the bank says whose the account is that it names. */
export async function askBank(house: House, actor: Actor, named: Named): Promise<void> {
  const account = payeeOf(named)
  if (!account) return
  // A bucket of its own: names behind numbers must not be collected.
  takeToken(house, `accounts ${actor.userId}`, 'lookUp')
  await lookUp(house, actor, account)
}

/** The columns of the payee, as the bank has just named it. */
export async function payeeColumns(tx: Tx, { organisationId }: Actor, named: Named) {
  const account = payeeOf(named)
  const found = account
    ? await findFreshLookUp(tx, { organisationId, institution: account.institutionCode, ...account })
    : null
  if (found === undefined) throw new Refused('bank.silent')
  if (found && found.outcome !== 'found') throw wrong({ accountNumber: accountProblems[found.outcome] })
  return {
    institution_code: account?.institutionCode ?? null,
    account_number: account?.accountNumber ?? null,
    account_name: found?.accountName ?? null,
  }
}

/** Before an approval, outside its transaction: the bank says once more whose the accounts are of these waiting proposals. */
export async function askAgain(
  { house, actor }: { house: House; actor: Actor },
  waiting: ReturnType<typeof sql<BankAccount>>,
): Promise<void> {
  const accounts = await house.db.transaction(scopeOf(actor), (tx) => rows(tx, waiting), { readOnly: true })
  for (const account of accounts) await lookUp(house, actor, account)
}

export type KeptPayee = { institutionCode: string | null; accountNumber: string | null; accountName: string | null }

/** In an approval: the bank must still say what it said when it was proposed. */
export async function mustBeSamePayee(
  tx: Tx,
  organisationId: string,
  { institutionCode, accountNumber, accountName }: KeptPayee,
): Promise<void> {
  if (institutionCode === null || accountNumber === null) return
  const found = await findFreshLookUp(tx, { organisationId, institution: institutionCode, accountNumber })
  if (!found) throw new Refused('bank.silent')
  if (found.outcome !== 'found')
    throw new Refused(found.outcome === 'closed' ? 'account.takes_no_money' : 'account.details_missing')
  if (found.accountName !== accountName) throw new Refused('change.stale')
}
