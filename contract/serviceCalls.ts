import { endpoints } from './index.ts'
import type { Endpoint } from './kit/endpoint.ts'

const {
  accountChecks,
  auctionResults,
  cherryDeliveries,
  cherryRates,
  farmerDeliveries,
  farmerOverview,
  farmerStatements,
  farmers,
  limits,
  loanReports,
  loanRequests,
  loanStatements,
  loanTracks,
  organisations,
  payouts,
  reconciliation,
  reference,
  saleReports,
  salesStatements,
  settlementAccounts,
  stock,
} = endpoints

/**
 * The calls that a service account may be given: what channels and partners of the chain use, and nothing else. None decides, none
 * administers, and none asks for a fresh code, which no program has.
 */
export const serviceCalls: readonly { call: Endpoint; title: string }[] = [
  // A telephone channel (USSD) or an app of a society: its members, their cherry, limits, loans and statements.
  { call: farmers.ofSociety, title: 'Farmers of the society' },
  { call: farmerOverview.overview, title: 'How a farmer stands' },
  { call: cherryDeliveries.member, title: 'Look a member up by the member number' },
  { call: farmerDeliveries.ofFarmer, title: 'Cherry of a farmer' },
  { call: cherryRates.approved, title: 'Cherry rates in force' },
  { call: limits.active, title: 'Limits of members' },
  { call: loanStatements.limit, title: 'The limit of a farmer' },
  { call: loanRequests.member, title: 'What a member may borrow' },
  { call: loanRequests.request, title: 'Request a loan of a member' },
  { call: loanRequests.one, title: 'One loan request' },
  { call: loanRequests.requests, title: 'Loan requests and loans' },
  { call: loanTracks.track, title: 'Where a loan is' },
  { call: loanReports.history, title: 'Loans of a member' },
  { call: loanStatements.statement, title: 'Loan statement of a member, as PDF' },
  { call: farmerStatements.find, title: 'Find the society of a member by the national ID' },
  { call: farmerStatements.statement, title: 'Payment statement of a member' },
  { call: farmerStatements.paper, title: 'Payment statement of a member, as PDF' },
  { call: accountChecks.internal, title: 'The name of an account at Co-operative Bank' },
  { call: accountChecks.ipsl, title: 'The name of an account at another bank' },
  // A bank or a bookkeeping: payouts, statements of accounts and what settles loans.
  { call: payouts.list, title: 'Payouts' },
  { call: payouts.one, title: 'One payout' },
  { call: reconciliation.pull, title: 'Fetch the statement of an account from the bank' },
  { call: reconciliation.overview, title: 'Our books against the bank' },
  { call: reconciliation.exceptions, title: 'Exceptions of bank statements' },
  { call: reconciliation.download, title: 'Payments and lines of the bank, as CSV' },
  { call: loanReports.transactions, title: 'Commissions of loans' },
  { call: settlementAccounts.list, title: 'Movements on the accounts of a society' },
  // Partners of growers: their stock, what the auction gave, and what they are paid.
  { call: stock.summary, title: 'Stock of growers by stage' },
  { call: stock.grades, title: 'Stock of growers by grade' },
  { call: salesStatements.grower, title: 'Sales statement of a grower' },
  { call: auctionResults.list, title: 'Auction results' },
  { call: saleReports.list, title: 'Sales and how far they are paid' },
  { call: saleReports.report, title: 'Settlement of a sale' },
  // Facts that everybody in the trade reads.
  { call: organisations.growers, title: 'Growers in reach' },
  { call: reference.societies, title: 'Farmer societies in reach' },
  { call: reference.paymentInstitutions, title: 'Payment institutions' },
]

/** How a call is named in the scope of a service account: `POST /loan/request`. */
export const callName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

const offered: ReadonlySet<string> = new Set(serviceCalls.map(({ call }) => callName(call)))

/** Whether a service account may be given this call. */
export const isServiceCall = (name: string): boolean => offered.has(name)
