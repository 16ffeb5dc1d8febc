import { sql, rows, type Tx } from '#server/kit/db.ts'
import { payoutOwnersInForce, type PayoutOwner } from '#server/kit/payout.ts'
import { settleLegs, type Verdict } from './settleLegs.ts'

/** A line of the bank's statement: what left our account under a reference of ours, as a positive amount. */
export type StatementFact = { reference: string; amountCents: bigint; bankReference: string; at: Date }

/**
 * Settles legs by the bank's statement: what stands in it was paid. One verdict for each line, in their order; `contradicts`
 * when the amount is another one, or when the leg is known as refused or was never sent; `unknown` when no leg of ours is
 * named so. Nothing moves then. The same line again is `known`.
 */
export async function settleByStatement(
  tx: Tx,
  lines: StatementFact | readonly StatementFact[],
  owners: readonly PayoutOwner[] = payoutOwnersInForce(),
): Promise<Verdict[]> {
  const facts = [lines].flat() as readonly StatementFact[] // border: one line or many
  const amounts = await rows(
    tx,
    sql<{ reference: string; amountCents: bigint }>`select reference, amount_cents as "amountCents" from payout_legs
      where reference = any (${facts.map(({ reference }) => reference)}::text[])`,
  )
  const amountOf = new Map(amounts.map(({ reference, amountCents }) => [reference, amountCents]))
  return settleLegs(
    tx,
    facts.map(({ reference, amountCents, bankReference }) => ({
      reference,
      by: 'STATEMENT',
      outcome:
        amountOf.get(reference) === amountCents
          ? { outcome: 'PAID', bankReference }
          : { outcome: 'IN_DOUBT', reason: 'mismatch' },
    })),
    owners,
  )
}
