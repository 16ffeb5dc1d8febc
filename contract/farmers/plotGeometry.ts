/** Longitude, then latitude, in degrees of WGS84. */
export type Position = readonly [number, number]
export type Ring = readonly Position[]
/** Where a plot is: a point, or one closed outline without holes. GeoJSON (RFC 7946). */
export type PlotGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: readonly [Ring] }

/** From this area on a plot is an outline; below it a point will do. Source: Regulation (EU) 2023/1115, article 2 (28). */
export const polygonFromHa = 4
/** Coordinates need so many decimals: about eleven centimetres. Source: the same. */
export const leastDecimals = 6
/** Acres, in which the register counts, to hectares. */
export const hectaresOfAcres = (acres: number): number => acres * 0.40468564224

const ellipsoid = { a: 6_378_137, e2: 0.00669437999014 }
const degree = Math.PI / 180

/** Metres east and north of an origin. Exact to a few millimetres over a farm: the ellipsoid's radii are taken at the origin. */
function metresFrom([lon0, lat0]: Position): (position: Position) => [number, number] {
  const w = 1 - ellipsoid.e2 * Math.sin(lat0 * degree) ** 2
  const east = (ellipsoid.a / Math.sqrt(w)) * Math.cos(lat0 * degree) * degree
  const north = ((ellipsoid.a * (1 - ellipsoid.e2)) / w ** 1.5) * degree
  return ([lon, lat]) => [(lon - lon0) * east, (lat - lat0) * north]
}

/** The corners in hundred-millionths of a degree from an origin, whole numbers: what they lie on is then told without rounding. */
const onGrid = (ring: Ring, [lon0, lat0]: Position): [number, number][] =>
  ring.map(([lon, lat]) => [Math.round((lon - lon0) * 1e8), Math.round((lat - lat0) * 1e8)])

type Flat = readonly [number, number]
/** Above zero when c lies to the left of a to b, below when to the right, zero on the line. */
const side = (a: Flat, b: Flat, c: Flat): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
const isBetween = (a: Flat, b: Flat, c: Flat): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

/** Whether two stretches have a point in common. */
function meet(a: Flat, b: Flat, c: Flat, d: Flat): boolean {
  const [ac, ad, ca, cb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (ac !== ad && ca !== cb) return true
  return (
    (ac === 0 && isBetween(a, b, c)) ||
    (ad === 0 && isBetween(a, b, d)) ||
    (ca === 0 && isBetween(c, d, a)) ||
    (cb === 0 && isBetween(c, d, b))
  )
}

/** The stretches of a ring, each with the one that follows it. */
const stretches = <Corner>(ring: readonly Corner[]): [Corner, Corner][] =>
  ring.slice(1).map((corner, index) => [ring[index]!, corner]) // as many as there are corners before

export const isClosed = (ring: Ring): boolean => {
  const [first, last] = [ring[0], ring.at(-1)]
  return ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

/** Whether a closed outline crosses or touches itself, or turns back on its own way. */
export function crossesItself(ring: Ring): boolean {
  const first = ring[0]
  if (!first) return false
  const edges = stretches(onGrid(ring, first))
  const neighbours = (i: number, j: number) => j === i + 1 || (i === 0 && j === edges.length - 1)
  return edges.some(([a, b], i) =>
    edges.slice(i + 1).some(([c, d], offset) => {
      const j = i + 1 + offset
      if (!neighbours(i, j)) return meet(a, b, c, d)
      // Neighbours share a corner; more than that is a way back on the same line.
      const [from, corner, to] = j === i + 1 ? [a, b, d] : [c, d, b]
      return (
        side(from, corner, to) === 0 &&
        (from[0] - corner[0]) * (to[0] - corner[0]) + (from[1] - corner[1]) * (to[1] - corner[1]) > 0
      )
    }),
  )
}

/** Twice the signed area in metres: above zero when the outline runs against the clock. */
function signedArea(ring: Ring): number {
  const first = ring[0]
  if (!first) return 0
  const flat = ring.map(metresFrom(first))
  return stretches(flat).reduce((sum, [[x1, y1], [x2, y2]]) => sum + x1 * y2 - x2 * y1, 0)
}

/** Area of an outline in hectares. */
export const areaHaOf = (ring: Ring): number => Math.abs(signedArea(ring)) / 20_000

/** Whether an outline runs against the clock, as GeoJSON wants it. */
export const runsAgainstClock = (ring: Ring): boolean => signedArea(ring) > 0

/** Where a position lies to a closed outline. */
export function placeIn(ring: Ring, position: Position): 'inside' | 'edge' | 'outside' {
  const flat = onGrid(ring, position)
  const here: Flat = [0, 0]
  let isInside = false
  for (const [a, b] of stretches(flat)) {
    if (side(a, b, here) === 0 && isBetween(a, b, here)) return 'edge'
    // The corner on the line of sight counts for the stretch above it only, so that no corner counts twice.
    if (a[1] > 0 !== b[1] > 0 && side(a, b, here) > 0 === b[1] > a[1]) isInside = !isInside
  }
  return isInside ? 'inside' : 'outside'
}

/** The smallest rectangle around a plot. */
export function boundsOf(geometry: PlotGeometry): { west: number; east: number; south: number; north: number } {
  const ring = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates[0]
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
  return { west: Math.min(...lons), east: Math.max(...lons), south: Math.min(...lats), north: Math.max(...lats) }
}

// Two points nearer than this are the same place; overlaps smaller than this are the width of a fence.
const samePlaceM = 5
const fenceM2 = 1

/** By how much two plots lie on each other, in hectares; zero when a point has no area of its own; null when they do not. */
export function overlapHa(one: PlotGeometry, other: PlotGeometry): number | null {
  if (one.type === 'Polygon' && other.type === 'Polygon') {
    const m2 = overlapM2(one.coordinates[0], other.coordinates[0])
    return m2 > fenceM2 ? m2 / 10_000 : null
  }
  if (one.type === 'Point' && other.type === 'Point') {
    const [x, y] = metresFrom(one.coordinates)(other.coordinates)
    return Math.hypot(x, y) < samePlaceM ? 0 : null
  }
  const [point, outline] = one.type === 'Point' ? [one, other] : [other, one]
  if (point.type !== 'Point' || outline.type !== 'Polygon') return null
  return placeIn(outline.coordinates[0], point.coordinates) === 'inside' ? 0 : null
}

type Edge = { from: number; to: number; at: (x: number) => number; sign: number }

/**
 * The common area of two simple outlines. Each outline is the sum of the strips below its edges, counted up one way and down
 * the other; what two strips share is the area below the lower of two lines.
 */
function overlapM2(one: Ring, other: Ring): number {
  const origin = one[0]
  if (!origin) return 0
  const project = metresFrom(origin)
  const [flatOne, flatOther] = [one.map(project), other.map(project)]
  const ground = [...flatOne, ...flatOther].reduce((low, [, y]) => Math.min(low, y), 0)
  const others = edgesOver(flatOther, ground)
  let sum = 0
  for (const a of edgesOver(flatOne, ground))
    for (const b of others) {
      const [left, right] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
      if (left < right) sum += a.sign * b.sign * belowBoth(a, b, left, right)
    }
  return Math.abs(sum)
}

function edgesOver(flat: readonly Flat[], ground: number): Edge[] {
  return stretches(flat).flatMap(([[x1, y1], [x2, y2]]) => {
    if (x1 === x2) return []
    const slope = (y2 - y1) / (x2 - x1)
    const at = (x: number) => y1 - ground + slope * (x - x1)
    return [{ from: Math.min(x1, x2), to: Math.max(x1, x2), at, sign: x2 > x1 ? 1 : -1 }]
  })
}

function belowBoth(a: Edge, b: Edge, left: number, right: number): number {
  const [al, bl, ar, br] = [a.at(left), b.at(left), a.at(right), b.at(right)]
  const [lowLeft, lowRight] = [Math.min(al, bl), Math.min(ar, br)]
  const [before, after] = [al - bl, ar - br]
  if (before * after >= 0) return ((lowLeft + lowRight) / 2) * (right - left)
  const cross = left + ((right - left) * before) / (before - after)
  const height = a.at(cross)
  return ((lowLeft + height) / 2) * (cross - left) + ((height + lowRight) / 2) * (right - cross)
}

// The border of Kenya, rounded. Source: Natural Earth, 1:110m, public domain. A margin of some ten kilometres makes up for it.
const kenya: Ring = [
  [40.993, -0.85829],
  [41.58513, -1.68325],
  [40.88477, -2.08255],
  [40.63785, -2.49979],
  [40.26304, -2.57309],
  [40.12119, -3.27768],
  [39.80006, -3.68116],
  [39.60489, -4.34653],
  [39.20222, -4.67677],
  [37.7669, -3.67712],
  [37.69869, -3.09699],
  [34.07262, -1.05982],
  [33.903711, -0.95],
  [33.893569, 0.109814],
  [34.18, 0.515],
  [34.6721, 1.17694],
  [35.03599, 1.90584],
  [34.59607, 3.05374],
  [34.47913, 3.5556],
  [34.005, 4.249885],
  [34.620196, 4.847123],
  [35.298007, 5.506],
  [35.817448, 5.338232],
  [35.817448, 4.776966],
  [36.159079, 4.447864],
  [36.855093, 4.447864],
  [38.120915, 3.598605],
  [38.43697, 3.58851],
  [38.67114, 3.61607],
  [38.89251, 3.50074],
  [39.559384, 3.42206],
  [39.85494, 3.83879],
  [40.76848, 4.25702],
  [41.1718, 3.91909],
  [41.855083, 3.918912],
  [40.98105, 2.78452],
  [40.993, -0.85829],
]
const marginDegrees = 0.12

/** Whether a position lies in Kenya, as far as a rounded border can tell. */
export function isInKenya(position: Position): boolean {
  // Far away the border's grid would lose its exactness, and nothing there is near the border anyway.
  if (position[0] < 33 || position[0] > 43 || position[1] < -6 || position[1] > 7) return false
  return (
    placeIn(kenya, position) !== 'outside' ||
    stretches(kenya).some(([a, b]) => distance(a, b, position) < marginDegrees)
  )
}

function distance([ax, ay]: Position, [bx, by]: Position, [x, y]: Position): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}
