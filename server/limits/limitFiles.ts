import { limitFileList, limitFileRowList, limitFiles } from '#contract/limitFiles.ts'
import type { Actor } from '#contract/permissions.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { listPage } from '#server/kit/listPage.ts'
import type { ReceivedFile } from '#server/kit/receiveFile.ts'
import { Refused } from '#server/kit/refused.ts'
import { around, done, isReply, serve } from '#server/kit/serve.ts'
import { takeStep } from '#server/kit/takeStep.ts'
import { receiveUpload, settleUpload } from '#server/kit/uploads/receiveUpload.ts'
import { refusedApproval } from '#server/kit/uploads/refusedApproval.ts'
import { declineParchment, isParchment } from '#server/parchment/parchments.ts'
import type { House } from '#server/kit/house.ts'
import { scopeOf, type Organisation } from '#server/kit/scope.ts'
import { approveEffect, declineEffect, effectOf, LimitsRefused } from './approveLimitFile.ts'
import { checkRecord, recordFile } from './createCherryRecord.ts'
import { getLimitFile, limitFileSource, limitRowsSource, shapeLimitFile, shapeLimitRow } from './limitFileList.ts'
import { cherryLimitsBinding as binding, limitFileKind as kind } from './limitFileKinds.ts'

type Receiving = Parameters<typeof receiveUpload>[0]

/** Keeps the file and with whom it is shared; what a form field says is true only by that word. */
async function keep(call: Receiving, shareData: boolean): Promise<{ id: string }> {
  const kept = await receiveUpload(call, binding)
  await sql`update uploads set share_data = ${shareData} where id = ${kept.id}`.execute(call.tx)
  return kept
}
const isShared = ({ fields }: ReceivedFile): boolean => /^(?:true|1|yes)$/i.test(fields['shareData']?.trim() ?? '')

type Settling = { actor: Actor; house: House } & Parameters<typeof settleUpload>[0]
async function settle(call: Settling, kept: { id: string }) {
  const answer = await settleUpload(call, kept, [binding], binding)
  const read = (tx: Tx) => getLimitFile(tx, call.actor, kept.id)
  const data = await call.house.db.transaction(scopeOf(call.actor), read, { readOnly: true })
  return isReply(answer) ? { ...answer, body: { ...answer.body, data } } : { ...answer, data }
}

const ownOrganisation = (actor: Actor): Organisation => ({
  id: actor.organisationId,
  code: actor.organisationCode,
  name: actor.organisationName,
  type: actor.organisationType,
})

type Body = {
  id: string
  action?: string | undefined
  version?: number | undefined
  approverComment?: string | undefined
  rate?: number | undefined
}
type Deciding = { tx: Tx; actor: Actor; request: { id: string }; body: Body }
const actionWords = { approve: ['APPROVE'], decline: ['REJECT', 'DECLINE'] }

async function decide({ tx, actor, request, body }: Deciding, step: 'approve' | 'decline'): Promise<void> {
  // Clients post the action besides: one that says the opposite of the call is a mistake, not a decision.
  if (body.action && !actionWords[step].includes(body.action.toUpperCase()))
    throw new Refused('input.invalid', { details: { fields: { action: `This call takes ${actionWords[step][0]}` } } })
  await takeStep({
    tx,
    actor,
    kind,
    step,
    id: body.id,
    version: body.version,
    comment: body.approverComment,
    requestId: request.id,
    effect: step === 'approve' ? approveEffect({ tx, actor, rate: body.rate }) : declineEffect(tx),
  })
}

export const limitFileRoutes = serve(limitFiles, {
  list: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: limitFileList,
      query,
      source: limitFileSource({
        actor,
        organisationId: organisation?.id ?? null,
        withDiscarded: query.filter.includes('status:DISCARDED'),
      }),
      shape: shapeLimitFile(actor),
      kind,
    }),
  rows: async ({ tx, actor, params, query }) => {
    await getLimitFile(tx, actor, params.id)
    return listPage({
      tx,
      actor,
      screen: limitFileRowList,
      query,
      source: limitRowsSource(params.id, actor),
      shape: shapeLimitRow(actor),
    })
  },
  effect: async ({ tx, actor, params }) => {
    await getLimitFile(tx, actor, params.id)
    return effectOf(tx, params.id)
  },
  upload: around({ act: (call) => keep(call, isShared(call.file)), settle }),
  uploadOwn: around({
    act: (call) => keep({ ...call, organisation: ownOrganisation(call.actor) }, isShared(call.file)),
    settle,
  }),
  create: async (call) => {
    const { tx, actor, body } = call
    const { shareData, ...record } = body
    const file = await recordFile(record)
    try {
      const { id } = await keep({ ...call, file }, shareData)
      await checkRecord(tx, id, record)
      return done('Sent for approval', await getLimitFile(tx, actor, id))
    } finally {
      await file.discard()
    }
  },
  approve: async (call) => {
    const { tx, actor, body } = call
    try {
      await decide(call, 'approve')
    } catch (error) {
      if (error instanceof LimitsRefused) throw await refusedApproval({ tx, actor, binding, id: body.id })
      throw error
    }
    const file = await getLimitFile(tx, actor, body.id)
    return done(file.done > 0 ? `Success: limits of ${file.done} members raised` : 'Approved and passed on', file)
  },
  decline: async (call) => {
    if (await isParchment(call.tx, call.body.id)) return declineParchment(call, call.body)
    await decide(call, 'decline')
    return done('Declined', await getLimitFile(call.tx, call.actor, call.body.id))
  },
})
