import { parchment, type Parchment } from '#contract/parchment/parchments.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { ReceivedFile } from '#server/kit/web/receiveFile.ts'
import { Refused } from '#server/kit/refused.ts'
import { ownOrganisation } from '#server/kit/scope.ts'
import { done } from '#server/kit/web/serve.ts'
import type { Read } from '#server/kit/records/serveRecord.ts'
import {
  decideUpload,
  declineEffect,
  answerFailingRows,
  type DecisionCall,
  type Decision,
} from '#server/kit/uploads/decideUpload.ts'
import { serveUpload } from '#server/kit/uploads/serveUpload.ts'
import { receiveShared, sharingIn } from '#server/uploads/consent.ts'
import { amendEffect, approveEffect, insideItsWall, referEffect } from './decideParchment.ts'
import { parchmentBinding as binding, parchmentKind as kind } from './parchmentKind.ts'
import { parchmentRowsSource, parchmentSource, readPrices, shapeParchment, shapeParchmentRow } from './parchmentRows.ts'

/** Refers a parchment record back, or rejects it for good. Also what /upload/cherry/decline_limit does with the id of one. */
export async function declineParchment(
  call: DecisionCall,
  body: Decision & { final?: boolean | undefined },
  read: Read<typeof Parchment>,
) {
  const { tx, actor } = call
  return insideItsWall({ tx, actor, id: body.id }, async () => {
    if (body.final) await decideUpload(call, { kind, step: 'reject', body, effect: declineEffect(tx) })
    else await decideUpload(call, { kind, step: 'decline', body, effect: referEffect })
    return done(body.final ? 'Rejected' : 'Referred back', await read(tx, actor, body.id))
  })
}

/** Whether an id is that of a parchment record the reader may see. */
export async function isParchment(tx: Tx, id: string): Promise<boolean> {
  return (await rows(tx, sql`select from uploads where id = ${id} and kind = 'parchment'`)).length > 0
}

/** The miller that a form names by its code. */
async function millerNamed(tx: Tx, { fields }: ReceivedFile): Promise<string> {
  const code = fields['millerCode']?.trim().toUpperCase() ?? ''
  const [miller] = await rows(
    tx,
    sql<{ id: string }>`select id from organisations where type = 'MILLER' and active and code = ${code}`,
  )
  if (!miller)
    throw new Refused('input.invalid', {
      details: { fields: { millerCode: code === '' ? 'Miller Code is required' : 'There is no miller of this code' } },
    })
  return miller.id
}
export const parchments = serveUpload(parchment, {
  binding,
  source: async (common, { tx }) => parchmentSource(common, await readPrices(tx)),
  // For a miller those that name it.
  concerns: (id) => sql`(t.organisation_id = ${id} or p.miller_id = ${id})`,
  shape: shapeParchment,
  rows: {
    source: async (id, { tx }) => parchmentRowsSource(id, await readPrices(tx)),
    shape: () => shapeParchmentRow,
  },
  receive: async (call) => {
    const { tx, actor, file } = call
    const miller = await millerNamed(tx, file)
    const upload = await receiveShared({ ...call, organisation: ownOrganisation(actor) }, binding, sharingIn(file))
    await sql`insert into parchment_records (upload_id, organisation_id, miller_id) values (${upload.id}, ${actor.organisationId}, ${miller})`.execute(
      tx,
    )
    return upload
  },
  calls: (read) => ({
    approve: async (call) => {
      const { tx, actor, body } = call
      return insideItsWall({ tx, actor, id: body.id }, async () => {
        const effect = approveEffect(tx, actor)
        await answerFailingRows({ tx, actor, binding, id: body.id }, () =>
          decideUpload(call, { kind, step: 'approve', body, effect }),
        )
        const record = await read(tx, actor, body.id)
        return done(
          record.done > 0 ? 'Approved: the second tranche is added to limits' : 'Approved and passed on',
          record,
        )
      })
    },
    amend: async (call) => {
      const { tx, actor, body } = call
      return insideItsWall({ tx, actor, id: body.id }, async () => {
        const effect = amendEffect(tx, actor, body.data)
        await decideUpload(call, { kind, step: 'amend', body, effect })
        return done('Amended and sent on', await read(tx, actor, body.id))
      })
    },
    decline: (call) => declineParchment(call, call.body, read),
  }),
})
