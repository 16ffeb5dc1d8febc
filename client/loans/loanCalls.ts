import { useDebouncedValue } from '@mantine/hooks'
import { loanRequestFlow } from '#contract/loanFlow.ts'
import { loanReports } from '#contract/loanReports.ts'
import { loanRequest } from '#contract/loanRequests.ts'
import type { BorrowingMember, LoanRequest } from '#contract/loanRows.ts'
import type { SessionUser } from '#contract/session.ts'
import { call } from '#client/kit/call.ts'
import type { Decisions, Given, Outcome } from '#client/kit/decisions.ts'
import { useCall } from '#client/kit/queries.ts'
import type { ListSource } from '#client/kit/useListPage.ts'
import { may } from '#client/kit/user.ts'

/** The parts of the list: all of it, what waits for the society, for who lends, for either of them, and what was disbursed. */
export const stages = ['all', 'pending', 'approved', 'unapproved', 'disbursed'] as const
export type Stage = (typeof stages)[number]

const threeTabs = { ...loanRequest.list, pageSize: 7 }

/** Loan requests of the own society, of all, or with a code of one society. */
export function loansSource(user: SessionUser, stage: Stage, organisationCode?: string): ListSource {
  const { id, organisationCode: own } = user.organisation
  const waiting = { list: loanRequest.list, params: { organisationId: id }, waits: loanRequestFlow }
  const sources: Record<Stage, ListSource> = {
    all: {
      list: loanRequest.list,
      endpoint: loanRequest.calls.all,
      params: { organisationCode: organisationCode ?? own },
      waits: loanRequestFlow,
    },
    pending: { ...waiting, endpoint: loanRequest.calls.pending },
    approved: { ...waiting, endpoint: loanRequest.calls.approved },
    unapproved: { list: loanRequest.list, endpoint: loanReports.unapproved, waits: loanRequestFlow },
    disbursed: {
      list: threeTabs,
      endpoint: loanRequest.calls.requests,
      params: { organizationId: id },
      also: { status: 'SUCCESS' },
    },
  }
  return sources[stage]
}

/** Whether the user enters loan requests; the server asks the same rule. */
export const asksForLoans = (user: SessionUser): boolean => may(user, loanRequest.calls.request.allow)

/** What a decision must know of a request. */
export type DecidedLoan = Pick<LoanRequest, 'id' | 'version' | 'fullName'>

/** One request through the call for many, which refuses a list of one for the reason of that one. */
const takeOne =
  (step: 'approve' | 'authorize') =>
  async ({ id, version }: DecidedLoan, { key }: Given) => {
    await call(loanRequest.calls[step], { body: [{ id, version }], idempotencyKey: key })
    return { message: step === 'approve' ? 'Loan request approved' : 'Payment authorised' }
  }
const refuse =
  (step: 'reject' | 'decline') =>
  ({ id, version }: DecidedLoan, { comment, key }: Given) =>
    call(loanRequest.calls[step], { body: { id, version, approvalComment: comment }, idempotencyKey: key })

/** How loan requests are decided, on their own screen and in the inbox. */
export const loanDecisions: Decisions<DecidedLoan> = {
  flow: loanRequestFlow,
  title: (loan) => loan.fullName,
  take: {
    approve: takeOne('approve'),
    authorize: takeOne('authorize'),
    reject: refuse('reject'),
    decline: refuse('decline'),
  },
  takeMany: async (step, records, { comment, key }): Promise<Outcome> => {
    if (step === 'approve' || step === 'authorize') {
      const body = records.map(({ id, version }) => ({ id, version }))
      return (await call(loanRequest.calls[step], { body, idempotencyKey: key })).data
    }
    // Only steps declared for bulk come here, and those are the two left.
    const body = { step: step as 'reject' | 'decline', records, ...(comment ? { approvalComment: comment } : {}) }
    return (await call(loanRequest.calls.refuseMany, { body, idempotencyKey: key })).data
  },
}

const least = 3
const pauseMs = 300

export type BorrowerLookUp =
  | { state: 'none' | 'searching' | 'unknown' | 'unasked' }
  | { state: 'found'; member: BorrowingMember }

/** The member with the number that is being typed, and what may be borrowed this moment: asked anew each time. */
export function useBorrower(typed: string): BorrowerLookUp {
  const memberNumber = typed.trim().toUpperCase()
  const [wanted] = useDebouncedValue(memberNumber, pauseMs)
  const query = useCall(
    loanRequest.calls.member,
    { query: { memberNumber: wanted } },
    { enabled: wanted.length >= least && wanted === memberNumber, staleTime: 0, retry: false },
  )
  if (memberNumber.length < least) return { state: 'none' }
  if (wanted !== memberNumber) return { state: 'searching' }
  if (query.error) return { state: query.error.code === 'loan.unknown_member' ? 'unknown' : 'unasked' }
  return query.data ? { state: 'found', member: query.data } : { state: 'searching' }
}
