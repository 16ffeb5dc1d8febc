import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  areaHaOf,
  boundsOf,
  crossesItself,
  isInKenya,
  overlapHa,
  placeIn,
  type PlotGeometry,
  type Position,
  type Ring,
} from './plotGeometry.ts'
import { parseWritten, readGeometryText, type ReadGeometry } from './readGeometry.ts'

// About a hundred metres in degrees near the equator.
const hundredM = 0.0009
const nyeri: Position = [36.95, -0.42]
const polygon = (ring: Ring): PlotGeometry => ({ type: 'Polygon', coordinates: [ring] })
const box = ([lon, lat]: Position, width: number, height = width): Ring => [
  [lon, lat],
  [lon + width, lat],
  [lon + width, lat + height],
  [lon, lat + height],
  [lon, lat],
]

/** Positions in the coffee counties. */
const position = fc.tuple(
  fc.integer({ min: 35_000_000, max: 38_000_000 }).map((n) => n / 1e6),
  fc.integer({ min: -1_500_000, max: 900_000 }).map((n) => n / 1e6),
)
/** Outlines around a middle, corner after corner in the order of their angle: they never cross themselves. */
const star: fc.Arbitrary<Ring> = fc
  .record({
    middle: position,
    radii: fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 3, maxLength: 24 }),
  })
  .map(({ middle: [lon, lat], radii }) => {
    const corners = radii.map((radius, index): Position => {
      const angle = (2 * Math.PI * index) / radii.length
      const metres = radius / 111_320
      return [round(lon + metres * Math.cos(angle)), round(lat + metres * Math.sin(angle))]
    })
    return [...corners, corners[0]!]
  })
const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7
const moved = (ring: Ring, [east, north]: Position): Ring => ring.map(([lon, lat]) => [lon + east, lat + north])

describe('area', () => {
  test('a square of a kilometre on the equator has a hundred hectares', () => {
    // One kilometre is 1/111.320 of a degree east and 1/110.574 of a degree north there.
    const square = box([37, 0], 1 / 111.32, 1 / 110.574)
    expect(areaHaOf(square)).toBeCloseTo(100, 1)
  })

  test('of a rectangle anywhere in the coffee counties it is width times height, by the series of the geodesists', () => {
    const size = fc.integer({ min: 1, max: 2_000 })
    fc.assert(
      fc.property(position, size, size, ([lon, lat], east, north) => {
        const [width, height] = [east / 1e5, north / 1e5]
        const at = ((lat + height / 2) * Math.PI) / 180
        const perLat = 111_132.92 - 559.82 * Math.cos(2 * at) + 1.175 * Math.cos(4 * at)
        const perLon = 111_412.84 * Math.cos(at) - 93.5 * Math.cos(3 * at) + 0.118 * Math.cos(5 * at)
        const expected = (width * perLon * height * perLat) / 10_000
        const found = areaHaOf(box([lon, lat], width, height))
        expect(Math.abs(found - expected)).toBeLessThanOrEqual(expected * 1e-4 + 1e-6)
      }),
    )
  })

  test('it does not depend on where the outline begins or which way round it goes', () => {
    fc.assert(
      fc.property(star, fc.nat(), (ring, at) => {
        const open = ring.slice(0, -1)
        const start = at % open.length
        const turned = [...open.slice(start), ...open.slice(0, start)]
        const again: Ring = [...turned, turned[0]!]
        expect(areaHaOf(again)).toBeCloseTo(areaHaOf(ring), 3)
        expect(areaHaOf(ring.toReversed())).toBeCloseTo(areaHaOf(ring), 3)
      }),
    )
  })

  test('cut along a line, the parts add up', () => {
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 99 }), ([lon, lat], percent) => {
        const cut = (hundredM * 10 * percent) / 100
        const whole = areaHaOf(box([lon, lat], hundredM * 10))
        const west = areaHaOf(box([lon, lat], cut, hundredM * 10))
        const east = areaHaOf(box([lon + cut, lat], hundredM * 10 - cut, hundredM * 10))
        expect(west + east).toBeCloseTo(whole, 3)
      }),
    )
  })
})

describe('outlines that cross themselves', () => {
  test('a star never does', () => {
    fc.assert(
      fc.property(star, (ring) => {
        expect(crossesItself(ring)).toBe(false)
      }),
    )
  })

  test('of corners on a circle only the way around, forth or back, crosses nothing', () => {
    const walk = fc
      .integer({ min: 4, max: 9 })
      .chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count, maxLength: count }))
    fc.assert(
      fc.property(position, walk, ([lon, lat], order) => {
        const open = order.map((corner): Position => {
          const angle = (2 * Math.PI * corner) / order.length
          return [round(lon + 0.001 * Math.cos(angle)), round(lat + 0.001 * Math.sin(angle))]
        })
        const steps = order.map(
          (corner, at) => (order[(at + 1) % order.length]! - corner + order.length) % order.length,
        )
        const isWayAround = steps.every((step) => step === 1) || steps.every((step) => step === order.length - 1)
        expect(crossesItself([...open, open[0]!])).toBe(!isWayAround)
      }),
    )
  })

  test('a bow does', () => {
    const bow: Ring = [
      [36.95, -0.42],
      [36.951, -0.419],
      [36.951, -0.42],
      [36.95, -0.419],
      [36.95, -0.42],
    ]
    expect(crossesItself(bow)).toBe(true)
  })

  test('touching at a corner and turning back on the same line count too', () => {
    const eight: Ring = [nyeri, [36.951, -0.419], [36.952, -0.42], [36.951, -0.419], [36.95, -0.418], nyeri]
    expect(crossesItself(eight)).toBe(true)
    const spike: Ring = [nyeri, [36.952, -0.42], [36.951, -0.42], [36.951, -0.418], nyeri]
    expect(crossesItself(spike)).toBe(true)
    const straight: Ring = [nyeri, [36.951, -0.42], [36.952, -0.42], [36.951, -0.418], nyeri]
    expect(crossesItself(straight)).toBe(false)
  })
})

describe('overlap', () => {
  test('an outline lies on itself with its whole area, and on a far one not at all', () => {
    fc.assert(
      fc.property(star, (ring) => {
        expect(overlapHa(polygon(ring), polygon(ring))).toBeCloseTo(areaHaOf(ring), 3)
        expect(overlapHa(polygon(ring), polygon(moved(ring, [0.02, 0])))).toBeNull()
      }),
    )
  })

  test('it is the same from both sides and never more than either area', () => {
    const shift = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }))
    fc.assert(
      fc.property(star, star, shift, (one, other, [east, north]) => {
        // The second is brought beside the first.
        const [from, to] = [other[0]!, one[0]!]
        const near = moved(other, [to[0] - from[0] + east * 1e-5, to[1] - from[1] + north * 1e-5])
        const [there, back] = [overlapHa(polygon(one), polygon(near)), overlapHa(polygon(near), polygon(one))]
        expect(there ?? 0).toBeCloseTo(back ?? 0, 3)
        expect(there ?? 0).toBeLessThanOrEqual(Math.min(areaHaOf(one), areaHaOf(near)) + 0.001)
      }),
    )
  })

  test('of two rectangles it is the rectangle they share', () => {
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 150 }), fc.integer({ min: 1, max: 150 }), (at, east, north) => {
        const [dx, dy] = [(hundredM * east) / 100, (hundredM * north) / 100]
        const shared = Math.max(0, hundredM - dx) * Math.max(0, hundredM - dy)
        const expected = (shared / hundredM ** 2) * areaHaOf(box(at, hundredM))
        const found = overlapHa(polygon(box(at, hundredM)), polygon(box([at[0] + dx, at[1] + dy], hundredM)))
        expect(found ?? 0).toBeCloseTo(expected, 3)
      }),
    )
  })

  test('neighbours along a fence do not overlap', () => {
    const west = polygon(box(nyeri, hundredM))
    const east = polygon(box([nyeri[0] + hundredM, nyeri[1]], hundredM))
    expect(overlapHa(west, east)).toBeNull()
  })

  test('a hollow shape is not filled: what lies in its bay lies outside', () => {
    const u: Ring = [
      nyeri,
      [36.953, -0.42],
      [36.953, -0.417],
      [36.952, -0.417],
      [36.952, -0.419],
      [36.951, -0.419],
      [36.951, -0.417],
      [36.95, -0.417],
      nyeri,
    ]
    expect(overlapHa(polygon(u), polygon(box([36.9512, -0.4185], 0.0006)))).toBeNull()
    expect(overlapHa(polygon(u), polygon(box([36.9502, -0.4198], 0.0002)))).toBeCloseTo(areaHaOf(box(nyeri, 0.0002)), 4)
  })

  test('points: inside an outline, on its edge, beside each other', () => {
    const field = polygon(box(nyeri, hundredM))
    const point = (lon: number, lat: number): PlotGeometry => ({ type: 'Point', coordinates: [lon, lat] })
    expect(overlapHa(field, point(36.9504, -0.4196))).toBe(0)
    expect(overlapHa(point(36.9504, -0.4196), field)).toBe(0)
    expect(overlapHa(field, point(36.95, -0.4196))).toBeNull()
    expect(overlapHa(point(36.95, -0.42), point(36.95003, -0.42))).toBe(0)
    expect(overlapHa(point(36.95, -0.42), point(36.9501, -0.42))).toBeNull()
  })
})

test('a position inside a star is inside, its corners are on the edge, far ones outside', () => {
  fc.assert(
    fc.property(star, (ring) => {
      const { west, east, south, north } = boundsOf(polygon(ring))
      for (const corner of ring) expect(placeIn(ring, corner)).toBe('edge')
      expect(placeIn(ring, [east + 0.001, (south + north) / 2])).toBe('outside')
      expect(placeIn(ring, [(west + east) / 2, north + 0.001])).toBe('outside')
    }),
  )
  expect(placeIn(box(nyeri, hundredM), [36.9504, -0.4196])).toBe('inside')
})

test('the border holds the coffee counties and leaves the neighbours out', () => {
  for (const place of [
    [36.95, -0.42],
    [34.75, 0.85],
    [37.68, -3.4],
    [34.6, -1.1],
    [37.65, 0.05],
  ] as const)
    expect([place, isInKenya(place)]).toEqual([place, true])
  for (const place of [
    [0, 0],
    [-0.42, 36.95],
    [32.58, 0.31],
    [36.68, -3.37],
    [38.75, 9.03],
    [45.3, 2.04],
  ] as const)
    expect([place, isInKenya(place)]).toEqual([place, false])
})

describe('reading', () => {
  const read = (geometry: string) => {
    const found = readGeometryText(geometry)
    return 'problem' in found ? found.problem : found.text
  }

  test('keeps the decimals that were written', () => {
    expect(read('{"type":"Point","coordinates":[36.950000,-0.420000]}')).toBe(
      '{"type":"Point","coordinates":[36.950000,-0.420000]}',
    )
    expect(read('{"type":"Point","coordinates":[36.950000,-0.420000, 1803.5]}')).toContain('[36.950000,-0.420000]')
  })

  test.each([
    ['nonsense', 'not_geojson'],
    ['null', 'kind'],
    ['{"type":"LineString","coordinates":[]}', 'kind'],
    ['{"type":"Polygon","coordinates":[[],[]]}', 'kind'],
    ['{"type":"Point","coordinates":["36.950000","-0.420000"]}', 'numbers'],
    ['{"type":"Point","coordinates":[36.950000]}', 'numbers'],
    ['{"type":"Point","coordinates":[36.95,-0.420000]}', 'decimals'],
    ['{"type":"Point","coordinates":[36.9500001e0,-0.420000]}', 'decimals'],
    ['{"type":"Point","coordinates":[-0.420000,36.950000]}', 'swapped'],
    ['{"type":"Point","coordinates":[2.350000,48.850000]}', 'outside'],
    ['{"type":"Polygon","coordinates":[[[36.950000,-0.420000],[36.951000,-0.420000],[36.951000,-0.419000]]]}', 'open'],
    [
      '{"type":"Polygon","coordinates":[[[36.950000,-0.420000],[36.951000,-0.420000],[36.950000,-0.420000]]]}',
      'corners',
    ],
    [
      '{"type":"Polygon","coordinates":[[[36.950000,-0.420000],[36.951000,-0.419000],[36.951000,-0.420000],[36.950000,-0.419000],[36.950000,-0.420000]]]}',
      'crosses',
    ],
    [
      '{"type":"Polygon","coordinates":[[[36.950000,-0.420000],[37.150000,-0.420000],[37.150000,-0.220000],[36.950000,-0.220000],[36.950000,-0.420000]]]}',
      'large',
    ],
  ])('%s is refused: %s', (text, problem) => expect(read(text)).toBe(problem))

  test('whatever is written is read or refused, never thrown, and what is read reads the same again', () => {
    const written = fc.oneof(
      star.map((ring) => geometryText(ring)),
      fc.json(),
      fc
        .record({ type: fc.constantFrom('Point', 'Polygon'), coordinates: fc.jsonValue() })
        .map((made) => JSON.stringify(made)),
    )
    fc.assert(
      fc.property(written, (text) => {
        const found = readGeometryText(text)
        if ('problem' in found) return
        const again = readGeometryText(found.text)
        expect((again as ReadGeometry).text).toBe(found.text) // border: what was read once is no problem
      }),
    )
  })

  test('every star is read, its corners against the clock', () => {
    fc.assert(
      fc.property(star, (ring) => {
        const found = readGeometryText(geometryText(ring.toReversed()))
        if ('problem' in found) throw new Error(found.problem)
        expect(found.geometry.type).toBe('Polygon')
        expect(JSON.stringify(found.geometry)).toBe(JSON.stringify(polygon(ring)))
      }),
    )
  })

  test('a corner that stands twice is taken once', () => {
    const found = read(
      '{"type":"Polygon","coordinates":[[[36.950000,-0.420000],[36.950000,-0.420000],[36.951000,-0.420000],[36.951000,-0.419000],[36.950000,-0.420000]]]}',
    )
    expect(found.match(/36\.950000,-0\.420000/g)).toHaveLength(2)
  })

  test('a number remembers how it was written', () => {
    expect(JSON.stringify(parseWritten('{"a": 1.500}'))).toContain('1.5')
  })
})

const geometryText = (ring: Ring): string =>
  `{"type":"Polygon","coordinates":[[${ring.map(([lon, lat]) => `[${lon.toFixed(7)},${lat.toFixed(7)}]`).join(',')}]]}`
