import { expect, test } from 'vitest'
import { geometryText } from './writtenPlaces.ts'

test('a position is written latitude first, as phones show it, and keeps its decimals', () => {
  expect(geometryText('Point', ' -0.421500, 36.950000 ')).toBe('{"type":"Point","coordinates":[36.950000,-0.421500]}')
  expect(geometryText('Point', '-0.421500 36.950000')).toBe('{"type":"Point","coordinates":[36.950000,-0.421500]}')
})

test('an outline is closed where it was begun, once', () => {
  const closed = '{"type":"Polygon","coordinates":[[[36.1,-0.1],[36.2,-0.1],[36.2,-0.2],[36.1,-0.1]]]}'
  expect(geometryText('Polygon', '-0.1,36.1\n-0.1,36.2\n\n-0.2,36.2')).toBe(closed)
  expect(geometryText('Polygon', '-0.1,36.1\n-0.1,36.2\n-0.2,36.2\n-0.1,36.1')).toBe(closed)
})

test.each(['', 'here', '-0.1', '-0.1,36.1,5,6', '-0.1;east', '-0.1,36.1\n-0.2,36.2'])('%j is no point', (text) => {
  expect(geometryText('Point', text)).toBeNull()
})
