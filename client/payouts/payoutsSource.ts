import { payoutList, payouts } from '#contract/payouts.ts'
import { wayOnFlow, wayOnChange } from '#contract/waysOn.ts'
import { call } from '#client/kit/call.ts'
import { changeDecisions } from '#client/kit/changeDecisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const payoutsSource: ListSource = { list: payoutList, endpoint: payouts.list }
export const waysOnSource: ListSource = { list: wayOnChange.list, endpoint: wayOnChange.calls.list, waits: wayOnFlow }

/** How proposals for stuck payouts are decided. */
export const wayOnDecisions = changeDecisions(wayOnFlow, (step, body, idempotencyKey) =>
  call(wayOnChange.calls[step], { body, idempotencyKey }),
)
