import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installJobs } from '#server/kit/jobs.ts'
import { makeTestDatabase } from '#test/kit/testDatabase.ts'
import { ensureDatabase, prepareHome, startPostgres, type EmbeddedPostgres } from './embeddedPostgres.ts'
import { copyDatabase } from './copyDatabase.ts'
import { majorVersion, type Home } from './postgresCluster.ts'
import { keepPrograms } from './postgresHome.ts'
import { upgradeCluster } from './upgradeCluster.ts'

/** A folder with bin/postgres of an older release: the one that is named, or Debian's. */
const programs =
  process.env['KAHAWA_OLD_POSTGRES'] ??
  [17, 16, 15].map((major) => `/usr/lib/postgresql/${major}`).find((path) => existsSync(join(path, 'bin/postgres')))
const settings = { shared_buffers: '16MB', max_connections: '10' }
const log = { info: () => {}, warn: () => {} }
const schema = `create schema if not exists work;
  create table if not exists farmers (id bigint generated always as identity primary key, name text not null, acres numeric(6, 2), photo bytea,
    since timestamptz, kilograms double precision, known text[] not null default '{}', more jsonb, twice numeric generated always as (acres * 2) stored);
  create table if not exists deliveries (farmer_id bigint not null references farmers, season text not null, kilograms numeric not null) partition by list (season);
  create table if not exists deliveries_2026 partition of deliveries for values in ('2026');
  create table if not exists work.jobs (id uuid primary key, farmer_id bigint references farmers);
  create table if not exists kinds (name text primary key);
  insert into kinds values ('loan') on conflict do nothing;
  alter table farmers enable row level security; alter table farmers force row level security;`
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kahawa-upgrade-'))
  chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = async (server: EmbeddedPostgres, sql: string) => {
  const client = new Client({ connectionString: server.connectionString('kahawa') })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
const prepare = async (server: EmbeddedPostgres) => void (await run(server, schema))

const fill = `insert into farmers (name, acres, photo, since, kilograms, known, more)
    select 'Wanjikũ ' || n, n / 7.0, decode(md5(n::text), 'hex'), timestamptz '2026-01-01' + n * interval '1 minute', n / 3.0::float8, array['a', null, 'b"' || n], jsonb_build_object('n', n)
    from generate_series(1, 2000) n;
  insert into deliveries select id, '2026', 12.5 from farmers;
  insert into work.jobs select md5(id::text)::uuid, id from farmers where id <= 10;
  insert into kinds values ('fee')`

/** A data folder whose database an older release has made. */
async function makeOld(dataDir: string, binaries: string): Promise<{ home: Home; version: string }> {
  const own = prepareHome(dataDir, log)
  const as = own.account ? { uid: own.account.uid, gid: own.account.gid, cwd: '/' } : { cwd: '/' }
  mkdirSync(own.data, { mode: 0o700 })
  if (own.account) chownSync(own.data, own.account.uid, own.account.gid)
  const options = ['-D', own.data, '-U', 'kahawa', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  const { status, stderr } = spawnSync(join(binaries, 'bin/initdb'), options, { ...as, encoding: 'utf8' })
  expect({ status, stderr }).toMatchObject({ status: 0 })
  const version = readFileSync(join(own.data, 'PG_VERSION'), 'utf8').trim()
  const home = { ...own, binaries, majorVersion: version }
  const server = await startPostgres({ dataDir, log, settings, home })
  await ensureDatabase(server, 'kahawa')
  await prepare(server)
  await run(server, fill)
  await server.stop()
  return { home, version }
}

const questions = `select (select count(*)::int from farmers) as farmers, (select sum(twice)::text from farmers) as twice,
  (select count(*)::int from deliveries_2026) as deliveries, (select count(*)::int from work.jobs) as jobs,
  (select string_agg(name, ' ' order by name) from kinds) as kinds, (select name from farmers where id = 7) as name,
  (select photo::text from farmers where id = 9) as photo, (select sum(kilograms)::text from farmers) as kilograms`
const answers = {
  farmers: 2000,
  deliveries: 2000,
  jobs: 10,
  kinds: 'fee loan',
  name: 'Wanjikũ 7',
  photo: '\\x45c48cce2e2d7fbdea1afc51c7c6ad26',
}

// Where there is no older release to come from, what is left of the way is walked below.
test.runIf(programs)('a database of an older release comes over whole, and goes on counting where it was', async () => {
  const dataDir = join(folder, 'older')
  const { home, version } = await makeOld(dataDir, programs ?? '')
  const start = () => startPostgres({ dataDir, log, settings })
  await expect(start()).rejects.toThrow(`made by PostgreSQL ${version}; this program brings PostgreSQL ${majorVersion}`)
  const upgrade = (from?: string) => upgradeCluster({ dataDir, programs: from, prepare, log, progress: () => {} })
  await expect(upgrade()).rejects.toThrow(`The programs of PostgreSQL ${version} are not here.`)
  const { kept } = await upgrade(programs)
  // Cut off between the two last steps, the next start takes the last one.
  renameSync(home.data, `${home.data}.upgraded`)
  const server = await start()
  try {
    expect(await run(server, questions)).toMatchObject([answers])
    expect(await run(server, `insert into farmers (name) values ('next') returning id::int`)).toEqual([{ id: 2001 }])
    expect((await run(server, 'show server_version'))[0]?.['server_version']).toMatch(new RegExp(`^${majorVersion}`))
  } finally {
    await server.stop()
  }
  expect(readFileSync(join(kept, 'PG_VERSION'), 'utf8').trim()).toBe(version)
  expect(readdirSync(dataDir).filter((name) => /upgrad|-new$/.test(name))).toEqual([])
  await expect(upgrade()).rejects.toThrow(`is of PostgreSQL ${majorVersion} already`)
})

describe('rows that are copied', () => {
  let server: EmbeddedPostgres
  beforeAll(async () => {
    server = await startPostgres({ dataDir: join(folder, 'own'), log, settings })
    await ensureDatabase(server, 'kahawa')
    await prepare(server)
    await run(server, fill)
  })
  afterAll(() => server?.stop())

  /** Copies ours into a database of that name, which `made` has changed first. */
  async function copyInto(name: string, made: string) {
    await ensureDatabase(server, name)
    const [from, to] = ['kahawa', name].map((database) => new Client(server.connectionString(database)))
    if (!from || !to) throw new Error('two')
    await Promise.all([from.connect(), to.connect()])
    try {
      await to.query(schema)
      await to.query(made)
      await copyDatabase({ from, to, progress: () => {} })
      return (await to.query(questions)).rows
    } finally {
      await Promise.all([from.end(), to.end()])
    }
  }

  test('are those there were, whatever stood there before', async () => {
    expect(await copyInto('whole', `insert into farmers (name) values ('left over')`)).toMatchObject([answers])
  })

  test('are not copied in part: what has no place is named, and what comes over otherwise is noticed', async () => {
    const name = '"public"."kinds"'.replaceAll('"', '')
    await expect(copyInto('narrow', 'alter table kinds add column more text')).rejects.toThrow(`no place for ${name}`)
    // A trigger that is always on changes what is written.
    const meddle = `create function meddle() returns trigger language plpgsql as $$ begin new.name := 'x' || new.name; return new; end $$;
      create trigger meddle before insert on kinds for each row execute function meddle(); alter table kinds enable always trigger meddle`
    await expect(copyInto('meddled', meddle)).rejects.toThrow(
      `${name} did not come over as it was: nothing was changed.`,
    )
  })
})

test('every table of the product comes over, with its jobs', async () => {
  const [one, other] = await Promise.all([makeTestDatabase(), makeTestDatabase()])
  const [from, to] = [new Client(one.config), new Client(other.config)]
  await Promise.all([from.connect(), to.connect()])
  try {
    for (const { config } of [one, other]) await installJobs({ connection: config, jobs: [] })
    await to.query('delete from sample_data; update organisations set name = reverse(name)')
    const { tables, rows } = await copyDatabase({ from, to, progress: () => {} })
    const { rows: all } = await to.query<{ n: number }>(
      `select count(*)::int as n from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
    )
    expect(tables).toBe(all[0]?.n)
    expect(rows).toBeGreaterThan(500)
    const names = "select string_agg(name, ',' order by id) as names from organisations"
    expect((await to.query(names)).rows).toEqual((await from.query(names)).rows)
  } finally {
    await Promise.all([from.end(), to.end()])
    await Promise.all([one.drop(), other.drop()])
  }
})

test('the programs are left beside the database, once, and those of an earlier release go', () => {
  const place = join(folder, 'programs')
  mkdirSync(join(place, 'postgres-program-17.4.0'), { recursive: true })
  keepPrograms(place)
  keepPrograms(place)
  const [only, ...others] = readdirSync(place)
  expect([others, only]).toEqual([[], expect.stringMatching(new RegExp(`^postgres-program-${majorVersion}\\.`))])
  expect(versionOf(join(place, only ?? '', 'bin/postgres'))).toContain(`PostgreSQL) ${majorVersion}`)
})

/** What a program says of itself. Whoever starts another in this process just now holds a copy open for writing, until that has begun. */
function versionOf(program: string): string {
  for (let tries = 0; ; tries++) {
    const { error, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
    if (!error) return stdout
    if (tries === 50 || !('code' in error && error.code === 'ETXTBSY')) throw error
  }
}

test('a database of a newer release is refused in a sentence', async () => {
  const dataDir = join(folder, 'newer')
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '99\n')
  await expect(startPostgres({ dataDir, log, settings })).rejects.toThrow(
    'That is newer: start it with the Kahawa that it belongs to.',
  )
  const upgrading = upgradeCluster({ dataDir, programs: undefined, prepare, log, progress: () => {} })
  await expect(upgrading).rejects.toThrow('which is newer than this program’s')
})
