import { toAmount } from '#contract/kit/money.ts'
import { differenceParts, type AccountStanding } from '#contract/reconciliation/reconciliation.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'

type Stored = Pick<AccountStanding, 'organisationName' | 'purpose' | 'accountNumber' | 'currency' | 'upTo'> & {
  ours: bigint
  bank: bigint
  gap: bigint
  exceptions: number
} & Record<'notYet' | 'returnNotYet' | 'open' | 'errors', bigint> &
  Record<'notYetCount' | 'returnNotYetCount' | 'openCount' | 'errorCount', number>

/**
 * The accounts of societies that differ from the bank's last statement, or have an open exception. Of those that agree nothing is
 * said: hundreds of lines of nothing would hide the one that matters.
 */
export async function readSocietyStandings(tx: Tx): Promise<AccountStanding[]> {
  const stored = await rows(
    tx,
    sql<Stored>`with kept as (
        select k.organisation_id, k.account_number, k.purpose, k.currency, l.debits_cents - l.credits_cents as ours
        from kept_accounts k join society_accounts s on s.account_number = k.account_number join ledger_accounts l on l.id = s.ledger_account_id
        where k.organisation_id = coalesce(app_fund(), k.organisation_id)),
      told as (
        select k.*, last.closing_cents as bank, last.to_on, first.opening_cents as opening from kept k
          cross join lateral (select closing_cents, to_on from bank_statements b where b.account_number = k.account_number order by to_on desc, id desc limit 1) last
          cross join lateral (select opening_cents from bank_statements b where b.account_number = k.account_number order by from_on, id limit 1) first),
      items as (
        select i.account_number, coalesce(sum(amount_cents) filter (where line_id is not null), 0)::bigint as all_lines,
          -coalesce(sum(amount_cents) filter (where ${isOpen}), 0)::bigint as open, (count(*) filter (where ${isOpen}))::integer as open_count,
          -coalesce(sum(amount_cents) filter (where line_id is not null and resolution = 'BANK_ERROR'), 0)::bigint as errors,
          (count(*) filter (where line_id is not null and resolution = 'BANK_ERROR'))::integer as error_count,
          (count(*) filter (where kind in ('MISSING_HERE', 'MISSING_IN_BANK', 'AMOUNT_DIFFERS', 'PAID_TWICE') and resolution is null))::integer as exceptions
        from recon_items i where account_number in (select account_number from told) group by 1),
      unseen as (
        select t.account_number, case when p.status in ('FAILED', 'REVERSED') then 0 else -p.amount_cents end
            - coalesce((select sum(i.amount_cents) from payout_legs l join recon_items i on i.leg_id = l.id
                where l.payout_id = p.id and i.account_number = t.account_number and i.kind = 'MATCHED'), 0) as cents
          from told t join payouts p on p.fund_account = t.account_number
        union all
        select t.account_number, coalesce(l.received_cents, l.amount_cents) from told t join payout_legs l on l.to_account = t.account_number and l.kind not in ('RETURN', 'CAME_BACK') and l.status = 'PAID'
          where not exists (select from recon_items i where i.leg_id = l.id and i.account_number = t.account_number and i.kind = 'MATCHED')),
      under_way as (
        select account_number, coalesce(sum(cents) filter (where cents < 0), 0)::bigint as out, (count(*) filter (where cents < 0))::integer as out_count,
          coalesce(sum(cents) filter (where cents > 0), 0)::bigint as back, (count(*) filter (where cents > 0))::integer as back_count
        from unseen group by 1)
      select o.name as "organisationName", t.purpose, t.account_number as "accountNumber", t.currency, t.to_on as "upTo", t.ours, t.bank,
        (t.bank - t.opening - coalesce(i.all_lines, 0))::bigint as gap, coalesce(i.exceptions, 0) as exceptions,
        coalesce(u.out, 0)::bigint as "notYet", coalesce(u.out_count, 0) as "notYetCount", coalesce(u.back, 0)::bigint as "returnNotYet",
        coalesce(u.back_count, 0) as "returnNotYetCount", coalesce(i.open, 0)::bigint as open, coalesce(i.open_count, 0) as "openCount",
        coalesce(i.errors, 0)::bigint as errors, coalesce(i.error_count, 0) as "errorCount"
      from told t join organisations o on o.id = t.organisation_id
        left join items i on i.account_number = t.account_number left join under_way u on u.account_number = t.account_number
      where t.ours <> t.bank or coalesce(i.exceptions, 0) > 0
      order by o.name, t.account_number limit ${mostShown}`,
  )
  return stored.map(shapeStanding)
}

const isOpen = sql`line_id is not null and kind not in ('MATCHED', 'CREDITED') and resolution is null`
const mostShown = 200

function shapeStanding({ ours, bank, gap, exceptions: openExceptions, ...stored }: Stored): AccountStanding {
  const { organisationName, purpose, accountNumber, currency, upTo } = stored
  const parts = [
    { code: 'NOT_YET_AT_BANK', cents: stored.notYet, count: stored.notYetCount },
    { code: 'RETURN_NOT_YET_AT_BANK', cents: stored.returnNotYet, count: stored.returnNotYetCount },
    { code: 'NOT_HERE', cents: stored.open, count: stored.openCount },
    { code: 'BANK_ERROR', cents: stored.errors, count: stored.errorCount },
    { code: 'GAP', cents: -gap, count: 1 },
  ] as const
  const explained = parts.reduce((sum, { cents }) => sum + cents, 0n)
  return {
    organisationName,
    fundName: '',
    purpose,
    accountNumber,
    currency,
    upTo,
    ours: toAmount(ours),
    bank: toAmount(bank),
    difference: toAmount(ours - bank),
    parts: parts
      .filter(({ cents }) => cents !== 0n)
      .map(({ code, cents, count }) => ({ code, title: differenceParts[code], count, amount: toAmount(cents) })),
    openExceptions,
    unexplained: toAmount(ours - bank - explained),
  }
}
