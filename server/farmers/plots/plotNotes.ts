import { overlapHa, type PlotGeometry } from '#contract/farmers/plotGeometry.ts'
import { screenings, type NeighbourPlot, type Plot } from '#contract/farmers/plots.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { makeYield } from '#server/kit/makeYield.ts'

type Note = Plot['notes'][number]
type Pair = { plot: string; other: string; name: string; member: string }

// A little more than the distance at which two points are the same place.
const margin = 0.00005
// Who lies on more neighbours than this has other worries than the last of them.
const mostNeighbours = 20

/** What a decider should look at, for each of these plots: land that another member of the society has too, and forest that may be lost. */
export async function findPlotNotes(tx: Tx, ids: readonly string[]): Promise<Map<string, Note[]>> {
  const notes = new Map<string, Note[]>(ids.map((id) => [id, []]))
  for (const { plot, ha, name, member } of await overlaps(tx, ids)) {
    const message =
      ha === 0 ? `On the land of ${member}: ${name}` : `${ha.toFixed(2)} ha on the land of ${member}: ${name}`
    notes.get(plot)?.push({ code: 'overlaps', message })
  }
  const lost = await rows(
    tx,
    sql<{ id: string }>`select id from farm_plots where id = any (${ids}) and screening = 'POSSIBLE_LOSS'`,
  )
  for (const { id } of lost) notes.get(id)?.push({ code: 'forest_loss', message: screenings.POSSIBLE_LOSS })
  return notes
}

type Overlap = Pair & { ha: number; theirs: PlotGeometry }

/** Which plots of others these lie on, and by how much. */
async function overlaps(tx: Tx, ids: readonly string[]): Promise<Overlap[]> {
  const pairs = await neighbours(tx, ids)
  const outlines = await outlinesOf(tx, [...new Set(pairs.flatMap(({ plot, other }) => [plot, other]))])
  const giveWay = makeYield()
  const overlapping: Overlap[] = []
  for (const pair of pairs) {
    await giveWay()
    const [mine, theirs] = [outlines.get(pair.plot), outlines.get(pair.other)]
    const ha = mine && theirs ? overlapHa(mine, theirs) : null
    if (theirs && ha !== null) overlapping.push({ ...pair, ha, theirs })
  }
  return overlapping
}

/** The plots of other members that one lies on. */
export async function findNeighbours(tx: Tx, id: string): Promise<NeighbourPlot[]> {
  const overlapping = await overlaps(tx, [id])
  return overlapping.map(({ other, name, member, theirs }) => ({
    id: other,
    name,
    memberNumber: member,
    geometry: theirs,
  }))
}

/** Plots of other members whose rectangle meets the one of a plot: few, found by the index, compared exactly afterwards. */
const neighbours = (tx: Tx, ids: readonly string[]): Promise<Pair[]> =>
  rows(
    tx,
    sql<Pair>`select p.id as plot, q.id as other, q.name, q.member_number as member from farm_plots p
      join lateral (
        select q.id, q.name, f.member_number from farm_plots q join farmers f on f.id = q.farmer_id
        where q.organisation_id = p.organisation_id and q.farmer_id <> p.farmer_id and q.status in ('DRAFT', 'VERIFIED')
          and q.west <= p.east + ${margin} and q.east >= p.west - ${margin} and q.south <= p.north + ${margin} and q.north >= p.south - ${margin}
        order by f.member_number, q.id limit ${mostNeighbours}) q on true
      where p.id = any (${ids}) order by p.id, q.member_number, q.id`,
  )

async function outlinesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, PlotGeometry>> {
  const plots = await rows(
    tx,
    sql<{ id: string; geometry: PlotGeometry }>`select id, geometry from farm_plots where id = any (${ids})`,
  )
  return new Map(plots.map(({ id, geometry }) => [id, geometry]))
}
