import { areaHaOf, boundsOf, polygonFromHa } from '#contract/farmers/plotGeometry.ts'
import { plotFlow, type Plot } from '#contract/farmers/plots.ts'
import type { ReadGeometry } from '#contract/farmers/readGeometry.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { findPlotNotes } from './plotNotes.ts'

/** A plot that was read, before it is kept. */
export type NewPlot = {
  farmerId: string
  farmerName: string
  name: string
  read: ReadGeometry
  areaHa: number
  source?: string | undefined
  capturedAt?: string | undefined
  capturedBy?: string | undefined
  accuracyM?: number | undefined
  screening?: Plot['screening'] | undefined
  screeningReference?: string | undefined
}

/** The area of a plot: measured on an outline, stated for a point. A sentence says what is wrong with it. */
export function areaOf({ geometry }: ReadGeometry, statedHa: number | undefined): number | { message: string } {
  if (geometry.type === 'Polygon') return Math.max(0.0001, Math.round(areaHaOf(geometry.coordinates[0]) * 1e4) / 1e4)
  if (statedHa === undefined) return { message: 'A point needs the area it stands for' }
  return statedHa >= polygonFromHa ? { message: `From ${polygonFromHa} hectares on a plot needs an outline` } : statedHa
}

/** Keeps new plots as drafts, with one line in the trail each; a plot that is there already is passed over. Answers the ids that were made. */
export async function savePlots({
  tx,
  actor,
  plots,
  requestId,
}: {
  tx: Tx
  actor: Actor
  plots: readonly NewPlot[]
  requestId: string
}): Promise<string[]> {
  const records = plots.map((plot) => ({
    id: newId(),
    farmer_id: plot.farmerId,
    name: plot.name,
    // As text: its decimals must reach the database as they were written.
    geometry: plot.read.text,
    area_ha: plot.areaHa,
    ...boundsOf(plot.read.geometry),
    source: plot.source ?? '',
    captured_at: plot.capturedAt ?? null,
    captured_by: plot.capturedBy ?? '',
    accuracy_m: plot.accuracyM ?? null,
    screening: plot.screening ?? 'NOT_SCREENED',
    screening_reference: plot.screeningReference ?? '',
  }))
  const made = await rows(
    tx,
    sql<{
      id: string
    }>`insert into farm_plots (id, organisation_id, farmer_id, name, geometry, area_ha, west, east, south, north, source, captured_at, captured_by, accuracy_m,
        screening, screening_reference, status, makers, made_by, created_at)
      select id, ${actor.organisationId}, farmer_id, name, geometry::jsonb, area_ha, west, east, south, north, source, captured_at, captured_by, accuracy_m,
        screening, screening_reference, ${plotFlow.initial[0]}, array[${actor.userId}]::uuid[], ${actor.userId}, ${now()}
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as p (id uuid, farmer_id uuid, name text, geometry text, area_ha numeric, west float8, east float8, south float8, north float8,
        source text, captured_at date, captured_by text, accuracy_m numeric, screening text, screening_reference text)
      on conflict do nothing returning id`,
  )
  const ids = made.map(({ id }) => id)
  await keepNotes(tx, await findPlotNotes(tx, ids))
  const titles = new Map(records.map(({ id, name }, index) => [id, `${plots[index]?.farmerName}, ${name}`]))
  for (const id of ids)
    await writeAudit(tx, {
      by: actor,
      organisationId: actor.organisationId,
      kind: plotFlow.kind,
      recordId: id,
      title: titles.get(id) ?? '',
      action: 'create',
      to: plotFlow.initial[0] ?? null,
      requestId,
    })
  return ids
}

export async function keepNotes(tx: Tx, notes: ReadonlyMap<string, Plot['notes']>): Promise<void> {
  const records = [...notes].map(([id, found]) => ({ id, notes: found }))
  await sql`update farm_plots t set notes = n.notes from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as n (id uuid, notes jsonb)
    where t.id = n.id and t.notes <> n.notes`.execute(tx)
}
