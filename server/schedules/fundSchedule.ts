import { one, sql, type Tx } from '#server/kit/db.ts'

/**
 * Writes from which conversions an approved schedule is paid. The farmers' shilling account is read as a line in which what came in
 * first goes out first: what was set aside for the schedule takes the shillings that no earlier payment has taken. Dollars follow
 * their shillings, cut so that the parts of a conversion add up to all its dollars. Call it once, after the money was set aside.
 */
export async function fundSchedule(
  tx: Tx,
  { id, organisationId }: { id: string; organisationId: string },
): Promise<void> {
  const { taken, traced } = await one(
    tx,
    sql<{ taken: string; traced: string }>`
      with moves as materialized (
        select e.n, e.reference, e.side, e.posted_cents, e.cause_kind, e.cause_id, e.narration,
          sum(e.posted_cents) filter (where e.side = 'DEBIT') over until_now as came, sum(e.posted_cents) filter (where e.side = 'CREDIT') over until_now as went
        from society_accounts a cross join lateral ledger_statement(a.ledger_account_id, '-infinity', 'infinity', 0, 2147483647) e
        where a.organisation_id = ${organisationId} and a.purpose = 'FARMERS_KES' and e.posted_cents > 0
        window until_now as (order by e.n)),
      taken as (select n, went - posted_cents as first, went as last from moves where reference = ${`schedule/${id}/approved`}),
      lots as (
        select m.n, m.came - m.posted_cents as starts, m.posted_cents, m.narration, c.id as transfer_id, c.amount_cents as dollars,
          greatest(m.came - m.posted_cents, t.first) as first, least(m.came, t.last) as last
        from moves m join taken t on m.n < t.n left join society_transfers c on m.cause_kind = 'society_transfer' and c.id = m.cause_id
        where m.side = 'DEBIT'),
      written as (
        insert into communal_payment_conversions (communal_payment_id, place, organisation_id, transfer_id, dollars_cents, shillings_cents, narration)
        select ${id}, row_number() over (order by n), ${organisationId}, transfer_id,
          coalesce(div(dollars * (last - starts), posted_cents) - div(dollars * (first - starts), posted_cents), 0)::bigint, (last - first)::bigint,
          case when transfer_id is null then narration else '' end
        from lots where last > first
        returning shillings_cents)
      select coalesce((select last - first from taken), 0)::text as taken, coalesce(sum(shillings_cents), 0)::text as traced from written`,
  )
  if (taken !== traced) throw new Error(`schedule ${id}: ${taken} cents were set aside and ${traced} are traced`)
}
