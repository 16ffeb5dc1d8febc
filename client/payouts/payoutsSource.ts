import { payoutList, payouts } from '#contract/payouts.ts'
import { wayOnFlow, wayOnList, waysOn } from '#contract/waysOn.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { call } from '#client/kit/call.ts'
import type { Decisions, Given } from '#client/kit/decisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const payoutsSource: ListSource = { list: payoutList, endpoint: payouts.list }
export const waysOnSource: ListSource = { list: wayOnList, endpoint: waysOn.list, waits: wayOnFlow }

/** What a decision must know of a proposal. */
export type DecidedWayOn = Pick<ChangeRequest, 'id' | 'version' | 'title'>

const take =
  (step: 'approve' | 'decline' | 'withdraw') =>
  ({ id, version }: DecidedWayOn, { comment, key }: Given) =>
    call(waysOn[step], {
      body: { id, version, ...(comment === undefined ? {} : { approverComment: comment }) },
      idempotencyKey: key,
    })

/** How proposals for stuck payouts are decided. */
export const wayOnDecisions: Decisions<DecidedWayOn> = {
  flow: wayOnFlow,
  title: ({ title }) => title,
  take: { approve: take('approve'), decline: take('decline'), withdraw: take('withdraw') },
}
