import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { ClientBase } from 'pg'
import { headsName } from '#server/kit/audit/auditChain.ts'
import { config } from '#server/config.ts'
import { now } from '#server/kit/clock.ts'
import { migrate, migrationsFolder } from '#server/kit/postgres/migrate.ts'
import { connectOwner } from '#server/kit/postgres/ownerConnection.ts'
import { StartupError, commandLine } from '#server/kit/startupError.ts'
import { runCommand } from './ask.ts'
import { seedReference } from '../db/seed/reference.ts'
import { seedRoles } from '../db/seed/roles.ts'
import { readSample } from '../db/seed/sample.ts'

// npm run discard-sample: from the demo to an empty house.

/** What the migrations themselves have written, and what says that there was a sample. */
const kept = ['schema_migrations', 'ledger_account_kinds', 'sample_data']
/** Beside the database: the book of the simulated bank, and the heads of the trail that goes. Keys stay. */
const filesOfSample = ['demo-bank.json', headsName, 'incoming']

/** What would be thrown away, and by name what is no part of the sample. */
type Found = { rows: Record<string, number>; added: string[] }
/** Asked once with everything that was found, before anything is changed. */
type Confirm = (found: Found) => Promise<boolean>

type Discarding = { owner: ClientBase; dataDir: string; confirm: Confirm }

/**
 * Throws the sample data of a database away in one transaction: what stands then is what a house has that began without it.
 * Answers false where `confirm` does. Throws StartupError where the records may be real, or a server works with them.
 */
export async function discardSample({ owner, dataDir, confirm }: Discarding): Promise<boolean> {
  await owner.query('begin')
  try {
    // A server that starts meanwhile waits here, and finds an empty house that wants no sample.
    await owner.query('lock table sample_data in access exclusive mode')
    await refuseOthers(owner)
    if (!(await confirm(await findSample(owner)))) {
      await owner.query('rollback')
      return false
    }
    await refuseRunning(owner)
    await empty(owner)
    await owner.query('update sample_data set discarded_at = $1', [now()])
    await seedReference({ owner })
    await seedRoles({ owner })
    // Before the records, not after them: a real house must never meet the heads of the sample's trail.
    await Promise.all(filesOfSample.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
    await owner.query('commit')
    return true
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    throw error
  }
}

async function refuseOthers(owner: ClientBase): Promise<void> {
  const sample = await readSample(owner)
  if (!sample)
    throw new StartupError('No sample data was ever loaded into this database, so nothing of it is thrown away.')
  if (sample.discardedAt)
    throw new StartupError(
      `The sample data was thrown away already, on ${sample.discardedAt.toISOString().slice(0, 10)}.`,
    )
  await refuseRunning(owner)
}

/** Servers name themselves to the database; what they hold in memory would outlive their records. */
async function refuseRunning(owner: ClientBase): Promise<void> {
  // A transaction sees the same sessions again unless it asks anew.
  await owner.query('select pg_stat_clear_snapshot()')
  const { rows } = await owner.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'kahawa' and pid <> pg_backend_pid() limit 1`,
  )
  if (rows.length > 0) throw new StartupError('Kahawa is running on this database. Stop every server first.')
}

async function findSample(owner: ClientBase): Promise<Found> {
  const count = async (table: string): Promise<number> => {
    const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from ${table}`)
    return rows[0]?.n ?? 0
  }
  const tables = ['organisations', 'users', 'farmers', 'cherry_deliveries', 'loan_requests', 'payouts', 'uploads']
  const counts: [string, number][] = []
  for (const table of tables) counts.push([table.replaceAll('_', ' '), await count(table)])
  const { rows: added } = await owner.query<{ name: string }>(
    `select name from organisations, sample_data where created_at > loaded_at
     union all select username from users, sample_data where created_at > loaded_at order by 1`,
  )
  return { rows: Object.fromEntries(counts), added: added.map(({ name }) => name) }
}

/** Every table of ours at once, the append-only ones too: their triggers are off for this transaction only. */
async function empty(owner: ClientBase): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and not c.relname = any ($1) order by 1`,
    [kept],
  )
  const tables = rows.map(({ name }) => name)
  for (const table of tables) await owner.query(`alter table ${table} disable trigger user`)
  await owner.query(`truncate ${tables.join(', ')} restart identity`)
  for (const table of tables) await owner.query(`alter table ${table} enable trigger user`)
  // Work that waits for records that are gone.
  await owner.query(`do $$ begin if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if; end $$`)
}

const word = 'discard'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { yes: { type: 'boolean', default: false }, 'with-added': { type: 'boolean', default: false } },
  })
  const say = (message: string): void => void process.stdout.write(`${message}\n`)
  const confirm: Confirm = async ({ rows, added }) => {
    say('The sample data of this database goes, with all that was done with it:')
    for (const [name, count] of Object.entries(rows)) say(`  ${count.toLocaleString('en').padStart(9)}  ${name}`)
    if (added.length > 0) say(`\nAdded since it was loaded, and thrown away too: ${added.join(', ')}`)
    if (values.yes && added.length > 0 && !values['with-added'])
      throw new StartupError(
        `Since the sample was loaded others came: ${added.join(', ')}. If they may go too, add --with-added.`,
      )
    if (values.yes) return true
    if (process.stdin.isTTY !== true)
      throw new StartupError(`Without a terminal: ${commandLine('discard-sample', '--yes', '[--with-added]')}`)
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    const typed = await lines.question(`\nThis cannot be undone. Type ${word} to go on: `)
    lines.close()
    return typed.trim().toLowerCase() === word
  }
  const { client, close } = await connectOwner({ config, say })
  try {
    await migrate({ client, folder: migrationsFolder })
    if (!(await discardSample({ owner: client, dataDir: config.dataDir, confirm }))) return say('Nothing was changed.')
    say(
      `The house is empty. Make the first administrator with ${commandLine('admin:create')}, then start it with ${commandLine('start')}.`,
    )
  } finally {
    await close()
  }
}

if (import.meta.main) await runCommand(main)
