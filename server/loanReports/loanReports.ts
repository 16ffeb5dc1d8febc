import {
  commissionList,
  loanHistoryList,
  loanReports,
  loanSummaryList,
  sentStates,
  type BorrowedLoan,
  type InterestCommission,
  type LoanSummary,
} from '#contract/loanReports/loanReports.ts'
import { toAmount } from '#contract/kit/money.ts'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { listQuery } from '#contract/kit/listScreen.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql } from '#server/kit/db.ts'
import { listPage, type ListSource, type Listing } from '#server/kit/records/listPage.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'
import { statusOf } from '#server/kit/web/status.ts'
import { loanSource, shapeLoan, type StoredLoan } from '#server/loans/loanRows.ts'
import { borrowerLimitOf, getBorrower } from './borrowers.ts'

/** Loans whose money has been sent on its way; what each earns is its fee. */
const commissions = ({ tx, actor, organisation, query }: Listing) => {
  const source = loanSource(actor, organisation, { search: query.search })
  return listPage({
    tx,
    actor,
    screen: commissionList,
    query,
    source: {
      ...source,
      where: [...source.where, sql`t.status = any (${sentStates})`],
      columns: { ...source.columns, disbursementAmount: sql`t.amount_cents`, interestAmount: sql`t.fee_cents` },
    },
    shape: shapeCommission,
  })
}

const shapeCommission = (loan: StoredLoan): InterestCommission => {
  const status = statusOf(loanRequestFlow, loan.status)
  return {
    id: loan.id,
    referenceId: loan.reference,
    fullName: loan.fullName,
    memberNumber: loan.memberNumber,
    organisationName: loan.organisationName,
    organisationCode: loan.organisationCode,
    lenderName: loan.lenderName,
    season: loan.season,
    disbursementAmount: toAmount(loan.amountCents),
    interestAmount: toAmount(loan.feeCents),
    disbursementStatus: status.statusName,
    status,
    dateCreated: loan.createdAt.toISOString(),
  }
}

type StoredSummary = Omit<LoanSummary, 'successValue'> & { successCents: bigint }

const counted = (...states: string[]) => sql`(count(*) filter (where r.status = any (${states})))::int`
const sums = sql`lateral (select ${counted('PENDING_APPROVAL', 'APPROVED')} as waiting, ${counted('PROCESSING')} as processing, ${counted('SUCCESS')} as success,
  ${counted('REVERSED')} as reversed, ${counted('REVERSAL_FAILED')} as reversal_failed, ${counted('FAILED')} as failed,
  coalesce(sum(r.amount_cents) filter (where r.status = 'SUCCESS'), 0)::bigint as cents from loan_requests r where r.organisation_id = t.id) n`

const summarySource = (organisation: Organisation): ListSource<StoredSummary> => ({
  base: sql`organisations t cross join ${sums}`,
  unsearchedBase: sql`organisations t`,
  from: sql`organisations t cross join ${sums}`,
  select: sql<StoredSummary>`t.id, t.name as "orgName", t.code as "organisationCode", n.waiting as "waitingCount", n.processing as "processingCount", n.success as "successCount",
    n.cents as "successCents", n.reversed as "reversedCount", n.reversal_failed as "reversalFailedCount", n.failed as "failedCount"`,
  where: [sql`t.type = 'FARMER_SOCIETY'`, ...(organisation ? [sql`t.id = ${organisation.id}`] : [])],
  columns: {
    orgName: sql`t.name`,
    organisationCode: sql`t.code`,
    waitingCount: sql`n.waiting`,
    processingCount: sql`n.processing`,
    successCount: sql`n.success`,
    successValue: sql`n.cents`,
    reversedCount: sql`n.reversed`,
    reversalFailedCount: sql`n.reversal_failed`,
    failedCount: sql`n.failed`,
  },
  search: sql<string>`upper(t.name || ' ' || t.code)`,
})

const shapeSummary = ({ successCents, ...stored }: StoredSummary): LoanSummary => ({
  ...stored,
  successValue: toAmount(successCents),
})

const shapeBorrowed =
  (actor: Actor) =>
  (stored: StoredLoan): BorrowedLoan => ({
    ...shapeLoan(actor)(stored),
    // border: the check of the table allows these words only
    externalStatus: stored.partnerStatus as BorrowedLoan['externalStatus'],
  })

/** The loans of one member. Nobody searches them by anything but their reference, so no personal value can be guessed. */
function borrowedSource(actor: Actor, farmerId: string): ListSource<StoredLoan> {
  const { find: _, ...source } = loanSource(actor, null, { search: '' })
  return {
    ...source,
    where: [sql`t.farmer_id = ${farmerId}`],
    columns: { ...source.columns, externalStatus: sql`t.partner_status` },
    search: sql<string>`t.reference`,
  }
}

export const loanReportRoutes = serve(loanReports, {
  transactions: async ({ query: { page, size, name }, ...call }) => {
    const query = listQuery.parse({ paginate: 'Y', page, size, search: name })
    const answer = await commissions({ ...call, query })
    if ('stream' in answer) throw new Error('a page is no file')
    return { items: answer.data, totalPages: answer.page.totalPages }
  },
  commissions,
  summary: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: loanSummaryList,
      query,
      source: summarySource(organisation),
      shape: shapeSummary,
    }),
  history: async ({ tx, actor, organisation, params }) => {
    const borrower = await getBorrower(tx, actor, { organisation, farmerId: params.farmerId })
    const { select, from } = borrowedSource(actor, borrower.id)
    const stored = await rows(
      tx,
      sql<StoredLoan>`select ${select} from ${from} where t.farmer_id = ${borrower.id} order by t.id desc`,
    )
    const loanHistory = stored.map(shapeBorrowed(actor))
    return { borrowerLimit: await borrowerLimitOf(tx, actor, borrower), loanHistory, items: loanHistory }
  },
  historyList: async ({ tx, actor, organisation, params, query }) => {
    const { id } = await getBorrower(tx, actor, { organisation, farmerId: params.farmerId })
    return listPage({
      tx,
      actor,
      screen: loanHistoryList,
      query,
      source: borrowedSource(actor, id),
      shape: shapeBorrowed(actor),
    })
  },
})
