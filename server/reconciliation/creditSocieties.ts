import type { AccountPurpose } from '#contract/reconciliation/statementExceptions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { AccountName } from '#server/ledger/accounts.ts'
import { post, type Post } from '#server/ledger/ledger.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'

/** The account of the ledger behind an account at the bank. Throws for the two of a fund that the ledger does not follow. */
export function keptAccount(organisationId: string, purpose: AccountPurpose): AccountName {
  if (purpose === 'FUND') return { kind: 'fund', organisationId, subjectId: organisationId }
  if (purpose === 'BUYERS') return { kind: 'proceeds', organisationId, subjectId: organisationId, currency: 'USD' }
  if (purpose === 'TRANSIT' || purpose === 'MPESA') throw new Error('no account of the ledger stands for it')
  return mirrorOf(organisationId, purpose)
}

type Line = { id: string; amountCents: bigint; bookedOn: string; narration: string }

/** Money that the bank's own statement says has come in. */
export const cameIn = ({ organisationId, purpose, currency }: Kept, { id, bookedOn, ...line }: Line): Post => ({
  ...line,
  reference: `statement/${id}`,
  cause: { kind: 'statement_line', id },
  debit: keptAccount(organisationId, purpose),
  credit: { kind: 'outside', organisationId, subjectId: organisationId, currency },
  businessDate: bookedOn,
})

/** What lay on an account before its first statement. */
export const layThere = (kept: Kept, accountNumber: string, { id, day, cents }: Opening): Post => ({
  ...cameIn(kept, { id, amountCents: cents, bookedOn: day, narration: 'Opening balance' }),
  reference: `opening/${accountNumber}`,
  cause: { kind: 'bank_statement', id },
})

type Kept = { organisationId: string; purpose: AccountPurpose; currency: 'KES' | 'USD' }
type Opening = { id: string; day: string; cents: bigint }

/**
 * Posts what came in on an account of a society by the bank's own word, and names no payment of ours: first what lay there before
 * the first statement, then line by line. A line that people brought waits for the bank's own statement, or for two persons who
 * resolve it. Runs under the lock of the account; what is posted already is not posted again.
 */
export async function creditSocieties(tx: Tx, accountNumber: string): Promise<void> {
  const [kept] = await rows(
    tx,
    sql<Kept>`select organisation_id as "organisationId", purpose, currency from kept_accounts
      where account_number = ${accountNumber} and purpose not in ('FUND', 'TRANSIT', 'MPESA', 'BUYERS')`,
  )
  const [opening] = await rows(
    tx,
    sql<Opening>`select id, from_on as day, opening_cents as cents from bank_statements
      where account_number = ${accountNumber} and source = 'BANK' order by id limit 1`,
  )
  if (!kept || !opening) return
  if (opening.cents > 0n) await post(tx, [layThere(kept, accountNumber, opening)])
  const credits = await rows(
    tx,
    sql<Line>`select i.id, i.amount_cents as "amountCents", i.booked_on as "bookedOn", s.narration
      from recon_items i join bank_statement_lines s on s.id = i.line_id
      where i.account_number = ${accountNumber} and i.told_by_bank and i.amount_cents > 0 and i.kind = 'MISSING_HERE' and i.leg_id is null
        and i.note = '' and i.resolution is null order by s.booked_on, s.line_key`,
  )
  await post(
    tx,
    // What came before the first statement is in its opening balance.
    credits.filter(({ bookedOn }) => bookedOn >= opening.day).map((line) => cameIn(kept, line)),
  )
  await sql`update recon_items set kind = 'CREDITED', version = version + 1 where id = any (${credits.map((line) => line.id)}::uuid[])`.execute(
    tx,
  )
}
