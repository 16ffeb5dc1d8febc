import type pg from 'pg'
import { readRawSales } from '../recompute/rawSales.ts'
import { recomputeSales } from '../recompute/recomputeSales.ts'
import type { BankBook } from './bankBook.ts'
import type { Finding, Invariant } from './invariants.ts'
import type { SalesAcknowledged } from './saleWork.ts'

const buyersAccount = `(select account_number from trade_accounts where purpose = 'BUYERS')`

/** Lines of the bank of exactly what the lots of an invoice wait for, which the house has not placed yet. */
export const receiptsToPlace = `select s.reference, i.amount_cents::text from recon_items i join bank_statement_lines s on s.id = i.line_id
      where i.account_number = ${buyersAccount} and i.kind = 'MISSING_HERE' and i.told_by_bank
        and i.amount_cents = (select sum(e.gross_cents) from eslips e where e.invoice_number = s.reference and e.status in ('PENDING_PAYMENT', 'DEFAULTED'))`

/** What must hold of sold lots once everything has ended, whatever was killed: `ofSale` narrows a table to the sale of the run. */
const invariantsOf = (ofSale: string): readonly Invariant[] => [
  {
    promise: 'the legs of every e-slip come to its gross',
    broken: `select e.eslip_number, e.gross_cents::text, sum(l.amount_cents)::text as legs from eslips e left join eslip_legs l on l.eslip_id = e.id
      where e.status <> 'VOID' group by e.id having e.gross_cents is distinct from sum(l.amount_cents)`,
  },
  {
    promise: 'every part of a paid lot has arrived, and none of another was sent',
    broken: `select e.eslip_number, e.status as slip, l.kind, l.status, l.reason from eslips e join eslip_legs l on l.eslip_id = e.id
      where case when e.status in ('PAID', 'COLLECTED') then l.status not in ('PAID', 'FAILED') else l.status <> 'WAITING' end and e.${ofSale}`,
  },
  {
    promise: 'a lot is sold with one e-slip, or went back with none',
    broken: `select c.lot_number, c.status, array_agg(e.eslip_number) from catalogue_records c join auction_results a on a.catalogue_record_id = c.id and a.state = 'IN_FORCE'
        left join eslips e on e.catalogue_record_id = c.id and e.status <> 'VOID'
      where c.${ofSale} group by c.id, a.id having c.status <> case when a.price_cents is null then 'WITHDRAWN' else 'SOLD' end
        or count(e.id) <> case when a.price_cents is null then 0 else 1 end`,
  },
  {
    promise: 'no lot has two results in force',
    broken: `select catalogue_record_id from auction_results where state = 'IN_FORCE' group by 1 having count(*) > 1`,
  },
  {
    promise: 'no line of the bank that pays an invoice was left lying',
    broken: receiptsToPlace,
  },
  {
    promise: 'an invoice is paid as a whole, or not at all',
    broken: `select invoice_number, array_agg(status) from eslips where status <> 'VOID' and ${ofSale} group by 1
      having bool_or(status in ('PAID', 'COLLECTED')) and not bool_and(status in ('PAID', 'COLLECTED'))`,
  },
  {
    promise: 'no e-slip and no payment of a buyer came to a state twice',
    broken: `select record_id, to_status, count(*)::int from audit_events where kind in ('eslip', 'buyer_payment') and to_status is not null group by 1, 2 having count(*) > 1`,
  },
  {
    promise: 'the last audit event names the state of the e-slip',
    broken: `select t.eslip_number, t.status, e.to_status from eslips t
      join lateral (select to_status from audit_events e where e.record_id = t.id order by e.id desc limit 1) e on true where t.${ofSale} and e.to_status is distinct from t.status`,
  },
]

/** What broke of sales: counted again from the raw tables, held against what was acknowledged and against the book of the bank. */
export async function brokenSales(
  owner: Pick<pg.Client, 'query'>,
  { sales, sale, book }: { sales: SalesAcknowledged; sale: number; book: BankBook },
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { promise, broken } of invariantsOf(`sale_number = ${sale}`))
    findings.push({ promise, rows: (await owner.query(broken)).rows })
  const check = async (promise: string, query: string, ...values: unknown[]): Promise<void> =>
    void findings.push({ promise, rows: (await owner.query(query, values)).rows })
  await check(
    `every acknowledged file of results stands (${sales.results.length}, and ${sales.corrections.length} corrections)`,
    `select g.id, u.status from unnest($1::uuid[]) as g (id) left join uploads u on u.id = g.id where coalesce(u.status, '') <> 'APPROVED'
       or (select count(*) from auction_results a where a.upload_id = g.id) <> u.row_count
       or g.id = any ($2::uuid[]) and exists (select from auction_results a where a.upload_id = g.id and a.state <> 'IN_FORCE')`,
    [...sales.results, ...sales.corrections],
    sales.corrections,
  )
  await check(
    `every acknowledged payment of a buyer has paid its lots (${sales.payments.length})`,
    `select g.id, p.status from unnest($1::uuid[]) as g (id) left join buyer_payments p on p.id = g.id where coalesce(p.status, '') <> 'APPROVED'
       or not exists (select from eslips e where e.payment_id = g.id and e.status in ('PAID', 'COLLECTED'))`,
    sales.payments,
  )
  await check(
    `every lot that was handed over stays so (${sales.released.size})`,
    `select g.id, e.status from unnest($1::uuid[]) as g (id) left join eslips e on e.id = g.id where coalesce(e.status, '') <> 'COLLECTED'`,
    [...sales.released],
  )
  await check(
    `every deposit that the bank has confirmed is on its statement (${[...sales.deposits.values()].reduce((all, n) => all + n, 0)})`,
    `select g.invoice, g.times from unnest($1::text[], $2::int[]) as g (invoice, times)
       where (select count(*) from bank_statement_lines s where s.account_number = ${buyersAccount} and s.reference = g.invoice) < g.times`,
    [...sales.deposits.keys()],
    [...sales.deposits.values()],
  )
  findings.push(await dollarsAtTheBank(owner, book))
  const raw = await readRawSales(async (text, values) => (await owner.query(text, [...(values ?? [])])).rows)
  const paid = raw.slips.filter(({ paidAt }) => paidAt !== null).length
  findings.push(
    {
      promise: `the money of sales, counted again from the raw tables, is right to the cent (${paid} of ${raw.slips.length} e-slips paid)`,
      rows: recomputeSales(raw).differences,
    },
    { promise: 'nobody got an answer about a sale that fits nothing', rows: sales.unexpected },
  )
  return findings
}

/** What lies on the account at the bank: the proceeds of our books, what is on its way of them, and lines that nobody has explained. */
async function dollarsAtTheBank(owner: Pick<pg.Client, 'query'>, { balances }: BankBook): Promise<Finding> {
  const { rows } = await owner.query<{ account: string; ours: string }>(
    `select t.account_number as account, (coalesce((select debits_cents - credits_cents from ledger_accounts a where a.organisation_id = t.organisation_id and a.kind = 'proceeds'), 0)
        + coalesce((select sum(l.amount_cents) from eslip_legs l join eslips e on e.id = l.eslip_id where e.status in ('PAID', 'COLLECTED') and l.status <> 'PAID'), 0)
        + coalesce((select sum(i.amount_cents) from recon_items i where i.account_number = t.account_number and i.amount_cents > 0 and i.kind <> 'CREDITED'), 0))::text as ours
     from trade_accounts t where t.purpose = 'BUYERS'`,
  )
  return {
    promise: 'the account that buyers pay onto has at the bank what our ledger says',
    rows: rows
      .map(({ account, ours }) => ({ account, ours, atTheBank: balances[`0011:${account} USD`] ?? '0' }))
      .filter(({ ours, atTheBank }) => ours !== atTheBank),
  }
}
