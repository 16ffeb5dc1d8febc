import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ensureDatabase, startPostgres } from '#server/kit/embeddedPostgres.ts'
import { migrate, migrationsFolder } from '#server/kit/migrate.ts'

const types: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  int4: 'number',
  int8: 'bigint',
  bool: 'boolean',
  numeric: 'string',
  bytea: 'Buffer',
  jsonb: 'unknown',
  date: 'string',
  timestamptz: 'Date',
  _text: 'string[]',
  _uuid: 'string[]',
}

async function writeRows(client: pg.Client, file: string): Promise<void> {
  const { rows } = await client.query<{
    table: string
    column: string
    type: string
    nullable: boolean
    given: boolean
    made: boolean
  }>(`
    select c.table_name as table, c.column_name as column, c.udt_name as type, c.is_nullable = 'YES' as nullable,
      c.column_default is not null as given, c.is_generated = 'ALWAYS' as made
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migrations'
    order by c.table_name, c.ordinal_position`)
  const tables = new Map<string, string[]>()
  for (const row of rows) {
    const type = `${types[row.type] ?? 'unknown'}${row.nullable ? ' | null' : ''}`
    const wrapped = row.made ? `GeneratedAlways<${type}>` : row.given ? `Generated<${type}>` : type
    tables.set(row.table, [...(tables.get(row.table) ?? []), `    ${row.column}: ${wrapped}`])
  }
  const body = [...tables].map(([name, columns]) => `  ${name}: {\n${columns.join('\n')}\n  }`).join('\n')
  writeFileSync(
    file,
    `// Written by tools/writeRows.ts from the migrated database; do not edit.\nimport type { Generated, GeneratedAlways } from 'kysely'\n\nexport type DB = {\n${body}\n}\n`,
  )
}

/** Writes server/db/rows.ts, the row types of every table, from a database that is migrated for it and thrown away. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kahawa-rows-'))
  chmodSync(folder, 0o755)
  const server = await startPostgres({ dataDir: folder, log: { info: () => {}, warn: () => {} } })
  try {
    await ensureDatabase(server, 'kahawa')
    const client = new pg.Client({ host: server.host, port: server.port, user: server.user, database: 'kahawa' })
    await client.connect()
    await migrate({ client, folder: migrationsFolder })
    await writeRows(client, 'server/db/rows.ts')
    await client.end()
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
