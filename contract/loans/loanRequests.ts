import { z } from 'zod'
import { oneLine } from '#contract/kit/oneLine.ts'
import { plainNumber, seenVersion } from '#contract/kit/plainNumber.ts'
import { actionAnswer, Comment, endpoint, Id, organisationIdParam } from '#contract/kit/endpoint.ts'
import { answersEach, Outcome } from '#contract/kit/bulk.ts'
import { choiceFilter, listAnswer, listQuery, pagedQuery } from '#contract/kit/listScreen.ts'
import { record, statusFilter } from '#contract/kit/record.ts'
import { loanRequestFlow } from './loanFlow.ts'
import { BorrowingMember, loanChannels, LoanRequest, LoanRequestDetail } from './loanRows.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import { seasonFilter } from '#contract/house/seasons.ts'

/** Permissions any one of which lets a user read loan requests of the organisations in reach. */
export const readsLoans = [
  'CAN_CREATE_LOAN_REQUEST',
  'CAN_APPROVE_LOAN_REQUEST',
  'CAN_AUTHORIZE_LOAN_REQUEST',
  'CAN_VIEW_FARMERS',
] as const satisfies readonly Permission[]

/** Whether a user reads loans: pages that show more than loans leave their money out for others. */
export const seesLoans = ({ permissions }: Pick<Actor, 'permissions'>): boolean =>
  readsLoans.some((name) => permissions.has(name))

const NewLoanRequest = z.object({
  farmerId: z.string().trim().min(1).max(40).describe('The id of the member, or the national ID'),
  amount: plainNumber(z.number().int('Whole shillings').min(1).max(100_000_000)),
  channel: z.enum(loanChannels).default('CLERK'),
  reference: oneLine(60)
    .refine((text) => text.length >= 4, 'At least 4 characters')
    .nullish()
    .describe('What the channel calls the request: the same again is the same request'),
  narration: oneLine(140).default(''),
  lender: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .nullish()
    .transform((named) => named ?? undefined)
    .describe('Code or id of the lender to draw on; else the one with the oldest grant that covers the amount'),
})

// Whole records are posted back; only these fields are read.
const decided = z.object({
  id: Id,
  version: seenVersion,
  approvalComment: Comment,
})
const comment = { field: 'approvalComment' } as const
const many = z.array(decided).min(1).max(500)
// 500 whole records posted back, of some two kilobytes each.
const longestMany = 2_000_000
const deciding = [
  'record.not_found',
  'record.changed',
  'step.wrong_state',
  'own_submission',
  'step.comment_required',
  'organisation.not_allowed',
  'loan.other_lender',
] as const
const byOrganization = z.object({ organizationId: z.string().min(1).max(40) })
const read = { method: 'GET', allow: readsLoans } as const
const file = { ...read, query: listQuery, answer: { binary: 'csv' } } as const
/** Names of the states as the wire spells them. */
const loanStatuses = Object.values(loanRequestFlow.states).map(({ name }) => name)

/** Loan requests of the own society; readers who see every organisation get those of all. */
export const loanRequest = record({
  flow: loanRequestFlow,
  row: LoanRequest,
  reads: readsLoans,
  headline: ({ fullName, memberNumber, amount }) => ({ says: 'lend', name: fullName, member: memberNumber, amount }),
  list: {
    name: 'loan-requests',
    title: 'Loan requests',
    fileName: 'loantransactions',
    columns: [
      { key: 'referenceId', title: 'Loan reference', as: 'code' },
      { key: 'nationalId', title: 'National ID', as: 'code', personal: true },
      { key: 'fullName', title: 'Name', as: 'name', card: 'title' },
      { key: 'firstName', title: 'First name', as: 'text', hidden: true },
      { key: 'lastName', title: 'Last name', as: 'text', hidden: true },
      { key: 'memberNumber', title: 'Member number', as: 'code', hidden: true },
      { key: 'mobileNumber', title: 'Mobile number', as: 'code', personal: true },
      { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
      { key: 'dateCreated', title: 'Requested on', as: 'time', sort: true, leaves: 'never' },
      { key: 'amount', title: 'Amount', as: 'money', sort: true, card: 'value' },
      { key: 'feeAmount', title: 'Fee', as: 'money', hidden: true },
      { key: 'netAmount', title: 'To pay out', as: 'money', hidden: true },
      { key: 'season', title: 'Season', as: 'text', hidden: true },
      { key: 'lenderName', title: 'Lender', as: 'text', hidden: true },
      { key: 'paymentType', title: 'Transfer type', as: 'text', hidden: true },
      { key: 'channel', title: 'Came by', as: 'text', hidden: true },
      { key: 'createdBy', title: 'Requested by', as: 'text', hidden: true },
      { key: 'approvedBy', title: 'Approved by', as: 'text', hidden: true },
      { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Name, ID, mobile or member number, loan reference',
    found: ['memberNumber', 'referenceId', 'amount', 'dateCreated', 'status'],
    filters: [
      statusFilter(loanRequestFlow),
      seasonFilter,
      choiceFilter('channel', 'Came by', { CLERK: 'Clerk', USSD: 'USSD', APP: 'App' }),
    ],
    sort: { key: 'dateCreated', direction: 'desc' },
    pageSize: 10,
  },
  paths: {
    lists: {
      all: {
        path: '/disbursement/all/:organisationCode',
        paged: true,
        summary: 'Loan requests in every state',
      },
      pending: {
        path: '/disbursement/pending/:organisationId',
        status: 'PENDING_APPROVAL',
        summary: 'Loan requests that wait for the society',
      },
    },
  },
  calls: {
    member: endpoint({
      ...read,
      path: '/loan/member',
      allow: 'CAN_CREATE_LOAN_REQUEST',
      summary: 'The member with a member number and the live limit, for the form',
      query: z.object({ memberNumber: z.string().trim().min(3, 'Enter more than 2 characters').max(20) }),
      answer: BorrowingMember,
      errors: ['loan.unknown_member'],
    }),
    request: endpoint({
      method: 'POST',
      path: '/loan/request',
      allow: 'CAN_CREATE_LOAN_REQUEST',
      summary:
        'Request a loan of a member: the amount is reserved of the limit at once. The same channel reference again is the same request',
      body: NewLoanRequest,
      answer: actionAnswer(LoanRequest),
      errors: [
        'loan.unknown_member',
        'loan.amount_low',
        'loan.reference_taken',
        'loan.member_not_active',
        'loan.account_not_verified',
        'loan.account_changing',
        'loan.account_cooling_off',
        'loan.no_lender',
        'loan.no_way',
        'loan.fund_short',
        'loan.unknown_lender',
        'limit.exceeded',
        'limit.lender_short',
        'limit.expired',
        'organisation.not_allowed',
      ],
    }),
    one: endpoint({
      ...read,
      path: '/loan/request/:id',
      summary: 'One loan request, with the live limit',
      params: z.object({ id: Id }),
      answer: LoanRequestDetail,
      errors: ['record.not_found'],
    }),
    approved: endpoint({
      ...read,
      path: '/disbursement/approved/:organisationId',
      summary: 'Approved loan requests, which wait for the lender',
      params: organisationIdParam,
      query: pagedQuery.extend({
        name: z.string().trim().max(100).default('').describe('Searches like search; both may be given'),
      }),
      answer: listAnswer(LoanRequest),
    }),
    requests: endpoint({
      ...read,
      path: '/loan/requests/:organizationId',
      summary: 'Loan requests and disbursed loans, those of one status when it is given',
      params: byOrganization,
      query: pagedQuery.extend({ status: z.enum(loanStatuses).optional() }),
      answer: listAnswer(LoanRequest),
    }),
    approve: endpoint({
      method: 'POST',
      path: '/disbursement/approve',
      allow: 'CAN_APPROVE_LOAN_REQUEST',
      summary: 'Approve loan requests; each has its own outcome',
      body: many,
      longestBody: longestMany,
      ...answersEach(Outcome),
    }),
    authorize: endpoint({
      method: 'POST',
      path: '/disbursement/authorize',
      allow: 'CAN_AUTHORIZE_LOAN_REQUEST',
      stepUp: true,
      summary:
        'Authorise approved loan requests: the fund gives the money and the payouts go out. Each has its own outcome; a fund that is emptied by another call in the same moment pays none',
      body: many,
      longestBody: longestMany,
      ...answersEach(Outcome),
      errors: ['loan.fund_short', 'loan.other_lender'],
    }),
    decline: endpoint({
      method: 'POST',
      path: '/disbursement/decline',
      allow: 'CAN_AUTHORIZE_LOAN_REQUEST',
      summary: 'Decline an approved loan request, with a reason; the limit is free again',
      body: decided,
      comment,
      answer: actionAnswer(LoanRequest),
      errors: deciding,
    }),
    reject: endpoint({
      method: 'POST',
      path: '/disbursement/reject',
      allow: 'CAN_APPROVE_LOAN_REQUEST',
      summary: 'Decline a loan request, with a reason; the limit is free again',
      body: decided,
      comment,
      answer: actionAnswer(LoanRequest),
      errors: deciding,
    }),
    refuseMany: endpoint({
      method: 'POST',
      path: '/disbursement/refuse',
      allow: ['CAN_APPROVE_LOAN_REQUEST', 'CAN_AUTHORIZE_LOAN_REQUEST'],
      summary: 'Decline several loan requests for one reason; each has its own outcome',
      body: z.object({
        step: z.enum(['reject', 'decline']),
        approvalComment: Comment,
        records: z
          .array(z.object({ id: Id, version: z.number().int() }))
          .min(1)
          .max(100),
      }),
      comment,
      ...answersEach(Outcome),
      errors: ['step.comment_required'],
    }),
    downloadPending: endpoint({
      ...file,
      path: '/disbursement/download/pending/:organisationId',
      summary: 'Loan requests that wait for the society, as loantransactions.csv',
      params: organisationIdParam,
    }),
    download: endpoint({
      ...file,
      path: '/disbursement/download/:organizationId',
      summary: 'Loan requests, as loantransactions.csv',
      params: byOrganization,
    }),
    downloadAll: endpoint({
      ...file,
      path: '/loan/download/all/:organizationId',
      summary: 'Loan requests in every state, as loantransactions.csv',
      params: byOrganization,
    }),
  },
})
