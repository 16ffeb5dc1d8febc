import { toAmount } from '#contract/kit/money.ts'
import { listQuery } from '#contract/kit/listScreen.ts'
import type { SettlementLine } from '#contract/loanReports/loanStatements.ts'
import {
  settlementAccounts,
  settlementList,
  statementAccounts,
  type AccountStatement,
  type SettlementEntry,
  type StatementAccount,
} from '#contract/loanReports/settlementAccounts.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { listPage, patternsOf, type ListSource } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { organisationInPath, type Organisation } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'
import { findAccount } from '#server/ledger/accounts.ts'
import { balanceOf } from '#server/ledger/ledger.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'

type Stored = Omit<SettlementEntry, 'amount' | 'runningBalance'> & { cents: bigint; balanceCents: bigint }
type Period = { from: string; to: string }

/**
 * What moved on the accounts of societies, as one table `t`; what is only held has not moved. As the bank says it: CR is money that
 * came in. Four accounts grow by debits in the ledger, because there they are what the society has; at the bank they are owed.
 */
const linesBetween = ({ from, to }: Period, society: { id: string } | null) => sql`(
  select a.id || '/' || lpad(e.n::text, 12, '0') as id, a.organisation_id, a.currency, e.business_date, e.narration, e.posted_cents, e.balance_after_cents,
    case a.kind when 'non_checkoff' then 'NON_CHECKOFF' when 'checkoff' then 'CHECKOFF' when 'farmers' then 'FARMERS_' || a.currency else 'SETTLEMENT' end as account,
    case when e.side = a.normal_side then 'CR' else 'DR' end as dr_cr, coalesce(s.line_key, e.reference) as reference
  from ledger_accounts a cross join lateral ledger_statement(a.id, ${from}, ${to}, 0, 2147483647) e
    left join bank_statement_lines s on e.cause_kind = 'statement_line' and s.id = e.cause_id
  where a.kind in ('settlement', 'non_checkoff', 'checkoff', 'farmers') and e.posted_cents > 0 ${society ? sql`and a.organisation_id = ${society.id}` : sql``}) t`

const columns = sql<Stored>`t.id, t.account, t.reference as "transactionId", t.business_date as date, t.narration, t.currency, t.dr_cr as "drCr",
  t.posted_cents as cents, t.balance_after_cents as "balanceCents", o.name as "organisationName", o.code as "organisationCode"`

/** What moved on the accounts of a society, account by account, oldest first. */
export async function settlementLines(tx: Tx, society: { id: string }, period: Period): Promise<SettlementLine[]> {
  const lines = await rows(
    tx,
    sql<Stored>`select ${columns} from ${linesBetween(period, society)}
      join organisations o on o.id = t.organisation_id order by t.account, t.id`,
  )
  return lines
    .map(shaped)
    .map(({ account: _account, organisationName: _name, organisationCode: _code, ...line }) => line)
}

const shaped = ({ cents, balanceCents, ...line }: Stored): SettlementEntry => ({
  ...line,
  amount: toAmount(cents),
  runningBalance: toAmount(balanceCents),
})

/** Refuses days in the wrong order. */
export function mustBeInOrder(from: string | undefined, to: string | undefined): void {
  if (from !== undefined && to !== undefined && from > to) throw new Refused('loan_statement.period')
}

const periodOf = (from: string | undefined, to: string | undefined): Period => {
  mustBeInOrder(from, to)
  return { from: from ?? '-infinity', to: to ?? 'infinity' }
}

/** The lines as a list: of one society, or of all in reach. Within a day the later line stands above the earlier one. */
function settlementSource(organisation: Organisation, period: Period): ListSource<Stored> {
  const from = sql`${linesBetween(period, organisation)} join organisations o on o.id = t.organisation_id`
  return {
    base: from,
    from,
    select: columns,
    where: [],
    columns: {
      date: sql`t.business_date`,
      amount: sql`t.posted_cents`,
      currency: sql`t.currency`,
      account: sql`t.account`,
      drCr: sql`t.dr_cr`,
    },
    search: sql<string>`upper(t.narration || ' ' || t.reference || ' ' || o.name || ' ' || o.code)`,
  }
}

type Wanted = {
  actor: Actor
  organisation: Organisation
  account: Exclude<StatementAccount, 'SETTLEMENT'>
  period: Period
  outturn: string
  page: { page: number; size: number }
}

/** An outturn stands in what the bank said of a line; the code of a society or a reference that looks like one is none. */
const names = (outturn: string) => patternsOf(outturn).map((pattern) => sql`upper(t.narration) like ${pattern}`)

/** One account of a society with its balances now, and a page of what moved on it. */
async function readStatement(tx: Tx, wanted: Wanted): Promise<AccountStatement> {
  const { actor, organisation, account, period, outturn, page } = wanted
  if (!organisation) throw new Refused('record.not_found')
  const mirror = mirrorOf(organisation.id, account)
  const [kept] = await rows(
    tx,
    sql<{
      accountNumber: string
      accountName: string
    }>`select account_number as "accountNumber", account_name as "accountName"
      from society_accounts where organisation_id = ${organisation.id} and purpose = ${account}`,
  )
  const { balanceCents, availableCents } = await balanceOf(tx, mirror)
  const id = await findAccount(tx, mirror)
  const source = settlementSource(organisation, period)
  const lines = await listPage({
    tx,
    actor,
    screen: settlementList,
    query: { ...listQuery.parse({}), paginate: 'Y', ...page },
    source: { ...source, where: [sql`t.account = ${account} and ${id}::uuid is not null`, ...names(outturn)] },
    shape: shaped,
  })
  if (!('data' in lines)) throw new Error('a page was asked for')
  return {
    growerCode: organisation.code,
    growerName: organisation.name,
    accountNumber: kept?.accountNumber ?? '',
    accountName: kept?.accountName ?? '',
    bookBalance: toAmount(balanceCents),
    availableBalance: toAmount(availableCents),
    currencyCode: statementAccounts[account].currency,
    transactions: lines.data,
    page: lines.page,
  }
}

export const settlementAccountRoutes = serve(settlementAccounts, {
  list: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: settlementList,
      query,
      source: settlementSource(organisation, periodOf(query.from, query.to)),
      shape: shaped,
    }),
  nonCheckoff: async ({ tx, actor, query }) => {
    const { growerCode, startDate, endDate, outturnNumber: outturn, account, page, size } = query
    const organisation = await organisationInPath(tx, actor, { growerCode: growerCode || actor.organisationCode })
    return readStatement(tx, {
      actor,
      organisation,
      account,
      period: periodOf(startDate, endDate),
      outturn,
      page: { page, size },
    })
  },
})
