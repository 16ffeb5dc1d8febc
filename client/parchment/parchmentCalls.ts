import { parchmentFlow } from '#contract/parchmentFlow.ts'
import { parchmentList, parchmentRowList, parchments, type Parchment } from '#contract/parchments.ts'
import type { SessionUser } from '#contract/session.ts'
import { uploads } from '#contract/uploads.ts'
import { call } from '#client/kit/call.ts'
import type { Decisions, Given } from '#client/kit/decisions.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

/** What a decision must know of a record. */
export type DecidedParchment = Pick<Parchment, 'id' | 'version' | 'fileName'>

const bodyOf = ({ id, version }: DecidedParchment, { comment }: Given) => ({
  id,
  version,
  ...(comment === undefined ? {} : { approverComment: comment }),
})

/** How parchment records are decided; an amendment has a form of its own. */
export const parchmentDecisions: Decisions<DecidedParchment> = {
  flow: parchmentFlow,
  title: (record) => record.fileName,
  take: {
    send: ({ id, version }, { key }) => call(uploads.send, { params: { id }, body: { version }, idempotencyKey: key }),
    withdraw: ({ id, version }, { key }) =>
      call(uploads.withdraw, { params: { id }, body: { version }, idempotencyKey: key }),
    discard: ({ id, version }, { key }) =>
      call(uploads.discard, { params: { id }, body: { version }, idempotencyKey: key }),
    approve: (record, given) => call(parchments.approve, { body: bodyOf(record, given), idempotencyKey: given.key }),
    decline: (record, given) => call(parchments.decline, { body: bodyOf(record, given), idempotencyKey: given.key }),
    reject: (record, given) =>
      call(parchments.decline, { body: { ...bodyOf(record, given), final: true }, idempotencyKey: given.key }),
  },
}

const { amend: _amend, ...decidedAtOnce } = parchmentFlow.steps
/** The same where no form can be opened, as in the inbox: an amendment is made on the screen of the record. */
export const plainDecisions: Decisions<DecidedParchment> = {
  ...parchmentDecisions,
  flow: { ...parchmentFlow, steps: decidedAtOnce },
}

export const parchmentsSource = (user: SessionUser): ListSource => ({
  list: parchmentList,
  endpoint: parchments.list,
  params: { organisationId: user.organisation.id },
  waits: parchmentFlow,
})

/** The outturns of one record. */
export const parchmentRowsSource = (id: string): ListSource => ({
  list: parchmentRowList,
  endpoint: parchments.rows,
  params: { id },
})
