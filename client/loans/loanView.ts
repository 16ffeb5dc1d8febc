import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { loanRequest } from '#contract/loans/loanRequests.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { call } from '#client/kit/call.ts'
import type { DecisionInput } from '#client/kit/decisions/decisions.ts'
import { viewRecord, type RecordVersion } from '#client/kit/decisions/recordView.tsx'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { LoanDocuments, LoanLead } from './LoanLead.tsx'

/** The parts of the list: all of it, what waits for the society, for who lends, and what was disbursed. */
export const stages = ['all', 'pending', 'approved', 'disbursed'] as const
export type Stage = (typeof stages)[number]

const threeTabs = { ...loanRequest.list, pageSize: 7 }

/** Loan requests of the own society, of all, or with a code of one society. */
export function loansSource(user: SessionUser, stage: Stage, organisationCode?: string): ListSource {
  const { id, organisationCode: own } = user.organisation
  const waiting = {
    list: loanRequest.list,
    one: loanRequest.calls.one,
    params: { organisationId: id },
    waits: loanRequestFlow,
  }
  const sources: Record<Stage, ListSource> = {
    all: {
      list: loanRequest.list,
      endpoint: loanRequest.calls.all,
      one: loanRequest.calls.one,
      params: { organisationCode: organisationCode ?? own },
      waits: loanRequestFlow,
    },
    pending: { ...waiting, endpoint: loanRequest.calls.pending },
    approved: { ...waiting, endpoint: loanRequest.calls.approved },
    disbursed: {
      list: threeTabs,
      endpoint: loanRequest.calls.requests,
      params: { organizationId: id },
      also: { status: 'SUCCESS' },
    },
  }
  return sources[stage]
}

/** One request through the call for many, which refuses a list of one for the reason of that one. */
const takeOne =
  (step: 'approve' | 'authorize') =>
  async ({ id, version }: RecordVersion, { key }: DecisionInput) => {
    await call(loanRequest.calls[step], { body: [{ id, version }], idempotencyKey: key })
    return { message: step === 'approve' ? 'Loan request approved' : 'Payment authorised' }
  }
const refuse =
  (step: 'reject' | 'decline') =>
  ({ id, version }: RecordVersion, { comment, key }: DecisionInput) =>
    call(loanRequest.calls[step], { body: { id, version, approvalComment: comment }, idempotencyKey: key })

/** How loan requests are listed and decided. */
export const loanView = viewRecord(loanRequest, {
  title: ({ fullName }) => fullName,
  source: (user, { organisationCode }) => loansSource(user, 'all', organisationCode),
  take: {
    approve: takeOne('approve'),
    authorize: takeOne('authorize'),
    reject: refuse('reject'),
    decline: refuse('decline'),
  },
  takeMany: async (step, records, { comment, key }) => {
    const versions = records.map(({ id, version }) => ({ id, version }))
    if (step === 'approve' || step === 'authorize')
      return (await call(loanRequest.calls[step], { body: versions, idempotencyKey: key })).data
    // Only steps declared for bulk come here, and those are the two left.
    const body = {
      step: step as 'reject' | 'decline',
      records: versions,
      ...(comment ? { approvalComment: comment } : {}),
    }
    return (await call(loanRequest.calls.refuseMany, { body, idempotencyKey: key })).data
  },
  Lead: LoanLead,
  leads: ['amount', 'feeAmount', 'netAmount', 'season', 'lenderName'],
  Documents: LoanDocuments,
})
