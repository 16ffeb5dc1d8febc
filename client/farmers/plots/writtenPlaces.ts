const pair = /^(-?\d+(?:\.\d+)?)[\s,;]+(-?\d+(?:\.\d+)?)$/

/** Positions as people write them (latitude, longitude; one on a line) as GeoJSON, which has longitude first; null when a line is none. */
export function geometryText(shape: string, written: string): string | null {
  const lines = written
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const positions = lines.map((line) => {
    const [, latitude, longitude] = pair.exec(line) ?? []
    return latitude === undefined || longitude === undefined ? null : `[${longitude},${latitude}]`
  })
  if (positions.length === 0 || positions.includes(null)) return null
  if (shape === 'Point') return positions.length === 1 ? `{"type":"Point","coordinates":${positions[0]}}` : null
  // Who walks around a field ends where the walk began, and need not write it twice.
  const closed = positions.at(-1) === positions[0] ? positions : [...positions, positions[0]]
  return `{"type":"Polygon","coordinates":[[${closed.join(',')}]]}`
}
