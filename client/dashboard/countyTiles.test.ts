import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countyTiles, strengthOf } from './countyTiles.ts'

test('every county has a tile of its own', () => {
  const counties = JSON.parse(readFileSync('db/reference/counties.json', 'utf8')) as { id: number }[]
  expect(
    Object.keys(countyTiles)
      .map(Number)
      .toSorted((a, b) => a - b),
  ).toEqual(counties.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(new Set(Object.values(countyTiles).map(String)).size).toBe(counties.length)
})

test('a tile is as strong as its share of the largest', () => {
  expect([0, 1, 25, 26, 99, 100].map((value) => strengthOf(value, 100))).toEqual([0, 1, 1, 2, 4, 4])
  expect(strengthOf(3, 0)).toBe(0)
})
