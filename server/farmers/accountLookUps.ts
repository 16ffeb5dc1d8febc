import type { Actor } from '#contract/house/permissions.ts'
import type { LookUp } from '#server/kit/bank/bank.ts'
import type { BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { scopeOf } from '#server/kit/scope.ts'

/** What the bank said of an account when it was last asked. */
export type WordOfBank = {
  outcome: 'found' | 'not_found' | 'closed' | 'name_missing'
  accountName: string
  checkedAt: Date
}

// A decision rests on an answer of its own minutes, not on one of last week.
const freshForMs = 15 * 60_000

/** Asks the bank, outside any transaction, and keeps its word. Silence changes nothing. */
export async function askBank({
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
  await house.db.transaction(scopeOf(actor), (tx) => keepWord(tx, { organisationId, account, answer }))
}

/** Keeps what the bank said of an account. */
export async function keepWord(
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

/** The last word of the bank on an account, however old. */
export async function findWord(
  tx: Tx,
  account: { organisationId: string; institution: string; accountNumber: string },
): Promise<WordOfBank | undefined> {
  const [found] = await rows(
    tx,
    sql<WordOfBank>`select outcome, account_name as "accountName", checked_at as "checkedAt" from account_look_ups
      where organisation_id = ${account.organisationId} and institution_code = ${account.institution} and account_number = ${account.accountNumber}`,
  )
  return found
}

/** The word of the bank on an account if it was given just now: undefined means that the bank is silent. */
export async function findFreshWord(tx: Tx, account: Parameters<typeof findWord>[1]): Promise<WordOfBank | undefined> {
  const word = await findWord(tx, account)
  return word && now().getTime() - word.checkedAt.getTime() <= freshForMs ? word : undefined
}
