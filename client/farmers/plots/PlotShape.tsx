import type { Position, Ring } from '#contract/farmers/plotGeometry.ts'
import type { Plot } from '#contract/farmers/plots.ts'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'

const box = 112
const room = 14
const foot = 20

/** The outline of a plot with a scale, north up; a point is a dot. No map behind it: nothing leaves the house. */
export function PlotShape({
  plot: { geometry, name },
  others = [],
}: {
  plot: Pick<Plot, 'geometry' | 'name'>
  /** Land of others that it lies on. */
  others?: readonly Pick<Plot, 'geometry'>[]
}) {
  const words = useWords().farmerPage.plots
  const { number } = useFormat()
  if (geometry.type === 'Point')
    return (
      <svg className="plot-shape" viewBox={`0 0 ${box} ${box}`} role="img" aria-label={words.point(name)}>
        <circle className="spot" cx={box / 2} cy={box / 2} r={5} />
        <circle className="land" cx={box / 2} cy={box / 2} r={18} fillOpacity={0.5} />
      </svg>
    )
  const { place, metresPerUnit } = fit(geometry.coordinates[0])
  const drawn = (ring: Ring) => ring.map((corner) => place(corner).join(',')).join(' ')
  const metres = niceLength((box - 2 * room) * metresPerUnit)
  const y = box - 8
  return (
    <svg className="plot-shape" viewBox={`0 0 ${box} ${box}`} role="img" aria-label={words.outline(name)}>
      <polygon className="land" points={drawn(geometry.coordinates[0])} />
      {others.map(({ geometry: theirs }) =>
        theirs.type === 'Polygon' ? (
          <polygon key={JSON.stringify(theirs)} className="theirs" points={drawn(theirs.coordinates[0])} />
        ) : (
          <circle key={JSON.stringify(theirs)} className="theirs" {...centre(place(theirs.coordinates))} r={2.5} />
        ),
      )}
      <line className="scale" x1={room} x2={room + metres / metresPerUnit} y1={y} y2={y} />
      <text x={room + metres / metresPerUnit + 4} y={y + 3}>
        {words.across(number(metres))}
      </text>
    </svg>
  )
}

// Length of a degree of latitude; of longitude it is as much less as the circle of latitude is smaller.
const metresPerDegree = 110_950

const centre = ([cx, cy]: readonly [string, string]) => ({ cx, cy })

/** Brings an outline into the box, its sides in proportion. */
function fit(ring: Ring) {
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
  const [west, east, south, north] = [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)]
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const [width, height] = [(east - west) * shrink * metresPerDegree, (north - south) * metresPerDegree]
  const high = box - room - foot
  const metresPerUnit = Math.max(width / (box - 2 * room), height / high, 0.001)
  const place = ([lon, lat]: Position): [string, string] => [
    (box / 2 + ((lon - (west + east) / 2) * shrink * metresPerDegree) / metresPerUnit).toFixed(1),
    (room / 2 + high / 2 - ((lat - (south + north) / 2) * metresPerDegree) / metresPerUnit).toFixed(1),
  ]
  return { place, metresPerUnit }
}

/** The longest of 1, 2, 5, 10, 20, 50 … metres that takes at most half of the room. */
function niceLength(room: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(room / 2, 1)))
  return [5, 2, 1].map((step) => step * power).find((length) => length <= room / 2) ?? power
}
