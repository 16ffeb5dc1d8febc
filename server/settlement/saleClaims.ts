import { toAmount, toCents } from '#contract/kit/money.ts'
import { saleClaim, saleClaimFlow } from '#contract/settlement/saleClaims.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { Refused } from '#server/kit/refused.ts'
import { done } from '#server/kit/web/serve.ts'
import { saleClaimKind, saleClaimSource, shapeSaleClaim } from './claimRows.ts'

export const saleClaims = serveRecord(saleClaim, {
  kind: saleClaimKind,
  source: saleClaimSource,
  shape: shapeSaleClaim,
  steps: { approve: { message: 'Approved: the claim is taken from the next sales' } },
  within: async ({ tx, actor, id }, work) => {
    const own = await rows(
      tx,
      sql`select from sale_claims where id = ${id} and organisation_id = ${actor.organisationId}`,
    )
    if (own.length === 0) throw new Refused('organisation.not_allowed')
    await insideOwnersWall({ tx, actor, kind: saleClaimKind, id }, work)
  },
  calls: (read) => ({
    lodge: async ({ tx, actor, body, request }) => {
      mustMake(saleClaimFlow, actor)
      const { document, reason = '' } = body
      const growerId = await mustBeSociety(tx, body.growerCode)
      const amountCents = toCents(body.amount)
      const id = await enterRecord({
        tx,
        actor,
        kind: saleClaimKind,
        title: document,
        values: { grower_id: growerId, amount_cents: amountCents, document, reason },
        once: 'one_claim_of_a_document',
        comment: reason,
        changes: { amount: { before: null, after: toAmount(amountCents) } },
        request,
      })
      return done('Sent for approval', await read(tx, actor, id))
    },
  }),
})

async function mustBeSociety(tx: Tx, code: string): Promise<string> {
  const [society] = await rows(
    tx,
    sql<{ id: string }>`select id from organisations where code = ${code} and type = 'FARMER_SOCIETY'`,
  )
  if (!society) throw new Refused('input.invalid', { details: { fields: { growerCode: 'No society has this code' } } })
  return society.id
}
