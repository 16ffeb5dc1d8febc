import { sql } from '#server/kit/db.ts'
import { paidLegs } from '#server/statements/readStrands.ts'

type Part = ReturnType<typeof sql>

// Days are counted from here, so that their sums stay small.
const dayNumber = (day: Part): Part => sql`(${day} - date '2000-01-01')`
const inNairobi = (at: Part): Part => sql`(${at} at time zone 'Africa/Nairobi')::date`

/** What has reached members of a payment `p` to them: shillings that were bought with dollars, and days times shillings that were paid. */
const paidOf = sql`
  left join lateral (select sum(c.dollars_cents) as dollars, sum(c.shillings_cents) as shillings from communal_payment_conversions c where c.communal_payment_id = p.id) f on true
  left join lateral (select sum(s.net_cents) as paid, sum(s.net_cents * ${dayNumber(inNairobi(sql`s.settled_at`))}) as dated
    from schedule_lines s where s.communal_payment_id = p.id and s.status = 'SUCCESS') l on true`

/** Payments to members by a schedule `p` that was decided: what of each has reached them, in shillings and in the dollars that these were bought with. `from`: the schedules. */
export const paymentsOf = (from: Part): Part => sql`
  select p.id, p.organisation_id as grower_id, p.season, p.cycle, ${inNairobi(sql`p.decided_at`)} as decided, coalesce(f.dollars, 0) as dollars, coalesce(f.shillings, 0) as shillings,
    p.deducted_cents + p.recovered_cents + coalesce(l.paid, 0) as reached_shillings, coalesce(l.paid, 0) as paid, coalesce(l.dated, 0) as dated,
    coalesce(round(f.dollars * (p.deducted_cents + p.recovered_cents + coalesce(l.paid, 0)) / f.shillings), 0) as reached
  from (${from}) p ${paidOf}`

/** Schedules of these societies that were decided. */
export const decidedOf = (societies: Part): Part => sql`
  select p.* from communal_payments p where p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED') and p.organisation_id in (${societies})`

/** The figures of a society as they are kept. */
export const figureColumns = sql`season, sale_number, grade, sale_date, parts, waiting, kilograms, valued, gross_cents, charges_cents, arrived_cents, came, days,
  reached_cents, reached_shillings_cents, of_lots_cents, lots_paid_cents, lots_days`

const nothingSold = sql`null::smallint as sale_number, null::text as grade, null::date as sale_date, 0 as parts, 0 as waiting, 0 as kilograms, 0 as valued, 0 as gross_cents, 0 as charges_cents,
  0 as arrived_cents, 0 as came, 0 as days`

/**
 * The figures of the societies of the table expression `named`, counted from the records: table expressions, of which `counted` has them.
 * What was sold is added up society by society, by their indexes.
 *
 * Dollars of sold lots that have reached members follow the lot and its season: what came in first went out first, and of a payment each
 * dollar has reached them as far as its shillings have. Money of other origin is none of it. `lots_paid_cents` are those that were paid into
 * accounts, which have a day; `lots_days` the same times the days from the sale of their lot to that day.
 */
export const countedAnew = (named: Part): Part => sql`
  paid as materialized (${paymentsOf(decidedOf(sql`select id from ${named}`))}),
  counted as (
    select n.id as organisation_id, s.*, 0 as reached_cents, 0 as reached_shillings_cents, 0 as of_lots_cents, 0 as lots_paid_cents, 0 as lots_days
    from ${named} n cross join lateral (
      select s.season, s.sale_number, e.grade, max(s.sale_date) as sale_date, count(*) as parts, count(*) filter (where s.net_cents > 0 and a.id is null) as waiting,
        sum(s.kilograms) as kilograms, sum(s.kilograms * e.price_cents) as valued, sum(s.gross_cents) as gross_cents, sum(s.gross_cents - s.net_cents) as charges_cents,
        coalesce(sum(a.amount_cents), 0) as arrived_cents, count(a.id) as came, coalesce(sum(${inNairobi(sql`a.settled_at`)} - s.sale_date), 0) as days
      from eslip_shares s join eslips e on e.id = s.eslip_id
        left join eslip_legs a on a.eslip_id = s.eslip_id and a.grower_id = s.grower_id and a.kind = 'GROWER' and a.status = 'PAID'
      where not s.voided and s.grower_id = n.id group by 1, 2, 3) s
    union all
    select grower_id, season, ${nothingSold}, reached, reached_shillings, 0, 0, 0 from paid
    union all
    select l.grower_id, e.season, ${nothingSold}, 0, 0, round(sum(b.cents * p.reached_shillings / p.shillings)), sum(b.cents * p.paid / p.shillings),
      sum(b.cents * (p.dated - p.paid * ${dayNumber(sql`e.sale_date`)}) / p.shillings)
    from ${paidLegs((society) => sql`${society} in (select id from ${named})`)} b join paid p on p.id = b.schedule and p.shillings > 0
      join eslip_legs l on l.id = b.leg join eslips e on e.id = l.eslip_id
    group by 1, 2)`

/** Whether the kept figures of a society are those of its records. */
const isCounted = (
  society: Part,
): Part => sql`(exists (select from price_figures_counted c where c.organisation_id = ${society})
  and not exists (select from price_figures_due d where d.organisation_id = ${society}))`

/** The figures of the organisations whose id is among these, as they stand now: table expressions, of which `figures` has them. Nobody waits for a count. */
export const figuresNow = (organisations: Part): Part => sql`
  named as materialized (select o.id, ${isCounted(sql`o.id`)} as is_counted from organisations o where ${organisations}),
  uncounted as materialized (select id from named where not is_counted),
  ${countedAnew(sql`uncounted`)},
  figures as materialized (
    select f.organisation_id, ${figureColumns} from price_figures f join named n on n.id = f.organisation_id and n.is_counted
    union all
    select organisation_id, ${figureColumns} from counted)`
