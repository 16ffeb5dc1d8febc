// npm run test:servers: what the tests of the whole house say on every other PostgreSQL that Debian has installed here, and through
// PgBouncer. npm test itself needs none of them.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, exitWith, installedScript, runNode } from './install.mjs'

ensureInstalled()
const debian = '/usr/lib/postgresql'
const older = (existsSync(debian) ? readdirSync(debian) : [])
  .filter((major) => Number(major) >= 15 && existsSync(join(debian, major, 'bin/postgres')))
  .toSorted((one, other) => Number(one) - Number(other))
const runs = older.map((major) => ({
  title: `PostgreSQL ${major}`,
  env: { KAHAWA_TEST_PROGRAMS: join(debian, major) },
}))
const pooler = '/usr/sbin/pgbouncer'
if (existsSync(pooler)) runs.push({ title: 'PgBouncer in transaction mode', env: { KAHAWA_TEST_POOLER: pooler } })
if (runs.length === 0) exitWith('Neither is installed here. Debian: apt-get install postgresql pgbouncer')

// Walls, rights, rules of every kind of record, money, and how statements are sent.
const files = [
  'server/kit/db.test.ts',
  'server/kit/jobs.test.ts',
  'server/kit/postgres/migrate.test.ts',
  'server/ledger/ledger.test.ts',
  'test/databaseAttacks.test.ts',
  'test/rowLevelSecurity.test.ts',
  'test/everyDecision.test.ts',
  'test/everyList.test.ts',
  'test/workedExample.test.ts',
]
for (const { title, env } of runs) {
  console.log(`\n== ${title}`)
  const code = await runNode([installedScript('vitest'), 'run', '--project', 'code', '--reporter=dot', ...files], env)
  if (code !== 0) process.exitCode = 1
}
