import { counted } from '#contract/kit/counted.ts'
import { toAmount } from '#contract/kit/money.ts'
import { resultFileRecord, sendsResults, type ResultFile, type ResultRow } from '#contract/results/resultFiles.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { declineEffect } from '#server/kit/uploads/decideUpload.ts'
import { receiveUpload } from '#server/kit/uploads/receiveUpload.ts'
import { serveUpload } from '#server/kit/uploads/serveUpload.ts'
import { shapeUpload, type StoredUpload } from '#server/kit/uploads/uploadList.ts'
import { cell, entered, priceCents } from './resultChecks.ts'
import { approveEffect, mustBeOfTheSender } from './registerResults.ts'
import { resultFileBinding as binding } from './resultFileKind.ts'

type Stored = StoredUpload & {
  organisation_id: string
  season: string | null
  sale_number: number | null
  sold: number
  unsold: number
  kilograms: string
  gross_cents: string
}

const gross = sql`round(${cell('weight')}::numeric * ${priceCents} / 50)::bigint`
const lots = sql`lateral (
  select min(${cell('season')}) as season, min(${cell('saleNumber')})::int as sale_number, count(${cell('price')})::int as sold,
    (count(*) - count(${cell('price')}))::int as unsold, coalesce(sum(${cell('weight')}::numeric) filter (where ${cell('price')} is not null), 0) as kilograms,
    coalesce(sum(${gross}), 0) as gross_cents
  from upload_rows r where r.upload_id = t.id and r.state <> 'left_out') lots`

const source = (common: ListSource<StoredUpload>): ListSource<Stored> => ({
  ...common,
  from: sql`${common.from} cross join ${lots}`,
  select: sql<Stored>`${common.select}, t.organisation_id, lots.season, lots.sale_number, lots.sold, lots.unsold, lots.kilograms, lots.gross_cents`,
})

const shape = (actor: Actor) => {
  const common = shapeUpload(binding.record, actor)
  return (stored: Stored): ResultFile => {
    const file = common(stored)
    if (stored.organisation_id !== actor.organisationId)
      for (const step of ['approve', 'decline'] as const) file.steps[step] ??= 'organisation.not_allowed'
    return {
      ...file,
      season: stored.season ?? '',
      saleNumber: stored.sale_number,
      sold: stored.sold,
      unsold: stored.unsold,
      weight: Number(stored.kilograms),
      grossValue: toAmount(stored.gross_cents),
    }
  }
}

type StoredRow = {
  id: string
  row_number: number
  lot: string
  outturn: string
  grade: string
  bags: string
  pockets: string
  weight: string
  buyer: string
  price_cents: bigint | null
  gross_cents: bigint | null
  invoice: string
  state: ResultRow['state']
  message: string | null
}
// All rows of a file become results at once, so its state is theirs.
const state = sql`case when r.state = 'ready' and u.status = 'APPROVED' then 'done' else r.state end`

function rowsSource(uploadId: string): ListSource<StoredRow> {
  const base = sql`upload_rows r join uploads u on u.id = r.upload_id`
  return {
    base,
    from: base,
    select: sql<StoredRow>`r.id, r.row_number, ${entered('lotNumber')} as lot, ${entered('outturn')} as outturn, ${entered('grade')} as grade, ${entered('bags')} as bags,
      ${entered('pockets')} as pockets, ${entered('weight')} as weight, ${entered('buyer')} as buyer, ${priceCents} as price_cents, ${gross} as gross_cents, ${entered('invoice')} as invoice,
      ${state} as state,
      (select string_agg(p.message, '; ' order by p.column_number) from upload_problems p where p.upload_id = r.upload_id and p.row_number = r.row_number) as message`,
    where: [sql`r.upload_id = ${uploadId}`],
    columns: { row: sql`r.row_number`, outturn: entered('outturn'), state },
    search: sql<string>`upper(array_to_string(r.cells, ' '))`,
    id: sql<string>`r.id`,
  }
}

const shapeRow = (stored: StoredRow): ResultRow => ({
  id: stored.state === 'done' ? stored.id : null,
  row: stored.row_number,
  lotNumber: stored.lot,
  outturn: stored.outturn,
  grade: stored.grade,
  numberOfBags: stored.bags,
  numberOfPocket: stored.pockets,
  weight: Number(stored.weight) || 0,
  buyerCode: stored.buyer,
  price: stored.price_cents === null ? null : toAmount(stored.price_cents),
  grossValue: stored.gross_cents === null ? null : toAmount(stored.gross_cents),
  invoiceNumber: stored.invoice,
  state: stored.state,
  message: stored.message ?? '',
})

export const resultFiles = serveUpload(resultFileRecord, {
  binding,
  source,
  shape,
  rows: { source: rowsSource, shape: () => shapeRow },
  receive: (call) => {
    if (!sendsResults.some((type) => type === call.actor.organisationType))
      throw new Refused('organisation.not_allowed')
    return receiveUpload(call, binding)
  },
  steps: {
    approve: {
      effect: ({ tx, actor }) => approveEffect({ tx, actor }),
      message: ({ done }) => `Approved: the results of ${counted(done, 'lot')} are in force`,
    },
    decline: {
      effect:
        ({ tx, actor }) =>
        async (file) => {
          mustBeOfTheSender(actor, file)
          return declineEffect(tx)(file)
        },
    },
  },
})
