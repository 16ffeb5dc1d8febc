import {
  areaHaOf,
  crossesItself,
  isClosed,
  isInKenya,
  leastDecimals,
  runsAgainstClock,
  type PlotGeometry,
  type Position,
} from './plotGeometry.ts'

/** What may be wrong with the place of a plot; the sentence stands beside it. */
export const geometryProblems = {
  not_geojson: 'This is not GeoJSON',
  kind: 'Give a Point, or a Polygon with one outline and no holes',
  numbers: 'Coordinates are pairs of numbers: longitude, then latitude',
  decimals: 'Every coordinate needs at least 6 decimals',
  swapped: 'Longitude comes first, then latitude; these look swapped',
  outside: 'This place is not in Kenya',
  corners: 'An outline needs three to a thousand corners',
  open: 'The outline is not closed: its last corner must be its first',
  crosses: 'The outline crosses itself',
  large: 'The outline is larger than 5,000 hectares',
} as const
type GeometryProblem = keyof typeof geometryProblems

/** A geometry that was read: its numbers, and its text with the decimals that were written. */
export type ReadGeometry = { geometry: PlotGeometry; text: string }
type Wrong = { problem: GeometryProblem }

/** A number of a JSON text together with how it was written: a parser alone forgets that 36.950000 has six decimals. */
type Written = { value: number; [asWritten]: string }
const asWritten = Symbol('as written')
const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && asWritten in value

/** Parses JSON keeping how numbers were written. Throws SyntaxError. */
export const parseWritten = (text: string): unknown =>
  JSON.parse(text, function keep(_key, value: unknown, context?: { source?: string }) {
    return typeof value === 'number' ? { value, [asWritten]: context?.source ?? String(value) } : value
  })

/** A parsed value without the memory of how its numbers were written. */
export const plainOf = (value: unknown): unknown => (isWritten(value) ? value.value : value)

/** Reads a GeoJSON geometry from text. */
export function readGeometryText(text: string): ReadGeometry | Wrong {
  try {
    return readGeometry(parseWritten(text))
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'not_geojson' }
    throw error
  }
}

/** Reads a GeoJSON geometry that `parseWritten` has parsed, and says what is wrong with it. */
export function readGeometry(parsed: unknown): ReadGeometry | Wrong {
  if (typeof parsed !== 'object' || parsed === null) return { problem: 'kind' }
  const { type, coordinates } = parsed as { type?: unknown; coordinates?: unknown } // border: checked below
  if (type === 'Point') {
    const read = readPosition(coordinates)
    if ('problem' in read) return read
    const text = `{"type":"Point","coordinates":${read.text}}`
    return { geometry: { type: 'Point', coordinates: read.position }, text }
  }
  if (type !== 'Polygon' || !Array.isArray(coordinates) || coordinates.length !== 1) return { problem: 'kind' }
  return readOutline(coordinates[0])
}

const most = 1_000
const largestHa = 5_000

function readOutline(corners: unknown): ReadGeometry | Wrong {
  if (!Array.isArray(corners) || corners.length > most + 1) return { problem: 'corners' }
  const read: ReadPosition[] = []
  for (const corner of corners) {
    const one = readPosition(corner)
    if ('problem' in one) return one
    // A device that stands still writes the same corner twice.
    const last = read.at(-1)?.position
    if (!last || last[0] !== one.position[0] || last[1] !== one.position[1]) read.push(one)
  }
  const ring = read.map(({ position }) => position)
  if (ring.length > 1 && !isClosed(ring)) return { problem: 'open' }
  if (ring.length < 4) return { problem: 'corners' }
  if (crossesItself(ring)) return { problem: 'crosses' }
  if (areaHaOf(ring) > largestHa) return { problem: 'large' }
  const turned = runsAgainstClock(ring) ? read : read.toReversed()
  return {
    geometry: { type: 'Polygon', coordinates: [turned.map(({ position }) => position)] },
    text: `{"type":"Polygon","coordinates":[[${turned.map(({ text }) => text).join(',')}]]}`,
  }
}

type ReadPosition = { position: Position; text: string }

function readPosition(coordinates: unknown): ReadPosition | Wrong {
  // A third number is the height, which nobody asked for.
  if (!Array.isArray(coordinates) || coordinates.length < 2 || coordinates.length > 3) return { problem: 'numbers' }
  const [lon, lat]: unknown[] = coordinates
  if (!isWritten(lon) || !isWritten(lat)) return { problem: 'numbers' }
  if (decimalsOf(lon[asWritten]) < leastDecimals || decimalsOf(lat[asWritten]) < leastDecimals)
    return { problem: 'decimals' }
  const position: Position = [lon.value, lat.value]
  if (!isInKenya(position)) return { problem: isInKenya([lat.value, lon.value]) ? 'swapped' : 'outside' }
  return { position, text: `[${lon[asWritten]},${lat[asWritten]}]` }
}

const decimalsOf = (text: string): number => /^-?\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0
