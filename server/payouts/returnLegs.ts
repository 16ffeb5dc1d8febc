import { payoutOwnersInForce, type PayoutOwner } from '#server/kit/bank/payout.ts'
import { now } from '#server/kit/clock.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { lockPayouts, writeConsequences, type KnownPayout } from './settleLegs.ts'

/** What the bank says came back on one of our accounts, under the reference of a payment of ours. */
type ReturnFact = {
  reference: string
  accountNumber: string
  amountCents: bigint
  bankReference: string
  /** Why, in the words of the bank. */
  words: string
}

/**
 * Takes money back that was paid and that the bank has returned, in full, to the account that it left. It is written as a leg of
 * its own, so that where the payout stands follows from its legs as ever; what follows is written in the same transaction. Answers
 * the id of that leg, the same one when it is reported again, or null when the return is none that can be taken: another amount
 * or account, a payment that was never made, one whose owner takes none back, or one of which a later leg is under way.
 */
export async function returnLeg(
  tx: Tx,
  fact: ReturnFact,
  owners: readonly PayoutOwner[] = payoutOwnersInForce(),
): Promise<string | null> {
  const which = sql`id = any (array(select payout_id from payout_legs where reference = ${fact.reference}))`
  const [payout] = await lockPayouts(tx, which)
  if (!payout || !owners.some(({ sourceKind, takesReturns }) => sourceKind === payout.sourceKind && takesReturns))
    return null
  const leg = payout.legs.find(({ reference }) => reference === fact.reference)
  const isWhole = leg?.amountCents === fact.amountCents && leg.from === fact.accountNumber
  // What went to transit was not paid to anybody yet.
  const isPayment = leg?.kind === 'EXTERNAL' || (leg?.kind === 'INTERNAL' && payout.paymentType === 'INTERNALFT')
  if (!leg || !isWhole || !isPayment || leg.status !== 'PAID') return null
  const known = payout.legs.find(({ returnedLegId }) => returnedLegId === leg.id)
  if (known) return known.id
  if (payout.status !== 'PAID' && payout.status !== 'REVERSAL_FAILED') return null
  const at = now()
  const id = await writeReturn(tx, { payout, legId: leg.id, fact, at })
  await writeConsequences(tx, await lockPayouts(tx, which), { owners, at })
  return id
}

type Return = { payout: KnownPayout; legId: string; fact: ReturnFact; at: Date }

async function writeReturn(tx: Tx, { payout, legId, fact, at }: Return): Promise<string> {
  const id = newId()
  const place = payout.legs.length + 1
  await sql`insert into payout_legs (id, payout_id, organisation_id, lender_id, place, kind, channel, reference, from_account, to_institution_code,
      to_institution_type, to_account, amount_cents, narration, currency, status, reason, bank_reference, sent_at, settled_at, settled_by, created_at, returned_leg_id)
    select ${id}, payout_id, organisation_id, lender_id, ${place}, 'CAME_BACK', channel, ${`${payout.reference}-${place}`}, to_account, '11', 'BANK', from_account,
      amount_cents, narration, currency, 'PAID', ${fact.words}, ${fact.bankReference}, ${at}, ${at}, 'STATEMENT', ${at}, id from payout_legs where id = ${legId}`.execute(
    tx,
  )
  await sql`insert into payout_events (id, payout_id, organisation_id, leg_id, at, what, says, words)
    values (${newId()}, ${payout.id}, ${payout.organisationId}, ${id}, ${at}, 'STATEMENT', 'RETURNED', ${fact.words})`.execute(
    tx,
  )
  return id
}
