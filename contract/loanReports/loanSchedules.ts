import { z } from 'zod'
import { endpoint, Id, idParam, organisationIdParam } from '#contract/kit/endpoint.ts'
import { answersList, listScreen } from '#contract/kit/listScreen.ts'
import { readsLoans } from '#contract/loans/loanRequests.ts'

/** What one approved limit file lets its members borrow, all together. */
export const LoanSchedule = z.object({
  id: Id,
  fileName: z.string(),
  organisationName: z.string(),
  organisationCode: z.string(),
  season: z.string(),
  members: z.number().int(),
  kilograms: z.number(),
  amount: z.number().describe('Shillings'),
  lender: z.string(),
  approvedAt: z.iso.datetime({ offset: true }),
})
export type LoanSchedule = z.output<typeof LoanSchedule>

export const loanScheduleList = listScreen({
  name: 'loan-schedules',
  title: 'Loan schedules',
  row: LoanSchedule,
  columns: [
    { key: 'fileName', title: 'File name', as: 'name', sort: true, card: 'title' },
    { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
    { key: 'season', title: 'Season', as: 'text' },
    { key: 'members', title: 'Members', as: 'number' },
    { key: 'kilograms', title: 'Weight (kg)', as: 'weight' },
    { key: 'amount', title: 'Amount', as: 'money', card: 'value' },
    { key: 'lender', title: 'Lender', as: 'text', hidden: true },
    { key: 'approvedAt', title: 'Approved on', as: 'time', sort: true },
  ],
  searchIn: 'File name, society name or code',
  sort: { key: 'approvedAt', direction: 'desc' },
  pageSize: 7,
})

/** A member on a loan schedule, with the account that a loan would go to. */
export const LoanScheduleLine = z.object({
  id: Id,
  farmerId: Id,
  memberName: z.string(),
  idNumber: z.string(),
  memberNo: z.string(),
  phoneNumber: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  accountName: z.string(),
  bankAccount: z.string(),
  currentDelivery: z.number().describe('Kilograms'),
  amount: z.number().describe('Shillings that this file lets the member borrow'),
  season: z.string(),
})
export type LoanScheduleLine = z.output<typeof LoanScheduleLine>

export const loanScheduleLineList = listScreen({
  name: 'loan-schedule',
  title: 'Loan schedule',
  row: LoanScheduleLine,
  columns: [
    { key: 'memberName', title: 'Member name', as: 'name', sort: true, card: 'title' },
    { key: 'idNumber', title: 'ID number', as: 'code', personal: true },
    { key: 'memberNo', title: 'Member number', as: 'code', sort: true },
    { key: 'phoneNumber', title: 'Phone number', as: 'code', personal: true },
    { key: 'bankCode', title: 'Bank code', as: 'code' },
    { key: 'bankName', title: 'Paid through', as: 'text', hidden: true },
    { key: 'accountName', title: 'Account name', as: 'text' },
    { key: 'bankAccount', title: 'Account number', as: 'code', personal: true },
    { key: 'currentDelivery', title: 'Weight (kg)', as: 'weight', sort: true, hidden: true },
    { key: 'amount', title: 'Amount', as: 'money', sort: true, card: 'value' },
    { key: 'season', title: 'Season', as: 'text', hidden: true },
  ],
  searchIn: 'Name, ID, mobile or member number',
  sort: { key: 'memberNo', direction: 'asc' },
  pageSize: 7,
})

export const loanSchedules = {
  all: endpoint({
    method: 'GET',
    path: '/upload/cherry/loanSchedules/:organisationId',
    allow: readsLoans,
    summary: 'Loan schedules: approved limit files, with what they let members borrow',
    params: organisationIdParam,
    ...answersList(LoanSchedule),
  }),
  lines: endpoint({
    method: 'GET',
    path: '/upload/cherry/loanSchedule/:id',
    allow: readsLoans,
    summary: 'The members of a loan schedule: the id is that of the approved limit file',
    params: idParam,
    ...answersList(LoanScheduleLine),
    errors: ['record.not_found'],
  }),
}
