import { counted } from '#contract/kit/counted.ts'
import { limitFileList, limitFileRowList, limitFiles } from '#contract/limitFiles.ts'
import { listPage } from '#server/kit/listPage.ts'
import { ownOrganisation } from '#server/kit/scope.ts'
import { around, done, serve } from '#server/kit/serve.ts'
import { decideUpload, declineEffect, tellFailingRows } from '#server/kit/uploads/decideUpload.ts'
import { settleShaped, type Settle } from '#server/kit/uploads/receiveUpload.ts'
import { declineParchment, isParchment } from '#server/parchment/parchments.ts'
import { receiveShared, sharingIn } from '#server/uploads/consent.ts'
import { approveEffect, effectOf } from './approveLimitFile.ts'
import { checkRecord, recordFile } from './createCherryRecord.ts'
import { getLimitFile, limitFileSource, limitRowsSource, shapeLimitFile, shapeLimitRow } from './limitFileList.ts'
import { cherryLimitsBinding as binding, limitFileKind as kind } from './limitFileKinds.ts'

const settle = (call: Settle, kept: { id: string }) =>
  settleShaped(call, kept, binding, (tx) => getLimitFile(tx, call.actor, kept.id))

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
  upload: around({ act: (call) => receiveShared(call, binding, sharingIn(call.file)), settle }),
  uploadOwn: around({
    act: (call) => receiveShared({ ...call, organisation: ownOrganisation(call.actor) }, binding, sharingIn(call.file)),
    settle,
  }),
  create: async (call) => {
    const { tx, actor, body } = call
    const { shareData, consentVersion, ...record } = body
    const file = await recordFile({ record, dataDir: call.house.config.dataDir })
    try {
      const { id } = await receiveShared({ ...call, file }, binding, { shareData, consentVersion })
      await checkRecord(tx, id, record)
      return done('Sent for approval', await getLimitFile(tx, actor, id))
    } finally {
      await file.discard()
    }
  },
  approve: async (call) => {
    const { tx, actor, body } = call
    const effect = approveEffect({ tx, actor, rate: body.rate })
    await tellFailingRows({ tx, actor, binding, id: body.id }, () =>
      decideUpload(call, { kind, step: 'approve', body, effect }),
    )
    const file = await getLimitFile(tx, actor, body.id)
    return done(
      file.done > 0 ? `Success: limits of ${counted(file.done, 'member')} raised` : 'Approved and passed on',
      file,
    )
  },
  decline: async (call) => {
    const { tx, actor, body } = call
    if (await isParchment(tx, body.id)) return declineParchment(call, body)
    await decideUpload(call, { kind, step: 'decline', body, effect: declineEffect(tx) })
    return done('Declined', await getLimitFile(tx, actor, body.id))
  },
})
