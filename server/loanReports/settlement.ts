import { toAmount } from '#contract/kit/money.ts'
import type { SettlementLine } from '#contract/loanReports/loanStatements.ts'
import { settlementAccounts, settlementList, type SettlementEntry } from '#contract/loanReports/settlementAccounts.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'

type Stored = Omit<SettlementLine, 'amount' | 'runningBalance' | 'drCr'> & {
  side: 'DEBIT' | 'CREDIT'
  cents: bigint
  balanceCents: bigint
}

/** What moved on the settlement accounts of a society, account by account, oldest first. What is only held has not moved. */
export async function settlementLines(
  tx: Tx,
  societyId: string,
  { from, to }: { from: string; to: string },
): Promise<SettlementLine[]> {
  const lines = await rows(
    tx,
    sql<Stored>`select a.id || '/' || e.n as id, e.reference as "transactionId", e.business_date as date, e.narration, a.currency, e.side,
        e.posted_cents as cents, e.balance_after_cents as "balanceCents"
      from ledger_accounts a cross join lateral ledger_statement(a.id, ${from}, ${to}, 0, 2147483647) e
      where a.kind = 'settlement' and a.organisation_id = ${societyId} and e.posted_cents > 0
      order by a.currency, a.season, a.id, e.n`,
  )
  return lines.map(shaped)
}

const shaped = <Line extends Stored>({ side, cents, balanceCents, ...line }: Line) => ({
  ...line,
  amount: toAmount(cents),
  drCr: side === 'CREDIT' ? ('CR' as const) : ('DR' as const),
  runningBalance: toAmount(balanceCents),
})

/** Refuses days in the wrong order. */
export function mustBeInOrder(from: string | undefined, to: string | undefined): void {
  if (from !== undefined && to !== undefined && from > to) throw new Refused('loan_statement.period')
}

type StoredEntry = Stored & Pick<SettlementEntry, 'organisationName' | 'organisationCode'>

/** The lines as a list: of one society, or of all in reach. Within a day the later line stands above the earlier one. */
function settlementSource(
  organisation: Organisation,
  { from, to }: { from: string; to: string },
): ListSource<StoredEntry> {
  const lines = sql`(select a.id || '/' || lpad(e.n::text, 12, '0') as id, a.organisation_id, a.currency, e.reference, e.business_date, e.narration, e.side,
      e.posted_cents, e.balance_after_cents
    from ledger_accounts a cross join lateral ledger_statement(a.id, ${from}, ${to}, 0, 2147483647) e
    where a.kind = 'settlement' and e.posted_cents > 0 ${organisation ? sql`and a.organisation_id = ${organisation.id}` : sql``}) t`
  return {
    base: lines,
    from: sql`${lines} join organisations o on o.id = t.organisation_id`,
    select: sql<StoredEntry>`t.id, t.reference as "transactionId", t.business_date as date, t.narration, t.currency, t.side, t.posted_cents as cents,
      t.balance_after_cents as "balanceCents", o.name as "organisationName", o.code as "organisationCode"`,
    where: [],
    columns: {
      date: sql`t.business_date`,
      amount: sql`t.posted_cents`,
      currency: sql`t.currency`,
      drCr: sql`case t.side when 'CREDIT' then 'CR' else 'DR' end`,
    },
    search: sql<string>`upper(t.narration || ' ' || t.reference)`,
  }
}

export const settlementAccountRoutes = serve(settlementAccounts, {
  list: ({ tx, actor, organisation, query }) => {
    const { from, to } = query
    mustBeInOrder(from, to)
    const source = settlementSource(organisation, { from: from ?? '-infinity', to: to ?? 'infinity' })
    return listPage({ tx, actor, screen: settlementList, query, source, shape: shaped })
  },
})
