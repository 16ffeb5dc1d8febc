import type { Actor } from '#contract/house/permissions.ts'
import { isPgError, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import type { changeKind } from '#server/kit/records/changeRequests.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { findFreshLookUp, lookUpAccount, type AccountLookUp } from './accountLookUps.ts'

// Accounts at Co-operative Bank that one person proposes and another approves: both times the bank says whose one is.

/** The code of Co-operative Bank among the institutions. */
const ownBank = '11'

/** Asks the bank whose an account of its own is. */
export const lookUpOwn = (house: House, actor: Actor, accountNumber: string): Promise<void> =>
  lookUpAccount({
    house,
    actor,
    organisationId: actor.organisationId,
    account: { institutionCode: ownBank, accountNumber, institutionType: 'BANK' },
  })

/** Whose the bank said just now that an account is. Throws `bank.silent`. */
export async function ownHolder(tx: Tx, organisationId: string, accountNumber: string): Promise<AccountLookUp> {
  const found = await findFreshLookUp(tx, { organisationId, institution: ownBank, accountNumber })
  if (!found) throw new Refused('bank.silent')
  return found
}

/** Before an approval: the bank says once more whose the proposed accounts are. */
export async function lookUpProposed(
  { house, actor, kind }: { house: House; actor: Actor; kind: ReturnType<typeof changeKind> },
  ids: readonly string[],
): Promise<void> {
  const numbers = await house.db.transaction(
    scopeOf(actor),
    (tx) =>
      rows(
        tx,
        sql<{ number: string }>`select after ->> 'accountNumber' as number from change_requests t
          where t.id = any (${ids}) and ${kind.where} and status = 'PENDING_APPROVAL'`,
      ),
    { readOnly: true },
  )
  for (const { number } of numbers) await lookUpOwn(house, actor, number)
}

/** The name at the bank of an account that is being approved. Throws when it takes no money, or is not the one that was proposed. */
export async function mustStillBeHeld(
  tx: Tx,
  organisationId: string,
  { accountNumber, accountName }: { accountNumber: string; accountName?: string | undefined },
): Promise<string> {
  const holder = await ownHolder(tx, organisationId, accountNumber)
  if (holder.outcome !== 'found')
    throw new Refused(holder.outcome === 'closed' ? 'account.takes_no_money' : 'account.details_missing')
  if (accountName !== undefined && accountName !== holder.accountName) throw new Refused('change.stale')
  return holder.accountName
}

/** Writes one account; where it is not as it was proposed, or somebody was first, it throws `change.stale`. */
export async function writeAccount(tx: Tx, statement: ReturnType<typeof sql>): Promise<void> {
  try {
    await savepoint(tx, async () => {
      const { numAffectedRows } = await statement.execute(tx)
      if (numAffectedRows !== 1n) throw new Refused('change.stale')
    })
  } catch (error) {
    if (isPgError(error) && error.code === '23505') throw new Refused('change.stale')
    throw error
  }
}
