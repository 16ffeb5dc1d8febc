import { toAmount } from '#contract/kit/money.ts'
import { saleClaimFlow, type SaleClaim } from '#contract/settlement/saleClaims.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'

export const saleClaimKind = recordKind({
  flow: saleClaimFlow,
  table: 'sale_claims',
  where: sql<boolean>`true`,
  title: sql<string>`t.document`,
  // A lender sees the claims of others and decides on its own.
  decidedBy: ({ organisationId }) => sql<boolean>`t.organisation_id = ${organisationId}`,
  atStake: sql<string>`'USD ' || to_char(t.amount_cents / 100.0, 'FM999,999,999,990.00')`,
})

type Stored = DecidedRow & {
  id: string
  lender_name: string
  grower_code: string
  grower_name: string
  amount_cents: bigint
  taken_cents: bigint
  document: string
  reason: string
}
const from = sql`sale_claims t join organisations l on l.id = t.organisation_id join organisations g on g.id = t.grower_id`

/** How claims are read: the wall shows a lender its own, and a society those against it. */
export const saleClaimSource = (): ListSource<Stored> => ({
  base: from,
  from,
  select: sql<Stored>`t.id, l.name as lender_name, g.code as grower_code, g.name as grower_name, t.amount_cents, t.taken_cents, t.document, t.reason, t.status, t.version, t.makers,
    name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`,
  where: [],
  columns: {
    growerName: sql`g.name`,
    amount: sql`t.amount_cents`,
    dateCreated: sql`t.created_at`,
    status: sql`t.status`,
  },
  search: sql<string>`upper(t.document || ' ' || g.code || ' ' || g.name)`,
})

export const shapeSaleClaim =
  (actor: Actor) =>
  (stored: Stored): SaleClaim => {
    const { created: dateCreated, ...decided } = shapeDecided(saleClaimFlow, stored, actor)
    return {
      id: stored.id,
      lenderName: stored.lender_name,
      growerCode: stored.grower_code,
      growerName: stored.grower_name,
      amount: toAmount(stored.amount_cents),
      taken: toAmount(stored.taken_cents),
      document: stored.document,
      reason: stored.reason,
      ...decided,
      dateCreated,
      approverComment: stored.decision_comment,
    }
  }
