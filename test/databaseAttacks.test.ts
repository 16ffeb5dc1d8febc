import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from './kit/world.ts'

// What somebody could do who runs statements of his own through the program's connection.
const roles = ['kahawa_app', 'kahawa_wide', 'kahawa_auth', 'kahawa_admin']
let world: World
let app: pg.Client
beforeAll(async () => {
  world = await makeWorld()
  await world.signIn('fcs.maker') // the first row of the audit trail
  app = new pg.Client({ ...world.database.config, user: 'kahawa_app' })
  await app.connect()
})
afterAll(async () => {
  await app?.end()
  await world?.close()
})

/** A value of every type that a function takes: it must come as far as its tables. */
const values = {
  uuid: '00000000-0000-4000-8000-000000000001',
  'uuid[]': '{00000000-0000-4000-8000-000000000001}',
  text: 'A',
  'text[]': '{%A%}',
  integer: '10',
  'integer[]': '{1}',
  bigint: '1',
  boolean: 'true',
  bytea: '\\x01',
  date: '2026-11-01',
  interval: '1 hour',
  jsonb: '{}',
  'timestamp with time zone': '2026-11-01T10:00:00+03:00',
}

const run = async (statement: string): Promise<void> => void (await app.query(statement))

type Definer = { name: string; call: string; role: string }

/** Every function that runs with its owner's rights and that a role of the program may call. */
async function callableDefiners(): Promise<Definer[]> {
  const { rows } = await world.owner.query<Definer>(
    `select p.oid::regprocedure::text as name, r.role,
       format('select * from %s(%s)', p.oid::regproc, (select string_agg(format('%L::%s', $2::jsonb ->> t::regtype::text, t::regtype), ', ') from unnest(p.proargtypes) t)) as call
     from pg_proc p cross join lateral (select role from unnest($1::text[]) role where has_function_privilege(role, p.oid, 'execute') limit 1) r
     where p.prosecdef and p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype order by 1`,
    [roles, JSON.stringify(values)],
  )
  return rows
}

const tables = async (): Promise<{ name: string; columns: string; rising: string }[]> =>
  (
    await world.owner.query<{ name: string; columns: string; rising: string }>(
      `select c.relname as name, string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum) as columns,
         string_agg(format('case when pg_temp.rise() then null::%s end as %I', format_type(a.atttypid, a.atttypmod), a.attname), ', ' order by a.attnum) as rising
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`,
    )
  ).rows

// Runs as whoever touches the table: as the owner of the function, when the function takes it for the real one.
const rise = `create function pg_temp.rise() returns boolean language plpgsql as $$ begin
  alter table public.audit_events disable trigger append_only;
  update public.audit_events set title = 'rewritten' where id = (select min(id::text)::uuid from public.audit_events);
  return true;
end $$;
create function pg_temp.rise_by_trigger() returns trigger language plpgsql as $$ begin perform pg_temp.rise(); return null; end $$`

/** The tables of the product shadowed by temporary ones: by tables with a trigger, or by views that do it when they are read. */
const shadows = {
  'a table with a trigger': ({ name, columns }: { name: string; columns: string }) =>
    `create temporary table ${name} (${columns});
     create trigger rise before insert or update or delete on pg_temp.${name} for each statement execute function pg_temp.rise_by_trigger()`,
  'a view': ({ name, rising }: { name: string; rising: string }) => `create temporary view ${name} as select ${rising}`,
}

const firstTitle = `select title from public.audit_events where id = (select min(id::text)::uuid from public.audit_events)`

describe('a temporary table in front of a real one', () => {
  test('cannot be made by any role of the program', async () => {
    for (const role of roles) {
      await app.query(`begin; set local role ${role}`)
      await expect(run('create temporary table sessions (id int)'), role).rejects.toThrow(
        /permission denied to create temporary tables/,
      )
      await app.query('rollback')
    }
  })

  test.each(Object.entries(shadows))(
    'fools no function that runs with its owner’s rights, even where %s could be made',
    async (_what, shadow) => {
      const { name: database } = world.database
      const [functions, shadowed] = [await callableDefiners(), await tables()]
      expect(functions.length).toBeGreaterThan(10)
      const before = (await world.owner.query<{ title: string }>(firstTitle)).rows
      expect(before).toHaveLength(1)
      // The wall before this one is removed for this test, in this database.
      await world.owner.query(`grant temporary on database "${database}" to ${roles.join(', ')}`)
      const fooled: string[] = []
      try {
        for (const attacker of new Set(functions.map(({ role }) => role))) {
          await app.query(`begin; set local role ${attacker}; ${rise}; ${shadowed.map(shadow).join(';')}`)
          for (const { name, call } of functions.filter(({ role }) => role === attacker)) {
            await app.query('savepoint before; savepoint attack')
            await app.query(call).catch(() => app.query('rollback to savepoint attack'))
            await app.query('reset role; set local role kahawa_wide')
            if ((await app.query<{ title: string }>(firstTitle)).rows[0]?.title !== before[0]?.title) fooled.push(name)
            await app.query('rollback to savepoint before')
          }
          await app.query('rollback')
        }
      } finally {
        await world.owner.query(`revoke temporary on database "${database}" from ${roles.join(', ')}`)
      }
      expect(fooled).toEqual([])
    },
  )
})

describe('what a role of the program cannot do', () => {
  const attempts = [
    'set role kahawa',
    'set role kahawa_functions',
    'set session authorization kahawa',
    'alter role kahawa_app superuser',
    'alter role kahawa_app bypassrls',
    'create role mine',
    'grant pg_read_all_data to kahawa_app',
    'grant kahawa_functions to kahawa_app',
    'create schema mine',
    'create table public.mine (id int)',
    'create table pgboss.mine (id int)',
    `create function public.mine() returns int language sql return 1`,
    `create function pg_temp.mine() returns int language sql return 1`,
    'create extension dblink',
    `alter system set log_statement = 'all'`,
    'alter database postgres set search_path = public',
    'create event trigger mine on ddl_command_start execute function refuse_change()',
    'alter function refuse_change() owner to kahawa_app',
    'alter table audit_events disable trigger append_only',
    `select pg_read_file('PG_VERSION')`,
    `select pg_ls_dir('.')`,
    `select lo_import('/etc/passwd')`,
    `select lo_create(0)`,
    `select lo_from_bytea(0, 'kept')`,
    `copy organisations to '/tmp/organisations'`,
    `copy organisations to program 'cat'`,
    `set session_replication_role = replica`,
    // pg-boss runs what stands here as the owner, at the next start.
    `insert into pgboss.bam (name, version, status, table_name, command) values ('mine', 1, 'pending', 'job', 'alter role kahawa_app superuser')`,
    `update pgboss.bam set command = 'alter role kahawa_app superuser'`,
  ]
  test.each(roles)('%s takes no other right, no file and no statement for later', async (role) => {
    for (const attempt of attempts) {
      await app.query(`set role ${role}`)
      await expect(run(attempt), attempt).rejects.toMatchObject({ code: '42501' })
      await app.query('reset role')
    }
  })
})

describe('every function of the database, those of tomorrow included', () => {
  type Routine = { name: string; owner: string; isDefiner: boolean; isBound: boolean; path: string; isPublic: boolean }
  let routines: Routine[]
  beforeAll(async () => {
    const { rows } = await world.owner.query<Routine>(
      `select p.oid::regprocedure::text as name, pg_get_userbyid(p.proowner) as owner, p.prosecdef as "isDefiner", p.prosqlbody is not null as "isBound",
         coalesce((select substr(c, 13) from unnest(p.proconfig) c where c like 'search_path=%'), '') as path,
         exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0 and privilege_type = 'EXECUTE') as "isPublic"
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema', 'pgboss')
         and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') order by 1`,
    )
    routines = rows
  })

  test('looks into the temporary schema last', () => {
    expect(routines.length).toBeGreaterThan(30)
    // What is bound when it is made looks for no name when it runs; its caller's path cannot turn it.
    const loose = routines.filter(({ isBound, isDefiner }) => isDefiner || !isBound)
    const wrong = loose.filter(({ path }) => !/^(pg_catalog, )?public, pg_temp$/.test(path))
    expect(wrong.map(({ name, path }) => `${name}: ${path}`)).toEqual([])
  })

  test('runs, where it runs with its owner’s rights, with those of a role that is nobody', async () => {
    const definers = routines.filter(({ isDefiner }) => isDefiner)
    expect(definers.filter(({ owner }) => owner !== 'kahawa_functions').map(({ name }) => name)).toEqual([])
    const { rows } = await world.owner.query(
      `select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb, rolreplication,
         (select count(*)::int from pg_class where relowner = r.oid) as owns, array(select roleid::regrole::text from pg_auth_members where member = r.oid) as "memberOf",
         pg_has_role('kahawa_app', r.oid, 'member') as reached
       from pg_roles r where rolname = 'kahawa_functions'`,
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        owns: 0,
        memberOf: ['pg_read_all_stats'], // how far standbys are behind
        reached: false,
      },
    ])
  })

  test('is called by nobody but those whom a grant names', () => {
    expect(routines.filter(({ isPublic }) => isPublic).map(({ name }) => name)).toEqual([])
  })

  test('of other schemas runs with the rights of its caller', async () => {
    const { rows } = await world.owner.query(
      `select oid::regprocedure::text from pg_proc where prosecdef and pronamespace not in ('public'::regnamespace, 'pg_catalog'::regnamespace)`,
    )
    expect(rows).toEqual([])
  })
})

test('nobody but the owner makes anything in the database or in a schema of it', async () => {
  const { rows } = await world.owner.query(
    `select 'database' as what, grantee::regrole::text as who, privilege_type as may from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba)))
       where datname = current_database() and privilege_type in ('CREATE', 'TEMPORARY') and grantee <> d.datdba
     union all select nspname, grantee::regrole::text, privilege_type from pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner)))
       where privilege_type = 'CREATE' and grantee not in (n.nspowner, (select oid from pg_roles where rolname = 'kahawa'))`,
  )
  expect(rows).toEqual([])
})

test('what runs with its owner’s rights reads no password, and changes no audit row', async () => {
  for (const statement of [
    'select password_hash from users',
    `update audit_events set title = 'x'`,
    'delete from audit_events',
    'delete from ledger_entries',
    `update ledger_movements set narration = 'x'`,
    'select 1 from mails',
  ]) {
    const owner = await world.owner.connect()
    try {
      await owner.query('begin; set local role kahawa_functions')
      await expect(
        owner.query(statement).then(() => undefined),
        statement,
      ).rejects.toThrow(/permission denied/)
    } finally {
      await owner.query('rollback')
      owner.release()
    }
  }
})
