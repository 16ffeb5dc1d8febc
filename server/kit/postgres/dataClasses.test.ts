import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dataClasses,
  sealedColumns,
  secretColumns,
  tableClasses,
  type DataClassName,
} from '#contract/keeping/dataClasses.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { sampleRequest, unknownId } from '#test/kit/sampleRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world?.close())

const classOf = new Map(
  Object.entries(tableClasses).flatMap(([name, tables]) => tables.map((table) => [table, name as DataClassName])),
)

test('every table has one class, and every secret column is there', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations'`,
  )
  expect(Object.values(tableClasses).flat().toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  const { rows: found } = await world.owner.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_name || '.' || column_name = any ($1)`,
    [[...secretColumns, ...sealedColumns]],
  )
  expect(found.map(({ name }) => name).toSorted()).toEqual([...secretColumns, ...sealedColumns].toSorted())
  expect(Object.keys(tableClasses)).toEqual(Object.keys(dataClasses))
})

type Readable = { table: string; column: string; who: string; isWalled: boolean }

/** What the roles of calls read: the eyes of one organisation, and of whoever sees all. */
async function readable(): Promise<Readable[]> {
  const { rows } = await world.owner.query<Readable>(
    `select c.relname as "table", a.attname as "column", r.rolname as who, c.relrowsecurity as "isWalled"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       cross join pg_roles r
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and r.rolname in ('kahawa_app', 'kahawa_wide') and has_column_privilege(r.oid, c.oid, a.attnum, 'select')`,
  )
  return rows
}

test('what is no organisation’s to see stands behind a wall, or is read by nobody with its eyes', async () => {
  const open = (await readable()).filter(
    ({ table, who, isWalled }) => !isWalled && who === 'kahawa_app' && classOf.get(table) !== 'shared',
  )
  expect(open.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

const isSecret = (table: string, column: string): boolean =>
  classOf.get(table) === 'secret' || secretColumns.includes(`${table}.${column}`)

test('no secret is read by the roles of calls, but sealed', async () => {
  const secret = (await readable()).filter(({ table, column }) => isSecret(table, column))
  expect(secret.map(({ table, column, who }) => `${table}.${column} by ${who}`)).toEqual([])
})

test('no call that reads answers a secret, to whomever, and the trail holds none', async () => {
  await world.signIn('admin')
  await world.signIn('fcs.maker', 'a wrong password')
  const { samuelAdministrator, wanjikuMaker, peterBankChecker } = world.people
  const secrets = await secretValues()
  expect(secrets.length).toBeGreaterThan(60)
  const said: string[] = []
  for (const person of [samuelAdministrator, wanjikuMaker, peterBankChecker]) {
    const organisationId = world.organisationId(person.organisationCode)
    for (const { declared } of declaredCalls.filter(({ declared: { method } }) => method === 'GET')) {
      const { method, path, ...options } = await sampleRequest(declared, {
        organisationId,
        organisationCode: person.organisationCode,
        id: unknownId,
        values: {},
      })
      const { bytes } = await person.request(method, path, options)
      said.push(bytes.toString())
    }
  }
  const { rows } = await world.owner.query<{ line: string }>('select a::text as line from audit_events a')
  expect(rows.length).toBeGreaterThan(0)
  said.push(...rows.map(({ line }) => line))
  const all = said.join('\n')
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
})

/** Every secret that the world has, as text and in the ways in which bytes are written. */
async function secretValues(): Promise<string[]> {
  const { rows: columns } = await world.owner.query<{ table: string; column: string; type: string }>(
    `select table_name as "table", column_name as "column", data_type as type from information_schema.columns
      where table_schema = 'public' and data_type in ('bytea', 'text', 'ARRAY')`,
  )
  const values = new Set<string>()
  for (const { table, column, type } of columns.filter((each) => isSecret(each.table, each.column))) {
    if (!/hash|secret|nonce|verifier|sealed/.test(column)) continue // who and when is personal, not secret
    const { rows } = await world.owner.query<{ value: Buffer | string | null }>(
      `select ${type === 'ARRAY' ? `unnest(${column})` : column} as value from ${table}`,
    )
    for (const { value } of rows)
      if (Buffer.isBuffer(value))
        for (const form of ['hex', 'base64', 'base64url'] as const) values.add(value.toString(form))
      else if (value) values.add(value)
  }
  return [...values]
}
