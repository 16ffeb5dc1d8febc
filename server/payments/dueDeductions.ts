import type { RawBuilder } from 'kysely'
import { sql } from '#server/kit/db.ts'
import { weightsToPay, type Weighed } from './weightsToPay.ts'

type Due = {
  organisationId: RawBuilder<unknown>
  season: RawBuilder<unknown>
  weighed: Weighed
  /** Those left out. */
  without: readonly string[]
}

/**
 * What approved deductions are owed and approved premiums are due in a season, for each member whom the cycle pays, as a subquery of
 * `farmer_id`, `deduction_id`, `kind` and `cents`: less what schedules of the season have taken or added already. What a schedule
 * could not take is owed still; a rule per kilogram is owed of all kilograms of the season so far, and a file says what each is owed.
 */
export const dueDeductions = ({ organisationId, season, weighed, without }: Due): RawBuilder<unknown> => sql`(
  select farmer_id, deduction_id, kind, cents from (
    select w.farmer_id, d.id as deduction_id, d.kind,
      (case d.basis when 'PER_KG' then round(w.approved_kg * d.rate_cents) when 'BY_FILE' then coalesce(a.amount_cents, 0) else d.rate_cents end
        - coalesce(b.cents, 0))::bigint as cents
    from deductions d
      join season_weights w on w.organisation_id = d.organisation_id and w.season = d.season and w.approved_kg > 0
      ${weighed === 'SEASON' ? sql`` : sql`join ${weightsToPay({ organisationId, season }, weighed)} y on y.farmer_id = w.farmer_id`}
      left join deduction_amounts a on a.deduction_id = d.id and a.farmer_id = w.farmer_id
      left join (select s.deduction_id, l.farmer_id, sum(s.amount_cents) as cents from schedule_deductions s join schedule_lines l on l.id = s.line_id
          join communal_payments p on p.id = l.communal_payment_id
          where p.organisation_id = ${organisationId} and p.season = ${season} and p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED')
          group by s.deduction_id, l.farmer_id) b on b.deduction_id = d.id and b.farmer_id = w.farmer_id
    where d.organisation_id = ${organisationId} and d.season = ${season} and d.status = 'APPROVED' and not d.id = any (${[...without]}::uuid[])) d
  where cents > 0)`
