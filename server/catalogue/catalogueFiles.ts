import { catalogueFile, type CatalogueFile } from '#contract/catalogue/catalogueFiles.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { serveUpload } from '#server/kit/uploads/serveUpload.ts'
import { shapeUpload, type StoredUpload } from '#server/kit/uploads/uploadList.ts'
import { catalogueBinding as binding } from './catalogueBinding.ts'
import { catalogueFileKind as kind } from './catalogueKinds.ts'
import { lotSource, shapeLot } from './catalogueRows.ts'

type Stored = StoredUpload & {
  season: string | null
  sale_number: number | null
  agent_code: string | null
  kilograms: string
  open_lots: number
  held_lots: number
  approved_lots: number
}

// What the reader may see of the lots: a warehouse its own.
const lots = sql`lateral (
  select min(c.season) as season, min(c.sale_number)::int as sale_number, min(o.code) as agent_code, coalesce(sum(c.kilograms), 0) as kilograms,
    (count(*) filter (where c.status not in ('APPROVED', 'SOLD', 'REJECTED', 'WITHDRAWN', 'HOLDING_STATUS')))::int as open_lots,
    (count(*) filter (where c.status = 'HOLDING_STATUS'))::int as held_lots, (count(*) filter (where c.status in ('APPROVED', 'SOLD')))::int as approved_lots
  from catalogue_records c join organisations o on o.id = c.broker_id where c.upload_id = t.id) lots`

const withLots = (common: ListSource<StoredUpload>): ListSource<Stored> => ({
  ...common,
  from: sql`${common.from} cross join ${lots}`,
  select: sql<Stored>`${common.select}, lots.season, lots.sale_number, lots.agent_code, lots.kilograms, lots.open_lots, lots.held_lots, lots.approved_lots`,
})

const shape = (actor: Actor) => {
  const shapeCommon = shapeUpload(kind, actor)
  return (stored: Stored): CatalogueFile => ({
    ...shapeCommon(stored),
    season: stored.season ?? '',
    saleNumber: stored.sale_number,
    agentCode: stored.agent_code ?? '',
    weight: Number(stored.kilograms),
    open: stored.open_lots,
    onHold: stored.held_lots,
    approved: stored.approved_lots,
  })
}

export const catalogueFiles = serveUpload(catalogueFile, {
  binding,
  source: withLots,
  // For others those with lots that name them.
  concerns: (id) =>
    sql`(t.organisation_id = ${id} or exists (select from upload_parties p where p.upload_id = t.id and p.party_id = ${id}))`,
  shape,
  rows: {
    source: (id, { actor }) => lotSource({ actor, organisation: null }, sql`t.upload_id = ${id}`),
    shape: shapeLot,
  },
})
