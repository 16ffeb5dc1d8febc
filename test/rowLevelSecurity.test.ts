import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { makeDraft, sendFarmers } from './kit/farmerUploads.ts'
import { fillWalls } from './kit/behindEveryWall.ts'
import { doorsInWalls } from './kit/doorsInWalls.ts'
import { makeWorld, type World } from './kit/world.ts'

// The second wall: what the database itself keeps apart when every check of the program has failed.
let world: World
let app: pg.Client
let walled: string[]
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await keepFigures(world.house, { all: true })
  const { wanjikuMaker, danielMaker, otienoChecker } = world.people
  for (const maker of [wanjikuMaker, danielMaker]) {
    await makeDraft(maker)
    const { id, version } = await sendFarmers(maker, 2)
    if (maker === wanjikuMaker)
      await otienoChecker.post(`/upload/cherry/approve_farmer/${world.organisationId('CF4100')}`, { id, version })
    await maker.post(
      '/views',
      { list: 'farmers', name: 'Mine', query: '', shared: true },
      { headers: { 'idempotency-key': 'k' } },
    )
  }
  await fillWalls(world.owner)
  app = new pg.Client({ ...world.database.config, user: 'kahawa_app' })
  await app.connect()
  walled = await tablesWith('organisation_id')
})
afterAll(async () => {
  await app?.end()
  await world?.close()
})

const tablesWith = async (column: string): Promise<string[]> =>
  (
    await world.owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attname = $1 and not a.attisdropped order by 1`,
      [column],
    )
  ).rows.map(({ name }) => name)

/** Runs a statement as the application does, inside one transaction that is thrown away. */
async function asApp<Row extends pg.QueryResultRow>(
  statement: string,
  { organisation, role }: { organisation?: string; role?: string } = {},
) {
  await app.query('begin')
  try {
    if (role) await app.query(`set local role ${role}`)
    if (organisation) await app.query(`set local app.organisation = '${organisation}'`)
    return await app.query<Row>(statement)
  } finally {
    await app.query('rollback')
  }
}
const countAs = async (table: string, organisation?: string): Promise<number> =>
  (await asApp<{ n: number }>(`select count(*)::int as n from ${table}`, organisation ? { organisation } : {})).rows[0]
    ?.n ?? -1

test('the program runs as a role that owns nothing and passes no wall', async () => {
  const { rows } = await app.query<{ name: string; rolsuper: boolean; rolbypassrls: boolean; owns: number }>(
    `select current_user as name, rolsuper, rolbypassrls, (select count(*)::int from pg_class c where c.relowner = r.oid) as owns from pg_roles r where rolname = current_user`,
  )
  expect(rows).toEqual([{ name: 'kahawa_app', rolsuper: false, rolbypassrls: false, owns: 0 }])
})

test('every table of an organisation has the wall with its two doors', async () => {
  expect(walled).toEqual(
    expect.arrayContaining(['users', 'farmers', 'uploads', 'upload_rows', 'audit_events', 'files']),
  )
  for (const table of walled) {
    const { rows: walls } = await world.owner.query(
      `select relrowsecurity as stands from pg_class where oid = $1::regclass`,
      [table],
    )
    expect([table, walls]).toEqual([table, [{ stands: true }]])
    const { rows } = await world.owner.query<{ policyname: string; roles: string; qual: string }>(
      `select policyname, roles::text as roles, qual from pg_policies where schemaname = 'public' and tablename = $1 and policyname in ('own_organisation', 'every_organisation') order by 1`,
      [table],
    )
    expect([table, rows]).toEqual([
      table,
      [
        { policyname: 'every_organisation', roles: '{kahawa_wide}', qual: 'true' },
        {
          policyname: 'own_organisation',
          roles: '{kahawa_app}',
          qual: expect.stringContaining('organisation_id = ') as string,
        },
      ],
    ])
  }
})

test('no other policy lets the application role in, but the doors of organisations that a record names, and the calendar of sales', async () => {
  const { rows } = await world.owner.query<{ tablename: string; policyname: string }>(
    `select tablename, policyname from pg_policies where schemaname = 'public' and 'kahawa_app' = any (roles) and policyname <> 'own_organisation'`,
  )
  const byName = <Policy extends { tablename: string; policyname: string }>(policies: Policy[]) =>
    policies.toSorted((a, b) => (`${a.tablename} ${a.policyname}` < `${b.tablename} ${b.policyname}` ? -1 : 1))
  expect(byName(rows)).toEqual(byName([...doorsInWalls]))
})

test('a table without an organisation either holds public facts, or is closed to the application', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and has_any_column_privilege('kahawa_app', c.oid, 'select')
       and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organisation_id') order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'channel_pauses',
    'closed_catalogues',
    'counties',
    'disclaimers',
    'institutions',
    'organisations',
    'public_holidays',
    'roles',
    'seasons',
    'settings',
    'sub_counties',
    'varieties',
    'wards',
  ])
})

test('without saying for whom, the application sees no row at all', async () => {
  for (const table of walled) {
    const { rows } = await world.owner.query<{ n: number }>(`select count(*)::int as n from ${table}`)
    // An empty table proves nothing about its wall.
    expect([table, rows[0]?.n]).not.toEqual([table, 0])
  }
  const readable = await readableOf(walled)
  expect(readable.length).toBeGreaterThan(20)
  for (const table of readable) expect([table, await countAs(table)]).toEqual([table, 0])
})

/** The tables of which the application may read something. */
async function readableOf(tables: readonly string[]): Promise<string[]> {
  const { rows } = await world.owner.query<{ name: string }>(
    `select name from unnest($1::text[]) name where has_any_column_privilege('kahawa_app', name::regclass, 'select')`,
    [tables],
  )
  return rows.map(({ name }) => name)
}

test('with its organisation it sees that one’s rows and no other', async () => {
  for (const table of await readableOf(walled))
    for (const code of ['CF4100', 'CF4101', 'ML2001']) {
      const organisation = world.organisationId(code)
      const { rows } = await world.owner.query<{ n: number }>(
        `select count(*)::int as n from ${table} where organisation_id = $1`,
        [organisation],
      )
      expect([table, code, await countAs(table, organisation)]).toEqual([table, code, rows[0]?.n])
    }
})

test('everybody reads the sales in force, and what is proposed only who keeps their calendar', async () => {
  const broker = world.organisationId('BR5001')
  const read = `select distinct status from sales where organisation_id = '${broker}' order by 1`
  const seen = async (code?: string) =>
    (await asApp<{ status: string }>(read, code ? { organisation: world.organisationId(code) } : {})).rows.map(
      ({ status }) => status,
    )
  await world.owner.query(
    `insert into sales (id, organisation_id, season, sale_number, sale_date, dispatch_cutoff, catalogue_close, prompt_date, status, makers, made_by, created_at)
     select gen_random_uuid(), organisation_id, season, sale_number + 1, sale_date, dispatch_cutoff, catalogue_close, prompt_date, unnest(array['APPROVED', 'PENDING_APPROVAL']), makers, made_by, created_at
     from sales where organisation_id = $1`,
    [broker],
  )
  const all = ['APPROVED', 'PENDING_APPROVAL', 'WITHDRAWN']
  for (const keeper of ['OPERATOR', 'MK3001', 'BR5001']) expect([keeper, await seen(keeper)]).toEqual([keeper, all])
  for (const reader of ['ML2001', 'WH6001', 'CF4100'])
    expect([reader, await seen(reader)]).toEqual([reader, all.slice(0, 1)])
  expect(await seen()).toEqual([])
  const marketer = { organisation: world.organisationId('MK3001') }
  expect((await asApp(`update sales set sale_number = 99`, marketer)).rowCount).toBe(1)
})

test('the named miller reads a record that was sent to it, and neither drafts nor another miller’s', async () => {
  const [miller, society] = [world.organisationId('ML2001'), world.organisationId('CF4100')]
  const statement = `select u.status, (select count(*)::int from upload_rows r where r.upload_id = u.id) as rows,
    (select count(*)::int from parchment_records p where p.organisation_id = u.organisation_id) as records
    from uploads u where u.organisation_id = '${society}' order by 1`
  const readUploads = async (organisation: string) => (await asApp(statement, { organisation })).rows
  await world.owner.query(
    `with fresh as (
       insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by, row_count, ready_count)
       select gen_random_uuid(), u.organisation_id, 'parchment', u.file_id, 'p', decode(md5(s.status), 'hex'), s.status, u.makers, u.made_by, 1, 1
       from (select * from uploads where organisation_id = $1 limit 1) u cross join (values ('PENDING_APPROVAL'), ('FAILED_VALIDATION')) s (status)
       returning id, organisation_id),
     named as (insert into parchment_records (upload_id, organisation_id, miller_id) select id, organisation_id, $2 from fresh)
     insert into upload_rows (id, upload_id, organisation_id, row_number, state, cells, clean)
     select gen_random_uuid(), id, organisation_id, 2, 'ready', '{}', '{}' from fresh`,
    [society, miller],
  )
  expect(await readUploads(miller)).toEqual([{ status: 'PENDING_APPROVAL', rows: 1, records: 1 }])
  expect(await readUploads(world.organisationId('MK3001'))).toEqual([])
  const decided = await asApp(`update uploads set status = 'APPROVED' where kind = 'parchment'`, {
    organisation: miller,
  })
  expect(decided.rowCount).toBe(0)
  await world.owner.query(
    `delete from upload_rows where upload_id in (select id from uploads where kind = 'parchment')`,
  )
  await world.owner.query(`delete from uploads where kind = 'parchment'`)
})

describe('writing into another organisation', () => {
  test('is refused by the database for every table that the application may fill', async () => {
    const foreign = world.organisationId('CF4101')
    for (const table of walled) {
      const may = await world.owner.query<{ may: boolean }>(
        `select has_table_privilege('kahawa_app', $1::regclass, 'insert') as may`,
        [table],
      )
      if (!may.rows[0]?.may) continue
      const { rows } = await world.owner.query<{ columns: string }>(
        `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      // A copy of a foreign row, which the wall must refuse before any unique key does.
      const { rows: sample } = await world.owner.query<{ row: unknown }>(
        `select to_jsonb(t) as row from ${table} t where organisation_id = $1 limit 1`,
        [foreign],
      )
      const row = JSON.stringify(sample[0]?.row ?? { organisation_id: foreign }).replaceAll("'", "''")
      const insert = `insert into ${table} (${rows[0]?.columns}) select ${rows[0]?.columns} from jsonb_populate_record(null::${table}, '${row}')`
      await expect(asApp(insert, { organisation: world.organisationId('CF4100') }), table).rejects.toThrow(
        /row-level security policy/,
      )
    }
  })

  test('changes and removes nothing there', async () => {
    const organisation = world.organisationId('CF4100')
    const foreign = world.organisationId('CF4101')
    const updated = await asApp(`update farmers set village = 'stolen' where organisation_id = '${foreign}'`, {
      organisation,
    })
    expect(updated.rowCount).toBe(0)
    const all = await asApp(`update farmers set village = village`, { organisation })
    expect(all.rowCount).toBe(await countAs('farmers', organisation))
    const removed = await asApp(`delete from upload_rows where organisation_id = '${foreign}'`, { organisation })
    expect(removed.rowCount).toBe(0)
    await expect(asApp(`update farmers set organisation_id = '${foreign}'`, { organisation })).rejects.toThrow(
      /row-level security policy/,
    )
  })
})

describe('what nobody may do', () => {
  const roles = ['kahawa_app', 'kahawa_wide', 'kahawa_auth', 'kahawa_admin']
  test.each(roles)('%s cannot change, remove or empty the audit trail', async (role) => {
    for (const table of ['audit_events', 'audit_seals'])
      for (const statement of [
        `update ${table} set ${table === 'audit_events' ? 'title' : 'sealed_at'} = default`,
        `delete from ${table}`,
        `truncate ${table}`,
      ])
        await expect(
          asApp(statement, { role, organisation: world.organisationId('CF4100') }),
          statement,
        ).rejects.toThrow(/permission denied/)
  })

  test('not even the owner changes the audit trail', async () => {
    for (const statement of [
      `update audit_events set title = 'x'`,
      'delete from audit_events',
      'truncate audit_events cascade',
    ])
      await expect(world.owner.query(statement), statement).rejects.toThrow(/append-only/)
  })

  test.each(['kahawa_app', 'kahawa_wide'])('%s reads no session, no password and no second factor', async (role) => {
    for (const table of ['sessions', 'sign_in_delays', 'known_devices'])
      await expect(asApp(`select * from ${table}`, { role }), table).rejects.toThrow(/permission denied/)
    for (const column of ['password_hash', 'totp_secret', 'recovery_hashes'])
      await expect(asApp(`select ${column} from users`, { role }), column).rejects.toThrow(/permission denied/)
  })

  test.each(roles)('%s cannot change or remove what stands in the ledger', async (role) => {
    for (const table of ['ledger_accounts', 'ledger_movements', 'ledger_entries', 'ledger_holds'])
      for (const statement of [
        `update ${table} set organisation_id = default`,
        `delete from ${table}`,
        `truncate ${table}`,
        ...(table === 'ledger_movements' ? [] : [`insert into ${table} default values`]),
      ])
        await expect(
          asApp(statement, { role, organisation: world.organisationId('CF4100') }),
          statement,
        ).rejects.toThrow(/permission denied/)
  })

  test.each(roles)('%s changes no schema and takes no other role', async (role) => {
    for (const statement of [
      'create table mine (id int)',
      'alter table farmers disable row level security',
      'drop table farmers',
      'set role postgres',
      `grant kahawa_wide to public`,
    ])
      await expect(asApp(statement, { role }), statement).rejects.toThrow(
        /permission denied|must be owner|does not exist|admin option/i,
      )
  })

  test('the sign-in’s role reads users, and no farmer', async () => {
    await expect(asApp('select 1 from farmers', { role: 'kahawa_auth' })).rejects.toThrow(/permission denied/)
  })

  test('the role of administration reaches users, roles and organisations, and no table of the trade', async () => {
    const services = ['service_accounts', 'service_keys', 'service_uses']
    const providers = ['provider_identities', 'sign_in_providers']
    const own = ['audit_events', 'change_requests', 'idempotency_keys', 'users', ...services, ...providers]
    const closed = walled.filter((table) => !own.includes(table))
    expect(closed).toEqual(expect.arrayContaining(['farmers', 'uploads', 'upload_rows', 'files', 'factories']))
    for (const table of closed)
      await expect(asApp(`select 1 from ${table}`, { role: 'kahawa_admin' }), table).rejects.toThrow(
        /permission denied/,
      )
    const organisation = world.organisationId('OPERATOR')
    for (const table of ['audit_events', 'change_requests', 'idempotency_keys']) {
      const { rows } = await asApp<{ n: number }>(
        `select count(*)::int as n from ${table} where organisation_id <> '${organisation}' or ('${table}' = 'change_requests' and to_jsonb(${table}) ->> 'kind' <> 'admin_change')`,
        { role: 'kahawa_admin', organisation },
      )
      expect([table, rows]).toEqual([table, [{ n: 0 }]])
    }
    for (const statement of [
      `select password_hash from users`,
      `select totp_secret from users`,
      `update users set password_hash = 'x'`,
      `update users set username = 'x'`,
      `select token_hash from sessions`,
      `select hash from service_keys`,
      `select client_secret from sign_in_providers`,
      `select subject from provider_identities`,
      `select public_key from passkeys`,
    ])
      await expect(asApp(statement, { role: 'kahawa_admin' }), statement).rejects.toThrow(/permission denied/)
  })
})
