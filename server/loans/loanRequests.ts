import type { ListQuery } from '#contract/kit/listScreen.ts'
import { loanRequestList, loanRequests } from '#contract/loanRequests.ts'
import type { Actor } from '#contract/permissions.ts'
import type { Tx } from '#server/kit/db.ts'
import { countedAs } from '#server/kit/decideMany.ts'
import { listPage } from '#server/kit/listPage.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { done, serve, type StreamReply } from '#server/kit/serve.ts'
import { approveMany, authorizeMany, refuse, refuseMany } from './decideLoans.ts'
import { getLoan, getLoanDetail, loanRequestKind, loanSource, shapeLoan, stateNamed } from './loanRows.ts'
import { borrowingMember, requestLoan } from './requestLoan.ts'

type Listing = { tx: Tx; actor: Actor; organisation: Organisation; query: ListQuery }

const list = ({ tx, actor, organisation, query }: Listing, status?: string) =>
  listPage({
    tx,
    actor,
    screen: loanRequestList,
    query,
    source: loanSource(actor, organisation, { search: query.search, status }),
    shape: shapeLoan(actor),
    kind: loanRequestKind,
  })

/** The list as a file, whatever else the query asks for. */
async function file(call: Listing, status?: string): Promise<StreamReply> {
  const answer = await list({ ...call, query: { ...call.query, export: 'csv' } }, status)
  if ('stream' in answer) return answer
  throw new Error('an export is a file')
}

export const loanRequestRoutes = serve(loanRequests, {
  member: ({ tx, actor, query }) => borrowingMember(tx, actor, query.memberNumber),
  request: (call) => requestLoan(call),
  one: ({ tx, actor, params }) => getLoanDetail(tx, actor, params.id),
  pending: (call) => list(call, 'PENDING_APPROVAL'),
  approved: (call) => {
    const search = `${call.query.name} ${call.query.search}`.trim()
    return list({ ...call, query: { ...call.query, search } }, 'APPROVED')
  },
  all: (call) => list(call),
  requests: (call) => list(call, call.query.status && stateNamed(call.query.status)),
  approve: async (call) => {
    const data = await approveMany(call, call.body)
    return done(countedAs('approved', data), data)
  },
  authorize: async (call) => {
    const data = await authorizeMany(call, call.body)
    return done(countedAs('authorised', data), data)
  },
  decline: async (call) => {
    await refuse(call, 'decline', call.body)
    return done('Loan request declined', await getLoan(call.tx, call.actor, call.body.id))
  },
  reject: async (call) => {
    await refuse(call, 'reject', call.body)
    return done('Loan request rejected', await getLoan(call.tx, call.actor, call.body.id))
  },
  refuseMany: async (call) => {
    const { step, records, approvalComment } = call.body
    const data = await refuseMany(call, step, records, approvalComment)
    return done(countedAs(step === 'reject' ? 'rejected' : 'declined', data), data)
  },
  downloadPending: (call) => file(call, 'PENDING_APPROVAL'),
  download: (call) => file(call),
  downloadAll: (call) => file(call),
})
