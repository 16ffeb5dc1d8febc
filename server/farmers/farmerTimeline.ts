import type { FarmerOverview, TimelineEntry } from '#contract/farmers/farmerOverview.ts'
import { plotFlow } from '#contract/farmers/plots.ts'
import { updateRequestFlow } from '#contract/farmers/updateRequests.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { toAmount } from '#contract/kit/money.ts'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { seesLoans } from '#contract/loans/loanRequests.ts'
import { concern } from '#server/farmers/updates/updateRequestRows.ts'
import { businessDate } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { pageWithin } from '#server/kit/records/pageWithin.ts'
import { statusOf } from '#server/kit/web/status.ts'

type Stored = Pick<TimelineEntry, 'id' | 'what' | 'count' | 'pending' | 'reference' | 'by' | 'decidedBy'> & {
  at: Date
  day: string | null
  isMonth: boolean
  kilograms: number | null
  cents: bigint | null
  status: string | null
}

/** Deliveries: a line for each day of the running month, and for each month before it. Declined ones were never delivered. */
const deliveriesOf = (id: string) => sql`
  select 'DELIVERIES' as what, 'deliveries/' || d.day as id, (max(d.delivered_on) + time '12:00') at time zone 'Africa/Nairobi' as at,
    to_char(d.day, 'YYYY-MM-DD') as day, d.by_month as "isMonth", count(*)::int as count, (count(*) filter (where d.status = 'PENDING_APPROVAL'))::int as pending,
    sum(d.kilograms)::float8 as kilograms, null::bigint as cents, '' as reference, null as status, '' as by, '' as "decidedBy"
  from (select c.delivered_on, c.kilograms, c.status, c.delivered_on < m.month as by_month,
      case when c.delivered_on < m.month then date_trunc('month', c.delivered_on)::date else c.delivered_on end as day
    from cherry_deliveries c cross join (select date_trunc('month', ${businessDate()}::date)::date as month) m
    where c.farmer_id = ${id} and c.status <> 'DECLINED') d group by d.day, d.by_month`

/** A line that is one record; what it does not say stays empty. */
const line = (columns: ReturnType<typeof sql>) => sql`null, false, 1, 0, null, ${columns}`

/** What is about money, each read by the farmer or by its loans; of schedules only what was approved. */
const moneyOf = (id: string) => [
  sql`select 'LOAN', r.id::text, r.created_at, ${line(sql`r.amount_cents, r.reference, r.status, coalesce(name_of_user(r.made_by), ''), coalesce(name_of_user(r.decided_by), '')`)}
    from loan_requests r where r.farmer_id = ${id}`,
  sql`select 'PAYMENT', p.id::text, coalesce(p.settled_at, p.created_at), ${line(sql`p.amount_cents, r.reference, p.status, '', ''`)}
    from loan_requests r join payouts p on p.source_kind = ${loanRequestFlow.kind} and p.source_id = r.id where r.farmer_id = ${id}`,
  sql`select 'LIMIT', l.id::text, l.approved_at, ${line(sql`l.added_cents, coalesce(u.file_name, ''), null, '', coalesce(name_of_user(l.approved_by), '')`)}
    from limit_rows l left join uploads u on u.id = l.upload_id where l.farmer_id = ${id}`,
  sql`select 'CHERRY_PAYMENT', l.id::text, coalesce(l.settled_at, p.decided_at), ${line(sql`l.net_cents, p.season || ' (' || p.cycle || ')', l.status, '', ''`)}
    from schedule_lines l join communal_payments p on p.id = l.communal_payment_id and p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED') where l.farmer_id = ${id}`,
]

const restOf = (id: string, papers: readonly string[]) => [
  sql`select 'REQUEST', t.id::text, t.created_at, ${line(sql`null, ${concern}, t.status, coalesce(name_of_user(t.made_by), ''), coalesce(name_of_user(t.decided_by), '')`)}
    from change_requests t where t.kind = ${updateRequestFlow.kind} and t.target_id = ${id}::text`,
  sql`select 'PLOT', p.id::text, p.created_at, ${line(sql`null, p.name, p.status, coalesce(name_of_user(p.made_by), ''), coalesce(name_of_user(p.decided_by), '')`)}
    from farm_plots p where p.farmer_id = ${id}`,
  sql`select case e.action when 'pack' then 'PACK' when 'payment_statement' then 'PAYMENT_STATEMENT' else 'STATEMENT' end, e.id::text, e.at, ${line(sql`null, '', null, e.actor_name, ''`)}
    from audit_events e where e.kind = 'farmer' and e.record_id = ${id} and e.action = any (${papers})`,
  sql`select 'REGISTERED', f.id::text, f.created_at, ${line(sql`null, coalesce(u.file_name, ''), null, coalesce(name_of_user(f.made_by), ''), coalesce(name_of_user(f.decided_by), '')`)}
    from farmers f left join uploads u on u.id = f.upload_id where f.id = ${id}`,
]

const flows: Partial<Record<TimelineEntry['what'], Workflow>> = {
  LOAN: loanRequestFlow,
  REQUEST: updateRequestFlow,
  PLOT: plotFlow,
}

const shape = ({ at, cents, status, ...entry }: Stored): TimelineEntry => {
  const flow = flows[entry.what]
  return {
    ...entry,
    at: at.toISOString(),
    amount: cents === null ? null : toAmount(cents),
    status: flow && status ? statusOf(flow, status) : null,
    // border: the checks of the tables allow these words only
    payout: entry.what === 'PAYMENT' ? (status as TimelineEntry['payout']) : null,
    line: entry.what === 'CHERRY_PAYMENT' ? (status as TimelineEntry['line']) : null,
  }
}

/** A page of everything that happened with a farmer, the latest first. Every part of it is found by an index of the farmer. */
export async function readTimeline(
  tx: Tx,
  actor: Actor,
  { id, page, size }: { id: string; page: number; size: number },
): Promise<FarmerOverview['timeline']> {
  const seesMoney = seesLoans(actor)
  const papers = ['pack', 'payment_statement', ...(seesMoney ? ['loan_statement'] : [])]
  const parts = [deliveriesOf(id), ...(seesMoney ? moneyOf(id) : []), ...restOf(id, papers)]
  const all = sql`(${sql.join(parts, sql` union all `)}) e`
  const { total } = await one(tx, sql<{ total: number }>`select count(*)::int as total from ${all}`)
  const { data, page: facts } = await pageWithin({ page, size }, async (number) => ({
    data: await rows(
      tx,
      sql<Stored>`select * from ${all} order by at desc, id desc limit ${size} offset ${number * size}`,
    ),
    counted: total,
  }))
  return { data: data.map(shape), page: facts }
}
