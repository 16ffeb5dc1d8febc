import type { RawBuilder } from 'kysely'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { loanRequest } from '#contract/loans/loanRequests.ts'
import type { LoanRequest } from '#contract/loans/loanRows.ts'
import { sql } from '#server/kit/db.ts'
import { outcomeSentence } from '#server/kit/records/decideMany.ts'
import type { Listing } from '#server/kit/records/listPage.ts'
import { stateByName } from '#server/kit/records/wireStates.ts'
import { done } from '#server/kit/web/serve.ts'
import { serveRecord, type List } from '#server/kit/records/serveRecord.ts'
import { approveMany, authorizeMany, refuse, refuseMany } from './decideLoans.ts'
import { getLoanDetail, loanRequestKind, loanSource, shapeLoan } from './loanRows.ts'
import { borrowingMember, requestLoan } from './requestLoan.ts'

const inState = (status: string) => sql`t.status = ${status}`

/** The list as a file, whatever else the query asks for. */
async function fileOf(list: List<typeof LoanRequest>, call: Listing, ...more: RawBuilder<unknown>[]) {
  const answer = await list({ ...call, query: { ...call.query, export: 'csv' } }, ...more)
  if ('stream' in answer) return answer
  throw new Error('an export is a file')
}

export const loanRequests = serveRecord(loanRequest, {
  kind: loanRequestKind,
  source: ({ actor, organisation, query }) => loanSource(actor, organisation, { search: query.search }),
  shape: shapeLoan,
  calls: (read, list) => ({
    member: ({ tx, actor, query }) => borrowingMember(tx, actor, query.memberNumber),
    request: (call) => requestLoan(call, read),
    one: ({ tx, actor, params }) => getLoanDetail(tx, actor, params.id),
    approved: (call) => {
      const search = `${call.query.name} ${call.query.search}`.trim()
      return list({ ...call, query: { ...call.query, search } }, inState('APPROVED'))
    },
    requests: (call) =>
      list(call, ...(call.query.status ? [inState(stateByName(loanRequestFlow, call.query.status))] : [])),
    approve: async (call) => {
      const data = await approveMany(call, call.body)
      return done(outcomeSentence('approved', data), data)
    },
    authorize: async (call) => {
      const data = await authorizeMany(call, call.body)
      return done(outcomeSentence('authorised', data), data)
    },
    decline: async (call) => {
      await refuse(call, 'decline', call.body)
      return done('Loan request declined', await read(call.tx, call.actor, call.body.id))
    },
    reject: async (call) => {
      await refuse(call, 'reject', call.body)
      return done('Loan request rejected', await read(call.tx, call.actor, call.body.id))
    },
    refuseMany: async (call) => {
      const { step, records, approvalComment } = call.body
      const data = await refuseMany(call, step, records, approvalComment)
      return done(outcomeSentence(step === 'reject' ? 'rejected' : 'declined', data), data)
    },
    downloadPending: (call) => fileOf(list, call, inState('PENDING_APPROVAL')),
    download: (call) => fileOf(list, call),
    downloadAll: (call) => fileOf(list, call),
  }),
})
