import { counted } from '#contract/kit/counted.ts'
import { cherryDeliveryUpload, type CherryDeliveryRow } from '#contract/deliveries/cherryDeliveryUploads.ts'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { sql } from '#server/kit/db.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { receiveUpload } from '#server/kit/uploads/receiveUpload.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import { serveUpload } from '#server/kit/uploads/serveUpload.ts'
import { shapeUpload } from '#server/kit/uploads/uploadList.ts'
import { cherryDeliveriesBinding as binding } from './cherryDeliveryKinds.ts'
import { acceptDeliveryDisclaimer, mustBeClerk } from './enterDeliveries.ts'
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
const { at, cell: understood, written } = stagedCells(columnKeys(cherryDeliveriesFile))

// All rows of a file become deliveries at once, so its state is theirs.
const state = sql`case when r.state = 'ready' and u.status = 'APPROVED' then 'done' else r.state end`

/** The rows of one upload, whether they became deliveries yet or not. */
function rowsSource(uploadId: string): ListSource<Stored> {
  const base = sql`upload_rows r join uploads u on u.id = r.upload_id left join farmers f on f.organisation_id = r.organisation_id and f.member_number = ${understood('memberNumber')}`
  return {
    base,
    from: sql`${base} left join seasons s on ${understood('deliveredOn')}::date between s.starts_on and s.ends_on`,
    select: sql<Stored>`r.id, r.row_number, r.cells, r.clean, f.full_name, s.name as season, ${state} as state,
      (select string_agg(p.message, '; ' order by p.column_number) from upload_problems p where p.upload_id = r.upload_id and p.row_number = r.row_number) as message`,
    where: [sql`r.upload_id = ${uploadId}`],
    columns: { row: sql`r.row_number`, memberNumber: written('memberNumber'), state },
    search: sql<string>`upper(coalesce(f.full_name, '') || ' ' || array_to_string(r.cells, ' '))`,
    id: sql<string>`r.id`,
  }
}

const shapeRow = (stored: Stored): CherryDeliveryRow => {
  const cell = (key: Parameters<typeof at>[0]) => stored.clean[at(key)] || (stored.cells[at(key)] ?? '')
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

export const cherryDeliveryUploads = serveUpload(cherryDeliveryUpload, {
  binding,
  shape: (actor) => shapeUpload(binding.record, actor),
  rows: { source: rowsSource, shape: () => shapeRow },
  receive: async (call) => {
    const { tx, actor } = call
    const upload = await receiveUpload(call, binding)
    mustBeClerk(actor)
    const version = await acceptDeliveryDisclaimer(call)
    await sql`insert into cherry_delivery_file_records (upload_id, organisation_id, disclaimer_version) values (${upload.id}, ${actor.organisationId}, ${version})`.execute(
      tx,
    )
    return upload
  },
  steps: {
    approve: {
      effect: ({ tx, actor }) => approveEffect({ tx, checkerId: actor.userId }),
      message: (upload) => `Success: ${counted(upload.done, 'delivery', 'deliveries')} registered`,
    },
  },
})
