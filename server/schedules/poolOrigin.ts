import { one, sql, type Tx } from '#server/kit/db.ts'

/** Cents on the farmers' shilling account now, by whether dollars of the society became them or they came as shillings. */
type PoolOrigin = { converted: bigint; asShillings: bigint }

/** Reads where what lies on the farmers' shilling account came from: what came in first has gone out first, as a schedule takes it. */
export const readPoolOrigin = (tx: Tx, organisationId: string): Promise<PoolOrigin> =>
  one(
    tx,
    sql<PoolOrigin>`
      with moves as (
        select e.side, e.posted_cents, e.cause_kind, sum(e.posted_cents) filter (where e.side = 'DEBIT') over (order by e.n) as came,
          coalesce(sum(e.posted_cents) filter (where e.side = 'CREDIT') over (), 0) as went
        from society_accounts a cross join lateral ledger_statement(a.ledger_account_id, '-infinity', 'infinity', 0, 2147483647) e
        where a.organisation_id = ${organisationId} and a.purpose = 'FARMERS_KES' and e.posted_cents > 0),
      left_over as (select cause_kind = 'society_transfer' as is_converted, greatest(came - greatest(came - posted_cents, went), 0) as cents from moves where side = 'DEBIT')
      select coalesce(sum(cents) filter (where is_converted), 0)::bigint as converted, coalesce(sum(cents) filter (where not is_converted), 0)::bigint as "asShillings"
      from left_over`,
  )
