import type { RawBuilder } from 'kysely'
import type { Actor } from '#contract/house/permissions.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { streamReply, type StreamReply } from '#server/kit/web/serve.ts'

type Exported = { id: string; name: string; place: string; geometry: string; area: string }

const batchSize = 500

/** Plots that are exported together: how the file is called, what the trail says of it, and whose they are, as a query of `farmer_id`. */
type Which = { name: string; details: string[]; of?: RawBuilder<unknown> }

/** Verified plots as one FeatureCollection, with the properties importers ask for. Source: Regulation (EU) 2023/1115, GeoJSON of the information system. */
export function exportPlots(actor: Actor, { name, details, of }: Which): StreamReply {
  return streamReply({
    type: 'application/geo+json',
    name: `${name}.geojson`,
    // Where a person's land lies is personal data: each export leaves a line.
    before: (house) => auditExport({ house, actor, title: 'Plots', details: ['GeoJSON', ...details] }),
    produce: (tx) => featureCollection(tx, of ? sql`t.farmer_id in (select m.farmer_id from (${of}) m)` : sql`true`),
  })
}

/** All those of an organisation, or of everybody in reach. */
export const plotsOf = (organisation: Organisation): Which => ({
  name: `plots_${organisation?.code ?? 'all'}_${businessDate()}`,
  details: organisation ? [organisation.name] : [],
  ...(organisation ? { of: sql`select id as farmer_id from farmers where organisation_id = ${organisation.id}` } : {}),
})

async function* featureCollection(tx: Tx, which: RawBuilder<unknown>): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let separator = ''
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const batch = await rows(
      tx,
      sql<Exported>`select t.id, f.full_name as name, w.name || ', ' || c.name as place, t.geometry::text as geometry, t.area_ha as area
        from farm_plots t join farmers f on f.id = t.farmer_id join wards w on w.id = f.ward_id join counties c on c.id = f.county_id
        where t.status = 'VERIFIED' and t.id > ${after} and ${which} order by t.id limit ${batchSize}`,
    )
    for (const plot of batch) {
      yield separator + featureOf(plot)
      separator = ',\n'
    }
    const last = batch.at(-1)
    if (!last || batch.length < batchSize) break
    after = last.id
  }
  yield ']}'
}

/** One feature; its geometry goes out as the text that was kept, so that 36.950000 keeps its decimals. */
function featureOf({ id, name, place, geometry, area }: Exported): string {
  const properties = { ProducerName: name, ProducerCountry: 'KE', ProductionPlace: place, Area: Number(area) }
  return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":${geometry},"properties":${JSON.stringify(properties)}}`
}
