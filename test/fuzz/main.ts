// npm run fuzz -- --seed 7 --requests 5000: random requests against the declared calls. The seed is printed; with the same
// seed and number the run is the same. Ends with 1 when anything was found.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { setup } from '../kit/testDatabase.ts'
import { makeWorld } from '../kit/world.ts'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({ options: { seed: { type: 'string' }, requests: { type: 'string', default: '5000' } } })
const seed = values.seed ?? String(randomInt(1_000_000))
const requests = Number(values.requests)
const stopDatabase = await setup()
const world = await makeWorld({ manyRequests: true })
try {
  const startedAt = performance.now()
  const run = await fuzz({ world, seed, requests })
  const seconds = (performance.now() - startedAt) / 1000
  for (const { n, problem, request } of run.findings.slice(0, 50)) console.log(`#${n} ${problem}\n   ${request}`)
  console.log(`seed ${seed}, ${requests} requests in ${seconds.toFixed(1)} s, ${run.accepted} accepted`)
  console.log(
    `answers: ${Object.entries(run.statuses)
      .map(([status, count]) => `${status} ${count}`)
      .join(', ')}`,
  )
  console.log(run.findings.length === 0 ? 'Nothing found.' : `${run.findings.length} findings.`)
  process.exitCode = run.findings.length === 0 ? 0 : 1
} finally {
  await world.close()
  await stopDatabase()
}
