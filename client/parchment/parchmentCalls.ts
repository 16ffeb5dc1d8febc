import { parchmentFlow } from '#contract/parchmentFlow.ts'
import { parchment, parchmentRowList } from '#contract/parchments.ts'
import type { SessionUser } from '#contract/session.ts'
import { call } from '#client/kit/call.ts'
import { uploadDecisions } from '#client/kit/uploadDecisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

/** How parchment records are decided; an amendment has a form of its own. */
export const parchmentDecisions = uploadDecisions({
  flow: parchmentFlow,
  approve: (body, { key }) => call(parchment.calls.approve, { body, idempotencyKey: key }),
  decline: (body, { key }) => call(parchment.calls.decline, { body, idempotencyKey: key }),
  more: {
    reject: (body, { key }) => call(parchment.calls.decline, { body: { ...body, final: true }, idempotencyKey: key }),
  },
})

const { amend: _amend, ...decidedAtOnce } = parchmentFlow.steps
/** The same where no form can be opened, as in the inbox: an amendment is made on the screen of the record. */
export const plainDecisions: typeof parchmentDecisions = {
  ...parchmentDecisions,
  flow: { ...parchmentFlow, steps: decidedAtOnce },
}

export const parchmentsSource = (user: SessionUser): ListSource => ({
  list: parchment.list,
  endpoint: parchment.calls.list,
  params: { organisationId: user.organisation.id },
  waits: parchmentFlow,
})

/** The outturns of one record. */
export const parchmentRowsSource = (id: string): ListSource => ({
  list: parchmentRowList,
  endpoint: parchment.calls.rows,
  params: { id },
})
