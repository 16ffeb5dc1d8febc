import { parchmentList, parchmentRowList, parchments } from '#contract/parchments.ts'
import type { Actor } from '#contract/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { listPage } from '#server/kit/listPage.ts'
import type { ReceivedFile } from '#server/kit/receiveFile.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { around, done, isReply, serve } from '#server/kit/serve.ts'
import { takeStep, type Effect } from '#server/kit/takeStep.ts'
import { errorWorkbook } from '#server/kit/uploads/errorWorkbook.ts'
import { receiveUpload, settleUpload } from '#server/kit/uploads/receiveUpload.ts'
import { refusedApproval } from '#server/kit/uploads/refusedApproval.ts'
import {
  amendEffect,
  approveEffect,
  insideItsWall,
  ParchmentRefused,
  referEffect,
  rejectEffect,
} from './decideParchment.ts'
import { parchmentBinding as binding, parchmentKind as kind } from './parchmentKind.ts'
import {
  getParchment,
  parchmentRowsSource,
  parchmentSource,
  readPrices,
  shapeParchment,
  shapeParchmentRow,
} from './parchmentRows.ts'

type Deciding = { tx: Tx; actor: Actor; request: { id: string } }
type Decision = { id: string; version?: number | undefined; approverComment?: string | undefined }
type Step = 'approve' | 'decline' | 'amend' | 'reject'

async function decide({ tx, actor, request }: Deciding, step: Step, body: Decision, effect: Effect): Promise<void> {
  await takeStep({
    tx,
    actor,
    kind,
    step,
    id: body.id,
    version: body.version,
    comment: body.approverComment,
    requestId: request.id,
    effect,
  })
}

/** Refers a parchment record back, or rejects it for good. Also what /upload/cherry/decline_limit does with the id of one. */
export async function declineParchment(call: Deciding, body: Decision & { final?: boolean | undefined }) {
  const { tx, actor } = call
  return insideItsWall({ tx, actor, id: body.id }, async () => {
    if (body.final) await decide(call, 'reject', body, rejectEffect(tx))
    else await decide(call, 'decline', body, referEffect)
    return done(body.final ? 'Rejected' : 'Referred back', await getParchment(tx, actor, body.id))
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
const isShared = ({ fields }: ReceivedFile): boolean => /^(?:true|1|yes)$/i.test(fields['shareData']?.trim() ?? '')

export const parchmentRoutes = serve(parchments, {
  list: async ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: parchmentList,
      query,
      source: parchmentSource({
        actor,
        organisation,
        withDiscarded: query.filter.includes('status:DISCARDED'),
        prices: await readPrices(tx),
      }),
      shape: shapeParchment(actor),
      kind,
    }),
  rows: async ({ tx, actor, params, query }) => {
    await getParchment(tx, actor, params.id)
    return listPage({
      tx,
      actor,
      screen: parchmentRowList,
      query,
      source: parchmentRowsSource(params.id, await readPrices(tx)),
      shape: shapeParchmentRow,
    })
  },
  one: ({ tx, actor, params }) => getParchment(tx, actor, params.id),
  upload: around({
    act: async (call) => {
      const { tx, actor, file } = call
      const miller = await millerNamed(tx, file)
      const organisation = {
        id: actor.organisationId,
        code: actor.organisationCode,
        name: actor.organisationName,
        type: actor.organisationType,
      }
      const kept = await receiveUpload({ ...call, organisation }, binding)
      await sql`update uploads set miller_id = ${miller}, share_data = ${isShared(file)} where id = ${kept.id}`.execute(
        tx,
      )
      return kept
    },
    settle: async (call, kept: { id: string }) => {
      const answer = await settleUpload(call, kept, [binding], binding)
      const house: House = call.house
      const read = (tx: Tx) => getParchment(tx, call.actor, kept.id)
      const data = await house.db.transaction(scopeOf(call.actor), read, { readOnly: true })
      return isReply(answer) ? { ...answer, body: { ...answer.body, data } } : { ...answer, data }
    },
  }),
  approve: async (call) => {
    const { tx, actor, body } = call
    return insideItsWall({ tx, actor, id: body.id }, async () => {
      try {
        await decide(call, 'approve', body, approveEffect(tx, actor))
      } catch (error) {
        if (error instanceof ParchmentRefused) throw await refusedApproval({ tx, actor, binding, id: body.id })
        throw error
      }
      const record = await getParchment(tx, actor, body.id)
      return done(
        record.done > 0 ? 'Approved: the second tranche is added to limits' : 'Approved and passed on',
        record,
      )
    })
  },
  amend: async (call) => {
    const { tx, actor, body } = call
    return insideItsWall({ tx, actor, id: body.id }, async () => {
      await decide(call, 'amend', body, amendEffect(tx, actor, body.data))
      return done('Amended and sent on', await getParchment(tx, actor, body.id))
    })
  },
  decline: (call) => declineParchment(call, call.body),
  errorFile: async ({ tx, actor, params, house }) => {
    const { fileName } = await getParchment(tx, actor, params.id)
    return errorWorkbook({
      tx,
      read: (work) => house.db.transaction(scopeOf(actor), work, { readOnly: true }),
      binding,
      uploadId: params.id,
      fileName,
      prefix: 'File_With_Error_',
    })
  },
})
