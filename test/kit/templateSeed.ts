import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { jobs } from '#server/jobs.ts'
import { installJobs } from '#server/kit/jobs.ts'
import { businessDate } from '#server/kit/clock.ts'
import { needNoFactors, seedDemo } from '../../db/seed/demo.ts'
import { seedReference } from '../../db/seed/reference.ts'
import { seedRoles } from '../../db/seed/roles.ts'

const root = join(import.meta.dirname, '../..')
const sources = ['db/seed/*.ts', 'db/reference/*.json', 'contract/house/permissions.ts', 'server/session/demo.ts']

/** What every test database starts with: reference facts, roles, the demo valley and the job tables. */
export async function seedTemplate(owner: Client): Promise<void> {
  // The tests log in as the role that the product runs under, so that the wall stands as it does there.
  await owner.query('alter role kahawa_app login')
  await seedReference({ owner })
  await seedRoles({ owner })
  await seedDemo({ owner })
  // As in the demo: a test about second factors and fresh codes turns them on.
  await needNoFactors({ owner })
  const { host, port, user, database } = owner
  await installJobs({ connection: { host, port, user, database }, jobs }) // border: pg.Client knows its own parameters
}

/** Changes whenever the seed would write something else, so that a template is never older than its seed. */
export function seedFingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) hash.update(readFileSync(join(root, file)))
  hash.update(businessDate()) // the valley's deliveries go up to the day
  hash.update(JSON.stringify(jobs.map(({ queue, retries }) => [queue, retries])))
  return hash.digest('hex')
}
