// One export in a process of its own, so that its peak memory is the export's.
import { readConfig } from '#server/config.ts'
import pg from 'pg'
import { makeHouse } from '#server/start.ts'
import { routeOf, run, signedIn } from './calls.ts'

export type Exported = { took: number; before: number; peak: number; bytes: number }

const [host = '', ownerName = '', format = ''] = process.argv.slice(2)
const connection = { host, port: 5432, database: 'kahawa' }
const house = makeHouse({
  config: readConfig({ LOG_LEVEL: 'silent', KAHAWA_DEMO: '1' }),
  connection: { ...connection, user: 'kahawa_app' },
  bank: { url: 'http://bank.invalid', secret: '' },
})
const owner = new pg.Client({ ...connection, user: ownerName })
await owner.connect()
const actor = await signedIn(house, owner, 'fcs.maker')
await owner.end()
const before = process.memoryUsage.rss()
const start = performance.now()
const { bytes } = (await run(house, routeOf('ofOrganisation', '/upload/cherry/getFarmers'), {
  actor,
  params: { organizationId: actor.organisationId },
  query: { export: format },
})) as { bytes: number } // border: a streamed answer
process.send?.({
  took: performance.now() - start,
  before,
  peak: process.resourceUsage().maxRSS * 1024,
  bytes,
} satisfies Exported)
await house.db.close()
process.disconnect()
