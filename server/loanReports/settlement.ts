import type { SettlementLine } from '#contract/loanStatements.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { shillings } from '#server/loans/loanRows.ts'

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
  const found = await rows(
    tx,
    sql<Stored>`select a.id || '/' || e.n as id, e.reference as "transactionId", e.business_date as date, e.narration, a.currency, e.side,
        e.posted_cents as cents, e.balance_after_cents as "balanceCents"
      from ledger_accounts a cross join lateral ledger_statement(a.id, ${from}, ${to}, 0, 2147483647) e
      where a.kind = 'settlement' and a.organisation_id = ${societyId} and e.posted_cents > 0
      order by a.currency, a.season, a.id, e.n`,
  )
  return found.map(({ side, cents, balanceCents, ...line }) => ({
    ...line,
    amount: shillings(cents),
    drCr: side === 'CREDIT' ? 'CR' : 'DR',
    runningBalance: shillings(balanceCents),
  }))
}
