import { plotFlow, type Plot } from '#contract/farmers/plots.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { decidedColumns, makerAndDecider, shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import type { Organisation } from '#server/kit/scope.ts'

export const plotKind = recordKind({
  flow: plotFlow,
  table: 'farm_plots',
  where: sql<boolean>`true`,
  title: sql<string>`(select f.full_name || ', ' || t.name from farmers f where f.id = t.farmer_id)`,
  atStake: sql<string>`to_char(t.area_ha, 'FM999,990.00') || ' ha'`,
})

type Stored = DecidedRow & {
  id: string
  farmer_id: string
  name: string
  full_name: string
  member_number: string
  organisation_name: string
  organisation_code: string
  geometry: Plot['geometry']
  area_ha: string
  source: string
  captured_at: string | null
  captured_by: string
  accuracy_m: string | null
  notes: Plot['notes']
  screening: Plot['screening']
  screening_reference: string
}

const from = sql`farm_plots t join farmers f on f.id = t.farmer_id join organisations o on o.id = t.organisation_id ${makerAndDecider}`
const select = sql<Stored>`t.id, t.farmer_id, t.name, f.full_name, f.member_number, o.name as organisation_name, o.code as organisation_code, t.geometry, t.area_ha, t.source,
  t.captured_at, t.captured_by, t.accuracy_m, t.notes, t.screening, t.screening_reference, ${decidedColumns}`

/** Plots with the farmers they belong to. */
export const plotSource = (organisation: Organisation): ListSource<Stored> => ({
  base: sql`farm_plots t join farmers f on f.id = t.farmer_id`,
  from,
  select,
  where: organisation ? [sql`t.organisation_id = ${organisation.id}`] : [],
  columns: {
    fullName: sql`f.full_name`,
    memberNumber: sql`f.member_number`,
    areaHa: sql`t.area_ha`,
    created: sql`t.id`,
    status: sql`t.status`,
    shape: sql`t.geometry ->> 'type'`,
    screening: sql`t.screening`,
  },
  search: sql<string>`upper(f.full_name || ' ' || f.member_number || ' ' || t.name)`,
})

/** A plot on the wire, with the steps this user may take. */
export const shapePlot =
  (actor: Actor) =>
  (stored: Stored): Plot => ({
    id: stored.id,
    name: stored.name,
    growerId: stored.farmer_id,
    fullName: stored.full_name,
    memberNumber: stored.member_number,
    organisationName: stored.organisation_name,
    organisationCode: stored.organisation_code,
    geometry: stored.geometry,
    shape: stored.geometry.type,
    areaHa: Number(stored.area_ha),
    source: stored.source,
    capturedAt: stored.captured_at,
    capturedBy: stored.captured_by,
    accuracyM: stored.accuracy_m === null ? null : Number(stored.accuracy_m),
    notes: stored.notes,
    risks: stored.notes.length,
    screening: stored.screening,
    screeningReference: stored.screening_reference,
    ...shapeDecided(plotFlow, stored, actor),
    approverComment: stored.decision_comment,
  })

/** Plots of one farmer, or some by their ids, newest first. */
export async function readPlots(tx: Tx, actor: Actor, which: { farmerId: string } | { id: string }): Promise<Plot[]> {
  const condition = 'id' in which ? sql`t.id = ${which.id}` : sql`t.farmer_id = ${which.farmerId}`
  const plots = await rows(
    tx,
    sql<Stored>`select ${select} from ${from} where ${condition} order by t.id desc limit 500`,
  )
  return plots.map(shapePlot(actor))
}
