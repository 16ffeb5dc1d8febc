import { sql, rows, type Tx } from '#server/kit/db.ts'
import { payoutOwnersInForce, type PayoutOwner } from '#server/kit/bank/payout.ts'
import type { LegStatus } from './planLegs.ts'
import { settleLegs, type Verdict } from './settleLegs.ts'

/** Where the lines of an account's statement wait to be held against our payments: what a payout becomes may pair them anew. */
export const matchQueue = 'statement.match'

/**
 * A line of the bank's statement: what left our account under a reference of ours, as a positive amount. `source` is whose it is:
 * the bank's own, that of a file which people have imported, or that of two persons who have looked at this very line.
 */
export type StatementFact = {
  reference: string
  amountCents: bigint
  bankReference: string
  at: Date
  source: 'BANK' | 'FILE' | 'PEOPLE'
}

/** A leg that a statement may name. `isDenied`: it is open, and the bank's own last word on it speaks against a payment. */
export type KnownLeg = {
  reference: string
  from: string
  to: string
  amountCents: bigint
  /** What arrived, where a deal has changed the money. */
  receivedCents: bigint | null
  status: LegStatus
  isDenied: boolean
}

/**
 * Settles legs by the bank's statement: what stands in it was paid. One verdict for each line, in their order; `contradicts`
 * when the amount is another one, or when the leg is known as refused or was never sent; `denied` when only a file says so and the
 * bank's own last word on the order is that it does not know it, or two words that contradict each other; `unknown` when no leg
 * of ours is named so. Nothing moves then. The same line again is `known`.
 */
export async function settleByStatement(
  tx: Tx,
  facts: readonly StatementFact[],
  owners: readonly PayoutOwner[] = payoutOwnersInForce(),
): Promise<(Verdict | 'denied')[]> {
  const legs = await findLegs(
    tx,
    facts.map(({ reference }) => reference),
  )
  const legOf = new Map(legs.map((leg) => [leg.reference, leg]))
  const isDenied = ({ reference, source }: StatementFact): boolean =>
    source === 'FILE' && legOf.get(reference)?.isDenied === true
  const verdicts = await settleLegs(
    tx,
    facts.map((fact) => ({
      reference: fact.reference,
      by: 'STATEMENT',
      // What is denied is kept with the payout as a contradiction, as another amount is.
      outcome:
        isOf(legOf.get(fact.reference), fact) && !isDenied(fact)
          ? { outcome: 'PAID', bankReference: fact.bankReference }
          : { outcome: 'IN_DOUBT', reason: 'mismatch' },
    })),
    owners,
  )
  return facts.map((fact, at) => (isDenied(fact) ? 'denied' : (verdicts[at] ?? 'unknown')))
}

const isOf = (leg: KnownLeg | undefined, { amountCents }: StatementFact): boolean =>
  leg?.amountCents === amountCents || (leg !== undefined && leg.receivedCents === amountCents)

/** Legs by their references. */
export const findLegs = (tx: Tx, references: readonly string[]): Promise<KnownLeg[]> =>
  rows(
    tx,
    sql<KnownLeg>`select l.reference, l.from_account as "from", l.to_account as "to", l.amount_cents as "amountCents", l.received_cents as "receivedCents", l.status, l.settled_at is null and coalesce((
        select e.says <> 'ACCEPTED' from payout_events e where e.leg_id = l.id and e.what in ('ANSWER', 'STATUS', 'CALLBACK')
          and (e.says <> 'IN_DOUBT' or e.words = 'not_known') order by e.at desc, e.id desc limit 1), false) as "isDenied"
      from payout_legs l where l.reference = any (${references}::text[])`,
  )
