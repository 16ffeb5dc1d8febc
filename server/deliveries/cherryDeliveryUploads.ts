import { counted } from '#contract/kit/counted.ts'
import {
  cherryDeliveryUploadList,
  cherryDeliveryUploads,
  uploadedDeliveryList,
  type CherryDeliveryRow,
} from '#contract/cherryDeliveryUploads.ts'
import { cherryDeliveriesFile } from '#contract/cherryDeliveryFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { sql } from '#server/kit/db.ts'
import { countedAs } from '#server/kit/decideMany.ts'
import { listPage, type ListSource } from '#server/kit/listPage.ts'
import { around, done, serve } from '#server/kit/serve.ts'
import {
  decideUpload,
  decideUploads,
  declineEffect,
  tellFailingRows,
  type Deciding,
  type Decision,
} from '#server/kit/uploads/decideUpload.ts'
import { receiveUpload, settleUpload } from '#server/kit/uploads/receiveUpload.ts'
import { getUpload, shapeUpload, uploadSource } from '#server/kit/uploads/uploadList.ts'
import { cherryDeliveriesBinding as binding } from './cherryDeliveryKinds.ts'
import { acceptDisclaimer } from '#server/disclaimers/disclaimers.ts'
import { mustEnter } from './enterDeliveries.ts'
import { approveEffect } from './registerDeliveries.ts'

type Stored = {
  id: string
  row_number: number
  cells: string[]
  clean: string[]
  full_name: string | null
  season: string | null
  state: CherryDeliveryRow['state']
  message: string | null
}
const keys = columnKeys(cherryDeliveriesFile)
const at = (key: (typeof keys)[number]): number => keys.indexOf(key)
const written = (key: (typeof keys)[number]) => sql<string>`t.cells[${sql.lit(at(key) + 1)}]`
const understood = (key: (typeof keys)[number]) => sql`nullif(t.clean[${sql.lit(at(key) + 1)}], '')`

// All rows of a file become deliveries at once, so its state tells theirs.
const state = sql`case when t.state = 'ready' and u.status = 'APPROVED' then 'done' else t.state end`

/** The rows of one upload, whether they became deliveries yet or not. */
function rowsSource(uploadId: string): ListSource<Stored> {
  const base = sql`upload_rows t join uploads u on u.id = t.upload_id left join farmers f on f.organisation_id = t.organisation_id and f.member_number = ${understood('memberNumber')}`
  return {
    base,
    from: sql`${base} left join seasons s on ${understood('deliveredOn')}::date between s.starts_on and s.ends_on`,
    select: sql<Stored>`t.id, t.row_number, t.cells, t.clean, f.full_name, s.name as season, ${state} as state,
      (select string_agg(p.message, '; ' order by p.column_number) from upload_problems p where p.upload_id = t.upload_id and p.row_number = t.row_number) as message`,
    where: [sql`t.upload_id = ${uploadId}`],
    columns: { row: sql`t.row_number`, memberNumber: written('memberNumber'), state },
    search: sql<string>`upper(coalesce(f.full_name, '') || ' ' || array_to_string(t.cells, ' '))`,
  }
}

const shapeRow = (stored: Stored): CherryDeliveryRow => {
  const cell = (key: (typeof keys)[number]) => stored.clean[at(key)] || (stored.cells[at(key)] ?? '')
  return {
    id: stored.state === 'done' ? stored.id : null,
    row: stored.row_number,
    deliveredOn: cell('deliveredOn'),
    season: stored.season ?? '',
    factory: cell('factory'),
    memberNumber: cell('memberNumber'),
    fullName: stored.full_name ?? '',
    currentDelivery: Number(cell('currentDelivery')) || 0,
    receiptNumber: cell('receiptNumber'),
    state: stored.state,
    message: stored.message ?? '',
  }
}

const decide = (call: Deciding, body: Decision, step: 'approve' | 'decline') =>
  decideUpload(call, {
    kind: binding.record,
    step,
    body,
    effect: step === 'approve' ? approveEffect({ tx: call.tx, checkerId: call.actor.userId }) : declineEffect(call.tx),
  })

export const cherryDeliveryUploadRoutes = serve(cherryDeliveryUploads, {
  list: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: cherryDeliveryUploadList,
      query,
      source: uploadSource({
        kind: binding.record,
        actor,
        organisationId: organisation?.id ?? null,
        withDiscarded: query.filter.includes('status:DISCARDED'),
      }),
      shape: shapeUpload(binding.record, actor),
      kind: binding.record,
    }),
  rows: async ({ tx, actor, params, query }) => {
    await getUpload(tx, actor, binding.record, params.id)
    return listPage({ tx, actor, screen: uploadedDeliveryList, query, source: rowsSource(params.id), shape: shapeRow })
  },
  upload: around({
    act: async (call) => {
      const kept = await receiveUpload(call, binding)
      mustEnter(call.actor)
      const { version } = await acceptDisclaimer(call.tx, call.actor, { name: 'cherry_delivery' })
      await sql`update uploads set disclaimer_version = ${version} where id = ${kept.id}`.execute(call.tx)
      return kept
    },
    settle: (call, kept: { id: string }) => settleUpload(call, kept, [binding], binding),
  }),
  approve: async (call) => {
    const { tx, actor, body } = call
    await tellFailingRows({ tx, actor, binding, id: body.id }, () => decide(call, body, 'approve'))
    const upload = await getUpload(tx, actor, binding.record, body.id)
    return done(`Success: ${counted(upload.done, 'delivery', 'deliveries')} registered`, upload)
  },
  decline: async (call) => {
    await decide(call, call.body, 'decline')
    return done('Declined', await getUpload(call.tx, call.actor, binding.record, call.body.id))
  },
  decideMany: async (call) => {
    const { step } = call.body
    const data = await decideUploads(call, binding.record, call.body, (body) => decide(call, body, step))
    return done(countedAs(step === 'approve' ? 'approved' : 'declined', data), data)
  },
})
