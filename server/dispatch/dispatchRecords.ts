import { dispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { rows, sql } from '#server/kit/db.ts'
import { bulkOverFile } from '#server/kit/records/bulkOverFile.ts'
import { listPage } from '#server/kit/records/listPage.ts'
import { outcomeSentence } from '#server/kit/records/decideMany.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { takeStep } from '#server/kit/records/takeStep.ts'
import { done } from '#server/kit/web/serve.ts'
import { Refused } from '#server/kit/refused.ts'
import { statusOf } from '#server/kit/web/status.ts'
import { dispatchFileFlow } from '#contract/dispatch/dispatchFlow.ts'
import { decidedTogether, decideEvery, receiptOf } from './decideFile.ts'
import { approveEffect, decideRecord, rejectEffect } from './decideRecord.ts'
import { dispatchFileKind, dispatchRecordKind as kind } from './dispatchKinds.ts'
import { dispatchRecordSource, shapeDispatchRecord } from './dispatchRows.ts'
import { editEffect } from './editRecord.ts'

// In its file every record waits and can be ticked, also one that waits with its file and so not in the inbox.
const { decidedBy: _decidedBy, ...inFile } = kind

export const dispatchRecords = serveRecord(dispatchRecord, {
  kind,
  source: () => dispatchRecordSource,
  shape: shapeDispatchRecord,
  calls: (read) => ({
    details: async (call) => {
      const { tx, actor, query } = call
      const found = await rows(
        tx,
        sql`select from uploads t where t.id = ${query.fileId} and ${dispatchFileKind.where}`,
      )
      if (found.length === 0) throw new Refused('record.not_found')
      const isDeleted = sql`t.status = 'DELETED'`
      const deleted = query.deleted === 'Y' ? isDeleted : sql`not ${isDeleted}`
      return listPage({
        tx,
        actor,
        screen: dispatchRecord.list,
        query,
        source: { ...dispatchRecordSource, where: [sql`t.upload_id = ${query.fileId}`, deleted] },
        shape: shapeDispatchRecord(actor),
        kind: inFile,
      })
    },
    approve: async (call) => {
      const { tx, actor, body } = call
      const { id, version, approverComment, actionComment } = body
      const comment = actionComment ?? approverComment
      await decideRecord(call, { id, step: 'approve', version, comment }, approveEffect(tx))
      const record = await read(tx, actor, id)
      return done(approved[record.status.statusName] ?? 'Approved', record)
    },
    reject: async (call) => {
      const { tx, actor, body } = call
      const { id, version, approverComment, actionComment } = body
      const comment = actionComment ?? approverComment
      await decideRecord(call, { id, step: 'reject', version, comment }, rejectEffect)
      return done('Declined', await read(tx, actor, id))
    },
    edit: async (call) => {
      const { tx, actor, body, request } = call
      const { id, version, approverComment, actionComment } = body
      const comment = actionComment ?? approverComment
      await decideRecord(call, { id, step: 'edit', version, comment }, editEffect(tx, actor, body, request))
      const record = await read(tx, actor, id)
      return done(edited[record.status.statusName] ?? 'Saved', record)
    },
    bulk: async (call) => {
      const { tx, actor, body } = call
      const outcomes = await bulkOverFile({
        tx,
        actor,
        kind: inFile,
        canBeTicked: decidedTogether,
        body,
        decide: ({ step, ...record }) =>
          decideRecord(call, { ...record, step }, step === 'approve' ? approveEffect(tx) : rejectEffect),
      })
      const verb = body.action.startsWith('APPROVE') ? 'approved' : 'declined'
      return done(outcomeSentence(verb, outcomes), outcomes)
    },
    decideEvery: async (call) => {
      const { tx, actor, body, request } = call
      const { fileId: id } = body
      const receipt = await insideOwnersWall({ tx, actor, kind: dispatchFileKind, id }, async () => {
        let lines: Parameters<typeof receiptOf>[2] = []
        const effect = decideEvery({ tx, actor, request }, body, (made) => (lines = made))
        const { version, comment } = body
        const step = 'decideRecords'
        const { to } = await takeStep({
          tx,
          actor,
          kind: dispatchFileKind,
          step,
          id,
          version,
          comment,
          request,
          effect,
        })
        return { ...(await receiptOf(tx, id, lines)), status: statusOf(dispatchFileFlow, to) }
      })
      const { approved: one, declined } = receipt
      return done(
        `${one.count} approved (${one.kilograms} kg), ${declined.count} declined (${declined.kilograms} kg)`,
        receipt,
      )
    },
  }),
})

// What is said to who decided, by the state that the record came to.
const approved: Partial<Record<string, string>> = {
  APPROVED: 'Received',
  PENDING_WAREHOUSE_APPROVAL: 'Agreed: the warehouse decides next',
  DELETED: 'Removed from the dispatch',
  HOLDING_STATUS: 'Put on hold: more is dispatched of this outturn than its parchment',
}
const edited: Partial<Record<string, string>> = {
  REFERRED_TO_MILLER: 'Saved: the miller is asked to agree',
  PENDING_WAREHOUSE_APPROVAL: 'Saved: the warehouse decides next',
  PENDING_APPROVAL: 'Saved: it can be approved by somebody else',
}
