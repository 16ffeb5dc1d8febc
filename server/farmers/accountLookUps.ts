import type { Actor } from '#contract/house/permissions.ts'
import type { LookUp } from '#server/kit/bank/bank.ts'
import type { BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { scopeOf } from '#server/kit/scope.ts'

/** The bank's last answer about an account. */
export type AccountLookUp = {
  outcome: 'found' | 'not_found' | 'closed' | 'name_missing'
  accountName: string
  checkedAt: Date
}

/** Why an account is refused that was looked up. */
export const accountProblems = {
  not_found: 'The bank does not know this account',
  closed: 'The account is closed',
  name_missing: 'Account Details Missing',
} as const satisfies Record<Exclude<AccountLookUp['outcome'], 'found'>, string>

// A decision rests on an answer of its own minutes, not on one of last week.
const freshForMs = 15 * 60_000

/** Looks an account up at the bank, outside any transaction, and saves the answer. Silence changes nothing. */
export async function lookUpAccount({
  house,
  actor,
  organisationId,
  account,
}: {
  house: House
  actor: Actor
  organisationId: string
  account: BankAccount
}): Promise<void> {
  const answer = await house.bank.lookUp(account)
  if (answer.outcome === 'silent') return
  await house.db.transaction(scopeOf(actor), (tx) => saveLookUp(tx, { organisationId, account, answer }))
}

/** Saves the bank's answer about an account. */
export async function saveLookUp(
  tx: Tx,
  {
    organisationId,
    account,
    answer,
  }: { organisationId: string; account: BankAccount; answer: Exclude<LookUp, { outcome: 'silent' }> },
): Promise<void> {
  const accountName = answer.outcome === 'found' ? answer.accountName : ''
  await sql`insert into account_look_ups (organisation_id, institution_code, account_number, outcome, account_name, checked_at)
      values (${organisationId}, ${account.institutionCode}, ${account.accountNumber}, ${answer.outcome}, ${accountName}, ${answer.checkedAt})
      on conflict (organisation_id, institution_code, account_number)
      do update set outcome = excluded.outcome, account_name = excluded.account_name, checked_at = excluded.checked_at`.execute(
    tx,
  )
}

/** The bank's last answer about an account, however old. */
export async function findLookUp(
  tx: Tx,
  account: { organisationId: string; institution: string; accountNumber: string },
): Promise<AccountLookUp | undefined> {
  const [lookUp] = await rows(
    tx,
    sql<AccountLookUp>`select outcome, account_name as "accountName", checked_at as "checkedAt" from account_look_ups
      where organisation_id = ${account.organisationId} and institution_code = ${account.institution} and account_number = ${account.accountNumber}`,
  )
  return lookUp
}

/** The bank's answer about an account if it is only minutes old: undefined means that the bank is silent. */
export async function findFreshLookUp(
  tx: Tx,
  account: Parameters<typeof findLookUp>[1],
): Promise<AccountLookUp | undefined> {
  const lookUp = await findLookUp(tx, account)
  return lookUp && now().getTime() - lookUp.checkedAt.getTime() <= freshForMs ? lookUp : undefined
}
