import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { scopeOf } from '#server/kit/scope.ts'

/** Whose part of a sale is read; null is the whole of it. */
export type SalePart = { id: string; type: OrganisationType } | null

/** The whole for who sees every organisation, the own part for everybody else. */
export const partOf = (actor: Actor): SalePart =>
  scopeOf(actor).wide ? null : { id: actor.organisationId, type: actor.organisationType }

type Condition = ReturnType<typeof sql>

/**
 * E-slips of a part, each once: with the kilograms that the part has of it, what these fetched where it may know, and whether it knows all
 * that is taken of it. Said here besides the walls, because a paper is checked behind none of them.
 */
export function slipsOf(part: SalePart, where: Condition): Condition {
  const facts = sql`e.id, e.season, e.sale_number, e.sale_date, e.prompt_date, e.status, e.grower_id, e.payment_id`
  const standing = sql`e.status <> 'VOID' and ${where}`
  if (part === null)
    return sql`select ${facts}, e.kilograms, e.gross_cents as gross, true as is_known from eslips e where ${standing}`
  if (part.type === 'FARMER_SOCIETY')
    return sql`select ${facts}, s.kilograms, s.gross, true as is_known
      from (select eslip_id, sum(kilograms) as kilograms, sum(gross_cents)::bigint as gross from eslip_shares where grower_id = ${part.id} group by eslip_id) s
        join eslips e on e.id = s.eslip_id where ${standing}`
  return sql`select ${facts}, e.kilograms, case when ${part.id} in (e.organisation_id, e.broker_id, e.buyer_id) then e.gross_cents end as gross,
      ${part.id} in (e.organisation_id, e.broker_id) as is_known
    from eslips e where ${standing} and ${part.id} in (e.organisation_id, e.broker_id, e.miller_id, e.warehouse_id, e.buyer_id)`
}

/** Of the legs `l` of such e-slips `s`: those that go to the part, are taken from what is its, or are of lots that it sold. */
export const legsOf = (part: SalePart): Condition =>
  part === null
    ? sql`true`
    : sql`(${part.id} in (l.organisation_id, l.payee_id, l.grower_id) or s.grower_id = ${part.id})`
