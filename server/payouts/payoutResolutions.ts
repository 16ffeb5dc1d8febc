import { toAmount } from '#contract/kit/money.ts'
import {
  restsOnEvidence,
  payoutResolution,
  payoutResolutionTitles,
  type PayoutResolution,
} from '#contract/payouts/payoutResolutions.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { changeParts, getChange, openChange } from '#server/kit/records/changeRequests.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { payoutOwnersInForce } from '#server/kit/bank/payout.ts'
import { Refused } from '#server/kit/refused.ts'
import { done, type Call } from '#server/kit/web/serve.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { matchQueue } from './settleByStatement.ts'
import { mustHandle } from './fundProposals.ts'
import { insertLegs } from './insertLegs.ts'
import { legsOfResolution, resolutionsOf } from './planLegs.ts'
import { lockPayouts, writeConsequences, type KnownPayout } from './settleLegs.ts'
import { payoutResolutionKind } from './payoutResolutionRows.ts'

/** What was proposed. It holds only as long as the payout has as many legs as it had then. */
type Proposed = { resolution: PayoutResolution; amount: number; legs: number; bankReference?: string }

async function lockPayout(tx: Tx, id: string): Promise<KnownPayout> {
  const [payout] = await lockPayouts(tx, sql`id = ${id}`)
  if (!payout) throw new Refused('record.not_found')
  return payout
}

/** Opens the proposal. Answers its id. */
async function propose({
  tx,
  actor,
  params,
  body,
  request,
}: Call<typeof payoutResolution.calls.propose>): Promise<string> {
  const payout = await lockPayout(tx, params.id)
  mustHandle(actor, payout.lenderId)
  const { resolution, bankReference, reason } = body
  if (!resolutionsOf(payout, payout.legs).includes(resolution)) throw new Refused('payout.not_stuck')
  if (restsOnEvidence(resolution) && !bankReference)
    throw new Refused('input.invalid', { details: { fields: { bankReference: 'Say what the bank calls it' } } })
  const evidence = restsOnEvidence(resolution) && bankReference ? { bankReference } : {}
  if (evidence.bankReference) await mustBeUnused(tx, payout, evidence.bankReference)
  const [{ title } = { title: '' }] = await rows(
    tx,
    sql<{ title: string }>`select title from payouts where id = ${payout.id}`,
  )
  const contradicted = await rows(
    tx,
    sql`select from payout_events where payout_id = ${payout.id} and says = 'CONTRADICTS' limit 1`,
  )
  const amountCents = legsOfResolution(payout, payout.legs, resolution).reduce((sum, leg) => sum + leg.amountCents, 0n)
  const after: Proposed = {
    resolution,
    amount: toAmount(amountCents),
    legs: payout.legs.length,
    ...evidence,
  }
  return openChange({
    tx,
    actor,
    kind: payoutResolutionKind,
    targetId: payout.id,
    organisationId: payout.lenderId,
    title: `${title}, ${payout.reference}`.slice(0, 160),
    before: {},
    after,
    notes: [
      { code: resolution.toLowerCase(), message: payoutResolutionTitles[resolution].effect },
      ...(contradicted.length > 0
        ? [
            {
              code: 'contradicted',
              message: 'The bank has contradicted itself about this payout. Look at its messages.',
            },
          ]
        : []),
    ],
    reason,
    requestId: request.id,
  })
}

/** One payment of the bank shows one payout: not two, and not one that the statement knows as something else. */
async function mustBeUnused(tx: Tx, { id }: KnownPayout, bankReference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`evidence ${bankReference}`}, 0))`.execute(tx)
  const used = await rows(
    tx,
    sql`select from payout_legs where bank_reference = ${bankReference} and payout_id <> ${id}
      union all select from bank_statement_lines s join recon_items i on i.line_id = s.id
      where s.line_key = ${bankReference} and (i.resolution is not null or i.kind = 'MATCHED')`,
  )
  if (used.length > 0) throw new Refused('payout.evidence_used')
}

/** Whatever is decided, the payout is looked at under its lock by somebody who may touch it. */
const decide = ({ tx, actor, house, step }: StepCall): Effect => {
  return async ({ id }) => {
    const { target_id: payoutId, after } = await getChange(tx, payoutResolutionKind, id)
    const payout = await lockPayout(tx, payoutId)
    mustHandle(actor, payout.lenderId)
    if (step !== 'approve') return
    await resolve(tx, actor, payout, after as Proposed) // border: as `propose` wrote it
    // The line that shows it may stand in a statement already.
    for (const accountNumber of [payout.fundAccount, payout.transitAccount])
      await house.jobs.send(tx, matchQueue, { accountNumber })
  }
}

/** Puts the resolution into effect: a leg that is sent after the commit, or legs that count as paid by their evidence. */
async function resolve(tx: Tx, actor: Actor, payout: KnownPayout, proposed: Proposed): Promise<void> {
  const { id: payoutId, organisationId, lenderId, reference, narration, legs } = payout
  if (legs.length !== proposed.legs || !resolutionsOf(payout, legs).includes(proposed.resolution))
    throw new Refused('payout.not_stuck')
  if (proposed.bankReference !== undefined) await mustBeUnused(tx, payout, proposed.bankReference)
  const at = now()
  for (const [more, leg] of legsOfResolution(payout, legs, proposed.resolution).entries()) {
    const place = legs.length + more + 1
    const named = { payoutId, organisationId, lenderId, place, reference: `${reference}-${place}`, narration }
    await insertLegs(tx, [{ ...leg, ...named }], at)
    // One at a time: a payout has one open leg at most.
    if (proposed.bankReference !== undefined)
      await sql`update payout_legs set status = 'PAID', sent_at = ${at}, next_at = null, settled_at = ${at}, settled_by = 'EVIDENCE', bank_reference = ${proposed.bankReference}
        where payout_id = ${payoutId} and place = ${place}`.execute(tx)
  }
  await sql`insert into payout_events (id, payout_id, organisation_id, at, what, says, words, by_user)
    values (${newId()}, ${payoutId}, ${organisationId}, ${at}, 'DECIDED', '', ${proposed.resolution}, ${actor.userId})`.execute(
    tx,
  )
  await writeConsequences(tx, [await lockPayout(tx, payoutId)], { owners: payoutOwnersInForce(), at })
}

export const payoutResolutions = serveRecord(payoutResolution, {
  ...changeParts(payoutResolutionKind),
  steps: {
    approve: {
      effect: decide,
      after: ({ jobs }) => jobs.wake(matchQueue),
      message: 'Approved: the payout goes on',
    },
    decline: { effect: decide },
    withdraw: { effect: decide },
  },
  calls: (read) => ({
    propose: async (call) => done('Sent for approval', await read(call.tx, call.actor, await propose(call))),
  }),
})
