import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { withMigratedDatabase } from './migratedDatabase.ts'

export const rowsFile = join(import.meta.dirname, '../server/db/rows.ts')

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

/** The text of server/db/rows.ts: the row types of every table of a migrated database. */
export async function rowTypes(client: ClientBase): Promise<string> {
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
  return `// Written by tools/writeRows.ts from the migrated database; do not edit.\nimport type { Generated, GeneratedAlways } from 'kysely'\n\nexport type DB = {\n${body}\n}\n`
}

if (import.meta.main) writeFileSync(rowsFile, await withMigratedDatabase(rowTypes))
