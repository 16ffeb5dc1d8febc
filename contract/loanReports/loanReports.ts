import { z } from 'zod'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { endpoint, Id, Status } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { readsLoans } from '#contract/loans/loanRequests.ts'
import { LenderPart, LoanRequest } from '#contract/loans/loanRows.ts'
import { seasonFilter } from '#contract/house/seasons.ts'

/** What a lender earns by one loan that went out: its fee, and what became of the payment. */
export const InterestCommission = z.object({
  id: Id,
  referenceId: z.string(),
  fullName: z.string(),
  memberNumber: z.string(),
  organisationName: z.string(),
  organisationCode: z.string(),
  lenderName: z.string(),
  season: z.string(),
  disbursementAmount: z.number().describe('Shillings that were requested'),
  interestAmount: z.number().describe('The fee; earned once the member is paid'),
  disbursementStatus: z.string(),
  status: Status,
  dateCreated: z.iso.datetime({ offset: true }),
})
export type InterestCommission = z.output<typeof InterestCommission>

/** States of loans whose money has been sent on its way. */
export const sentStates = ['PROCESSING', 'SUCCESS', 'FAILED', 'REVERSED', 'REVERSAL_FAILED'] as const

export const commissionList = listScreen({
  name: 'interest-commissions',
  title: 'Interest commissions',
  row: InterestCommission,
  columns: [
    { key: 'referenceId', title: 'Loan reference', as: 'code' },
    { key: 'fullName', title: 'Name', as: 'name', card: 'title' },
    { key: 'memberNumber', title: 'Member number', as: 'code', hidden: true },
    { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
    { key: 'disbursementAmount', title: 'Amount', as: 'money', sort: true },
    { key: 'interestAmount', title: 'Interest', as: 'money', sort: true, card: 'value' },
    { key: 'status', title: 'Status', as: 'status' },
    { key: 'lenderName', title: 'Lender', as: 'text', hidden: true },
    { key: 'season', title: 'Season', as: 'text', hidden: true },
    { key: 'dateCreated', title: 'Date', as: 'time', sort: true },
  ],
  searchIn: 'Name, member number or loan reference',
  filters: [
    {
      key: 'status',
      title: 'Status',
      options: sentStates.map((state) => {
        const { name, label } = loanRequestFlow.states[state]
        return { value: name, title: label }
      }),
    },
    seasonFilter,
  ],
  sort: { key: 'dateCreated', direction: 'desc' },
  pageSize: 5,
})

/** How many loans of a society stand where, and what was paid out. */
export const LoanSummary = z.object({
  id: z.string(),
  orgName: z.string(),
  organisationCode: z.string(),
  processingCount: z.number().int(),
  successCount: z.number().int(),
  successValue: z.number().describe('Shillings'),
  reversedCount: z.number().int(),
  reversalFailedCount: z.number().int(),
  failedCount: z.number().int(),
  waitingCount: z.number().int().describe('Not decided yet, by the society or by who lends'),
})
export type LoanSummary = z.output<typeof LoanSummary>

export const loanSummaryList = listScreen({
  name: 'loan-summary',
  title: 'Loan summary',
  row: LoanSummary,
  columns: [
    { key: 'orgName', title: 'Organisation name', as: 'name', sort: true, card: 'title' },
    { key: 'organisationCode', title: 'Organisation code', as: 'code', sort: true },
    { key: 'waitingCount', title: 'Waiting', as: 'number', sort: true },
    { key: 'processingCount', title: 'Being paid', as: 'number', sort: true },
    { key: 'successCount', title: 'Disbursed', as: 'number', sort: true },
    { key: 'successValue', title: 'Disbursed (KES)', as: 'money', sort: true, card: 'value' },
    { key: 'reversedCount', title: 'Reversed', as: 'number', sort: true },
    { key: 'reversalFailedCount', title: 'Return failed', as: 'number', sort: true },
    { key: 'failedCount', title: 'Failed', as: 'number', sort: true },
  ],
  searchIn: 'Organisation name or code',
  sort: { key: 'orgName', direction: 'asc' },
  pageSize: 7,
})

/** What the bank last said of a payment, in words. */
export const externalStates = {
  NOT_APPLICABLE: 'Not sent',
  QUEUED: 'To be sent',
  SENT: 'At the bank',
  SUCCESS: 'Paid out',
  FAILED: 'Refused',
  TIMEOUT: 'No answer',
  UNKNOWN: 'In doubt',
} as const
type ExternalState = keyof typeof externalStates

/** A loan of one member, as the history of the member shows it. */
export const BorrowedLoan = LoanRequest.extend({
  externalStatus: z.enum(Object.keys(externalStates) as [ExternalState]),
})
export type BorrowedLoan = z.output<typeof BorrowedLoan>

export const loanHistoryList = listScreen({
  name: 'loan-history',
  title: 'Loan history',
  row: BorrowedLoan,
  columns: [
    { key: 'dateCreated', title: 'Date', as: 'time', sort: true },
    { key: 'referenceId', title: 'Loan reference', as: 'name', card: 'title' },
    { key: 'amount', title: 'Amount borrowed', as: 'money', sort: true, card: 'value' },
    { key: 'feeAmount', title: 'Fee', as: 'money', hidden: true },
    { key: 'season', title: 'Season', as: 'text', hidden: true },
    { key: 'paymentType', title: 'Transfer type', as: 'text' },
    { key: 'status', title: 'Internal status', as: 'status' },
    { key: 'externalStatus', title: 'External status', as: 'text' },
    { key: 'approvalComment', title: 'Comment', as: 'text' },
  ],
  searchIn: 'Loan reference',
  filters: [choiceFilter('externalStatus', 'External status', externalStates), seasonFilter],
  sort: { key: 'dateCreated', direction: 'desc' },
  // Old clients read the member's numbers from each row.
  personalRows: true,
  pageSize: 7,
})

/** Who borrows, and what may be borrowed this moment. */
export const BorrowerLimit = z.object({
  id: Id,
  name: z.string(),
  memberNumber: z.string(),
  mobileNumber: z.string(),
  organisationName: z.string(),
  organisationCode: z.string(),
  availableBalance: z.number(),
  season: z.string().nullable().describe('The season of the last limit'),
  granted: z.number(),
  used: z.number(),
  reserved: z.number(),
  arrears: z.number().describe('Still owed of earlier seasons'),
  isExpired: z.boolean().describe('The season is over for so long that nothing may be borrowed on it'),
  lenders: z.array(LenderPart).describe('The parts of it, a line for each lender'),
})
export type BorrowerLimit = z.output<typeof BorrowerLimit>

/** A member by the id or, for who may see it, the national ID, with the society. */
export const borrowerParams = z.object({
  organizationId: z.string().min(1).max(40),
  farmerId: z.string().min(1).max(40),
})
const byOrganization = z.object({ organizationId: z.string().min(1).max(40) })
const read = { method: 'GET', allow: readsLoans } as const

/** What others read of loans: fees, sums and the history of a member. */
export const loanReports = {
  transactions: endpoint({
    ...read,
    path: '/disbursement_transactions',
    summary: 'Interest commissions in the envelope of the specification, newest first; `name` searches',
    query: z.object({
      page: plainNumber(z.number().int().min(0).max(1_000_000)).default(0),
      size: plainNumber(z.number().int().min(1).max(100)).default(5),
      name: z.string().trim().max(100).default(''),
    }),
    answer: z.object({ items: z.array(InterestCommission), totalPages: z.number().int() }),
  }),
  commissions: endpoint({
    ...read,
    path: '/loan/commissions/:organizationId',
    summary: 'Interest commissions as a list that sorts, filters and exports',
    params: byOrganization,
    ...answersList(InterestCommission),
  }),
  summary: endpoint({
    ...read,
    path: '/disbursement/fcs-manager/summary/:organizationId',
    reports: true,
    summary: 'How many loans of each society in reach stand where',
    params: byOrganization,
    ...answersList(LoanSummary),
  }),
  history: endpoint({
    ...read,
    path: '/disbursement/farmer/history/:organizationId/:farmerId',
    summary: 'The limit of a member as it stands, and every loan, newest first',
    params: borrowerParams,
    answer: z.object({
      borrowerLimit: BorrowerLimit,
      loanHistory: z.array(BorrowedLoan),
      items: z.array(BorrowedLoan).describe('The same list, under the name that another screen reads'),
    }),
    errors: ['record.not_found'],
  }),
  historyList: endpoint({
    ...read,
    path: '/loan/history/:organizationId/:farmerId',
    summary: 'Loans of a member as a list that sorts, filters and exports',
    params: borrowerParams,
    ...answersList(BorrowedLoan),
    errors: ['record.not_found'],
  }),
}
