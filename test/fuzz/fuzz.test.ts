import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../kit/world.ts'
import { fuzz } from './fuzz.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world?.close())

// npm run fuzz sends thousands with a new seed each time.
test('500 random requests of a fixed seed find nothing', { timeout: 60_000 }, async () => {
  const run = await fuzz({ world, seed: '1', requests: 500 })
  expect(run.findings).toEqual([])
  // A run that is only refused, or only let through, would prove little.
  expect(run.accepted).toBeGreaterThan(50)
  expect(run.accepted).toBeLessThan(415)
  expect(Object.keys(run.statuses)).toEqual(expect.arrayContaining(['200', '404', '422']))
})
