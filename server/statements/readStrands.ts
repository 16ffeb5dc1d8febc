import type { RawBuilder } from 'kysely'
import { rows, sql, type Tx } from '#server/kit/db.ts'

/** Dollars of one source that paid for a schedule through one of its deals. */
export type Strand = {
  place: number
  cents: bigint
  legId: string | null
  says: string
}

/**
 * The dollar accounts of societies as lines in which what came in first goes out first. `cash`: each credit and debit with the stretch of
 * its line that it fills or empties; orders that the bank has refused are left out with what they gave back. `poured`: stretches of the
 * farmers' dollars by the credit of the non-checkoff account that they came from, through the sweep that moved them. `drawn`: the
 * stretches that schedules have taken, through their conversions in the order of their approvals; shillings that are worth less than a
 * cent take none. `whose`: the societies `a` or `f`, by the column of their id.
 */
const lines = (whose: (society: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> => sql`
  cash as materialized (
    select society, purpose, side, cause_kind, cause_id, narration, last - cents as first, last from (
      select a.organisation_id as society, a.purpose, e.side, e.cause_kind, e.cause_id, e.narration, e.posted_cents as cents,
        sum(e.posted_cents) over (partition by a.organisation_id, a.purpose, e.side order by e.n) as last
      from society_accounts a cross join lateral ledger_statement(a.ledger_account_id, '-infinity', 'infinity', 0, 2147483647) e
      where ${whose(sql`a.organisation_id`)} and a.purpose in ('NON_CHECKOFF', 'FARMERS_USD') and e.posted_cents > 0
        and not (e.cause_kind = 'society_transfer' and exists (select from society_transfers t where t.id = e.cause_id and t.status = 'FAILED'))) e),
  poured as (
    select f.society, coalesce(i.cause_kind, f.cause_kind) as cause_kind, coalesce(i.cause_id, f.cause_id) as cause_id, coalesce(i.narration, f.narration) as narration,
      f.first + coalesce(greatest(i.first, o.first) - o.first, 0) as first, case when i.last is null then f.last else f.first + least(i.last, o.last) - o.first end as last
    from cash f
      left join cash o on f.cause_kind = 'society_transfer' and o.cause_id = f.cause_id and o.purpose = 'NON_CHECKOFF' and o.side = 'CREDIT' and o.society = f.society
      left join cash i on i.purpose = 'NON_CHECKOFF' and i.side = 'DEBIT' and i.society = o.society and i.first < o.last and o.first < i.last
    where f.purpose = 'FARMERS_USD' and f.side = 'DEBIT'),
  drawn as (
    select c.society, p.communal_payment_id as schedule, p.place, c.first + p.last - p.dollars_cents as first, c.first + p.last as last
    from (
      select f.*, sum(f.dollars_cents) over (partition by f.transfer_id order by s.decided_at, s.id, f.place) as last
      from communal_payment_conversions f join communal_payments s on s.id = f.communal_payment_id
      where ${whose(sql`f.organisation_id`)} and f.transfer_id is not null and f.dollars_cents > 0) p
      join cash c on c.cause_id = p.transfer_id and c.purpose = 'FARMERS_USD' and c.side = 'CREDIT')`

const only = (organisationId: string) => (society: RawBuilder<unknown>) => sql`${society} = ${organisationId}`

const meet = sql`s.society = d.society and s.first < d.last and d.first < s.last`
const shared = sql`sum(least(s.last, d.last) - greatest(s.first, d.first))`

/** The strands of a schedule, in the order in which they had come in; what went the same way in several orders is one. */
export const readStrands = (tx: Tx, organisationId: string, scheduleId: string): Promise<Strand[]> =>
  rows(
    tx,
    sql<Strand>`with ${lines(only(organisationId))}
      select d.place, ${shared}::bigint as cents, case when s.cause_kind = 'eslip_leg' then s.cause_id end as "legId",
        case when s.cause_kind = 'eslip_leg' then '' else s.narration end as says
      from drawn d join poured s on ${meet} where d.schedule = ${scheduleId} group by d.place, s.cause_kind, s.cause_id, s.narration order by d.place, min(s.first)`,
  )

/** Cents of each leg that paid for each schedule, `schedule`, `leg` and `cents`, as a subquery; of the societies whose id `whose` lets through. */
export const paidLegs = (whose: (society: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with ${lines(whose)}
  select d.schedule, s.cause_id as leg, ${shared} as cents from drawn d join poured s on ${meet} where s.cause_kind = 'eslip_leg' group by 1, 2)`

/** Cents of a leg of a society by where they are: what is retained, what was swept, what was converted, and what paid for schedules. */
type LegStands = {
  retained: bigint
  swept: bigint
  converted: bigint
  paid: bigint
  scheduleIds: string[] | null
}

/** What became of the dollars of a leg that has arrived. */
export async function readLegStands(tx: Tx, organisationId: string, legId: string): Promise<LegStands> {
  const overlap = sql`sum(least(s.last, o.last) - greatest(s.first, o.first))`
  const [stands] = await rows(
    tx,
    sql<LegStands>`with ${lines(only(organisationId))}, own as (select * from poured where cause_kind = 'eslip_leg' and cause_id = ${legId}),
      came as (select * from cash where purpose = 'NON_CHECKOFF' and side = 'DEBIT' and cause_kind = 'eslip_leg' and cause_id = ${legId}),
      gone as (select t.kind, ${overlap} as cents from came s join cash o on o.purpose = 'NON_CHECKOFF' and o.side = 'CREDIT' and s.first < o.last and o.first < s.last
        join society_transfers t on t.id = o.cause_id group by 1)
      select coalesce((select cents from gone where kind = 'RETENTION'), 0)::bigint as retained, coalesce((select cents from gone where kind = 'SWEEP'), 0)::bigint as swept,
        coalesce((select ${overlap} from own s join cash o on o.purpose = 'FARMERS_USD' and o.side = 'CREDIT' and s.first < o.last and o.first < s.last), 0)::bigint as converted,
        coalesce((select ${shared} from own s join drawn d on ${meet}), 0)::bigint as paid,
        (select array_agg(distinct d.schedule::text) from own s join drawn d on ${meet}) as "scheduleIds"`,
  )
  return stands ?? { retained: 0n, swept: 0n, converted: 0n, paid: 0n, scheduleIds: null }
}
