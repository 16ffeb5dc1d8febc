import { counted } from '#contract/kit/counted.ts'
import { limitFile } from '#contract/limits/limitFiles.ts'
import { ownOrganisation } from '#server/kit/scope.ts'
import { around, done } from '#server/kit/web/serve.ts'
import { decideUpload, declineEffect, answerFailingRows } from '#server/kit/uploads/decideUpload.ts'
import { settleUpload } from '#server/kit/uploads/receiveUpload.ts'
import { serveUpload } from '#server/kit/uploads/serveUpload.ts'
import { declineParchment, isParchment, parchments } from '#server/parchment/parchments.ts'
import { receiveShared, sharingIn } from '#server/uploads/consent.ts'
import { approveEffect, effectOf } from './approveLimitFile.ts'
import { checkRecord, recordFile } from './createCherryRecord.ts'
import { limitFileSource, limitRowsSource, shapeLimitFile, shapeLimitRow } from './limitFileList.ts'
import { cherryLimitsBinding as binding, limitFileKind as kind } from './limitFileKinds.ts'

export const limitFiles = serveUpload(limitFile, {
  binding,
  source: limitFileSource,
  shape: shapeLimitFile,
  rows: { source: (id, { actor }) => limitRowsSource(id, actor), shape: shapeLimitRow },
  receive: (call) => receiveShared(call, binding, sharingIn(call.file)),
  calls: (read) => ({
    effect: async ({ tx, actor, params }) => {
      await read(tx, actor, params.id)
      return effectOf(tx, params.id)
    },
    uploadOwn: around({
      act: (call) =>
        receiveShared({ ...call, organisation: ownOrganisation(call.actor) }, binding, sharingIn(call.file)),
      settle: (call, kept: { id: string }) => settleUpload(call, kept, binding, (tx) => read(tx, call.actor, kept.id)),
    }),
    create: async (call) => {
      const { tx, actor, body } = call
      const { shareData, consentVersion, ...record } = body
      const file = await recordFile({ record, dataDir: call.house.config.dataDir })
      try {
        const { id } = await receiveShared({ ...call, file }, binding, { shareData, consentVersion })
        await checkRecord(tx, id, record)
        return done('Sent for approval', await read(tx, actor, id))
      } finally {
        await file.discard()
      }
    },
    approve: async (call) => {
      const { tx, actor, body } = call
      const effect = approveEffect({ tx, actor, rate: body.rate })
      await answerFailingRows({ tx, actor, binding, id: body.id }, () =>
        decideUpload(call, { kind, step: 'approve', body, effect }),
      )
      const file = await read(tx, actor, body.id)
      return done(
        file.done > 0 ? `Success: limits of ${counted(file.done, 'member')} raised` : 'Approved and passed on',
        file,
      )
    },
    decline: async (call) => {
      const { tx, actor, body } = call
      if (await isParchment(tx, body.id)) return declineParchment(call, body, parchments.read)
      await decideUpload(call, { kind, step: 'decline', body, effect: declineEffect(tx) })
      return done('Declined', await read(tx, actor, body.id))
    },
  }),
})
