import { catalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import { counted } from '#contract/kit/counted.ts'
import { rows, sql } from '#server/kit/db.ts'
import { bulkOverFile } from '#server/kit/records/bulkOverFile.ts'
import { outcomeSentence } from '#server/kit/records/decideMany.ts'
import type { Read } from '#server/kit/records/serveRecord.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { Refused } from '#server/kit/refused.ts'
import { done } from '#server/kit/web/serve.ts'
import { catalogueRecordKind as kind } from './catalogueKinds.ts'
import { lotSource, shapeLot } from './catalogueRows.ts'
import { acceptLot, followLots, resetLot, withdrawLot, type LotCall, type LotDecision } from './decideLots.ts'
import { approveLot, approveLots, rejectLot, rejectLots } from './decideManyLots.ts'
import { editLot } from './editLot.ts'

const stateOf = ({ label }: { label: string } | undefined = { label: 'Done' }) => label

/** Takes one step, lets the file follow, and answers the lot as it stands. */
const decided =
  <Body extends LotDecision>(
    read: Read<typeof catalogueRecord.row>,
    take: (call: LotCall, body: Body) => Promise<string>,
  ) =>
  async (call: LotCall & { body: Body }) => {
    const uploadId = await take(call, call.body)
    await followLots(call, uploadId)
    const lot = await read(call.tx, call.actor, call.body.id)
    const state = Object.values(kind.flow.states).find(({ id }) => id === lot.status.id)
    return done(stateOf(state), lot)
  }

export const catalogueRecords = serveRecord(catalogueRecord, {
  kind,
  source: (reader) => lotSource(reader),
  shape: shapeLot,
  calls: (read, list) => ({
    pending: (call) =>
      list(
        call,
        sql`t.status in ('PENDING_APPROVAL', 'PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL', 'REFERRED_TO_BROKER')`,
      ),
    update: decided(read, editLot),
    approve: decided(read, approveLot),
    accept: decided(read, acceptLot),
    reject: decided(read, rejectLot),
    withdraw: decided(read, withdrawLot),
    reset: async (call) => {
      const { tx, params, body } = call
      const lots = await rows(
        tx,
        sql<{
          id: string
          uploadId: string
        }>`select id, upload_id as "uploadId" from catalogue_records where id = ${params.id}
          or (upload_id = ${params.id} and status = any (${[...catalogueRecord.flow.steps.reset.from]})) order by id`,
      )
      if (lots.length === 0) {
        const known = await rows(tx, sql`select from catalogue_records where upload_id = ${params.id} limit 1`)
        if (known.length === 0) throw new Refused('record.not_found')
        throw new Refused('record.none_selected', { message: 'No lot of this file can go back to pending' })
      }
      // All of them or none: the version is that of a lot which was asked for alone.
      for (const { id } of lots)
        await resetLot(call, { id, comment: body.comment, version: id === params.id ? body.version : undefined })
      for (const uploadId of new Set(lots.map((lot) => lot.uploadId))) await followLots(call, uploadId)
      return done(`${counted(lots.length, 'lot')} back to pending`, { lots: lots.length })
    },
    bulk: async (call) => {
      const { tx, actor, body } = call
      const outcomes = await bulkOverFile({
        tx,
        actor,
        kind,
        body,
        decideTogether: (step, lots) => (step === 'approve' ? approveLots(call, lots) : rejectLots(call, lots)),
      })
      await followLots(call, body.fileId)
      return done(outcomeSentence(body.action.startsWith('APPROVE') ? 'approved' : 'rejected', outcomes), outcomes)
    },
  }),
})
