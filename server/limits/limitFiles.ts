import { limitFileList, limitFileRowList, limitFiles } from '#contract/limitFiles.ts'
import { sql } from '#server/kit/db.ts'
import { listPage } from '#server/kit/listPage.ts'
import { saysYes } from '#server/kit/receiveFile.ts'
import { ownOrganisation } from '#server/kit/scope.ts'
import { around, done, serve } from '#server/kit/serve.ts'
import { decideUpload, declineEffect, tellFailingRows } from '#server/kit/uploads/decideUpload.ts'
import { receiveUpload, settleShaped, type Settle } from '#server/kit/uploads/receiveUpload.ts'
import { declineParchment, isParchment } from '#server/parchment/parchments.ts'
import { approveEffect, effectOf } from './approveLimitFile.ts'
import { checkRecord, recordFile } from './createCherryRecord.ts'
import { getLimitFile, limitFileSource, limitRowsSource, shapeLimitFile, shapeLimitRow } from './limitFileList.ts'
import { cherryLimitsBinding as binding, limitFileKind as kind } from './limitFileKinds.ts'

type Receiving = Parameters<typeof receiveUpload>[0]

/** Keeps the file and with whom it is shared. */
async function keep(call: Receiving, shareData: boolean): Promise<{ id: string }> {
  const kept = await receiveUpload(call, binding)
  await sql`update uploads set share_data = ${shareData} where id = ${kept.id}`.execute(call.tx)
  return kept
}
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
  upload: around({ act: (call) => keep(call, saysYes(call.file, 'shareData')), settle }),
  uploadOwn: around({
    act: (call) => keep({ ...call, organisation: ownOrganisation(call.actor) }, saysYes(call.file, 'shareData')),
    settle,
  }),
  create: async (call) => {
    const { tx, actor, body } = call
    const { shareData, ...record } = body
    const file = await recordFile({ record, dataDir: call.house.config.dataDir })
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
    const effect = approveEffect({ tx, actor, rate: body.rate })
    await tellFailingRows({ tx, actor, binding, id: body.id }, () =>
      decideUpload(call, { kind, step: 'approve', body, effect }),
    )
    const file = await getLimitFile(tx, actor, body.id)
    return done(file.done > 0 ? `Success: limits of ${file.done} members raised` : 'Approved and passed on', file)
  },
  decline: async (call) => {
    const { tx, actor, body } = call
    if (await isParchment(tx, body.id)) return declineParchment(call, body)
    await decideUpload(call, { kind, step: 'decline', body, effect: declineEffect(tx) })
    return done('Declined', await getLimitFile(tx, actor, body.id))
  },
})
