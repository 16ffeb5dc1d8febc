import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { migrationsFolder } from '#server/kit/postgres/migrate.ts'
import { capital, code, table } from './markdown.ts'

type Column = { table: string; name: string; type: string; nullable: boolean; meaning: string | null }
type ForeignKey = {
  table: string
  columns: string[]
  parent: string
  isOne: boolean
  nullable: boolean
  deletes: string
}
type Index = { table: string; name: string; meaning: string }
type Check = { table: string; column: string; meaning: string }
type Table = { name: string; meaning: string | null }
type Catalogue = { tables: Table[]; columns: Column[]; keys: ForeignKey[]; indexes: Index[]; checks: Check[] }

// Every record names its organisation and who made and decided it: drawn, these two would be tied to everything.
const everywhere = ['organisations', 'users']

/** The page of every table and view, from the catalogue of a migrated database: the same migrations always give the same bytes. */
export async function tablesPage(client: ClientBase): Promise<string> {
  const catalogue = await readCatalogue(client)
  const sections = areas().flatMap(({ title, meaning, names }) => {
    const tables = catalogue.tables.filter(({ name }) => names.includes(name))
    return tables.length > 0
      ? [
          [`## ${title}`, meaning, drawing(names, catalogue), ...names.map((name) => section(name, catalogue))].join(
            '\n\n',
          ),
        ]
      : []
  })
  return `# Tables

Grouped as the migrations make them. A record that is decided on has \`status\`, one of the states of its
[workflow](workflows.md); \`version\`, which rises with every change; \`makers\`, everybody who made or changed it, of whom
none may decide; and \`decided_by\`, \`decided_at\` and \`decision_comment\` of the last decision. Amounts are in cents,
weights in kilograms. The pictures leave out what ties every record to its organisation and its users.

${sections.join('\n\n')}`
}

/** The tables of each migration, in its order, under the sentence that it begins with. */
function areas(): { title: string; meaning: string; names: string[] }[] {
  return readdirSync(migrationsFolder)
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(migrationsFolder, file), 'utf8')
      const [head = ''] = /^(--.*\n)*/.exec(text) ?? []
      return {
        title: capital(file.slice(5, -4).replaceAll('_', ' ')),
        meaning: head.replace(/^-- ?/gm, '').replaceAll('\n', ' ').trim(),
        names: [...text.matchAll(/^create (?:table|view) (\w+)/gm)].map(([, name = '']) => name),
      }
    })
}

function drawing(names: readonly string[], { keys }: Catalogue): string {
  const drawnKeys = keys.filter(
    ({ table: child, parent }) => names.includes(child) && (!everywhere.includes(parent) || names.includes(parent)),
  )
  const lines = [...Map.groupBy(drawnKeys, ({ table: child, parent }) => `${parent} ${child}`).values()].flatMap(
    (pair) => {
      const [first] = pair
      if (!first) return []
      const left = pair.every(({ nullable }) => nullable) ? '|o' : '||'
      const right = pair.every(({ isOne }) => isOne) ? 'o|' : 'o{'
      const label = pair.map(({ columns }) => columns.join(' ')).join(', ')
      return [`  ${first.parent} ${left}--${right} ${first.table} : "${label}"`]
    },
  )
  const alone = names.filter((name) => !drawnKeys.some(({ table: child, parent }) => name === child || name === parent))
  return ['```mermaid', 'erDiagram', ...lines, ...alone.map((name) => `  ${name}`), '```'].join('\n')
}

function section(name: string, { tables, columns, keys, indexes, checks }: Catalogue): string {
  const here = <Fact extends { table: string }>(facts: readonly Fact[]) => facts.filter((fact) => fact.table === name)
  const lines = here(columns).map((column) => {
    const of = here(keys).filter((key) => key.columns.includes(column.name))
    const values = here(checks).find((check) => check.column === column.name)
    return [
      code(column.name),
      column.type,
      column.nullable ? 'yes' : '',
      [...new Set(of.map(({ parent, deletes }) => `${code(parent)}${deletes}`))].join(', '),
      [column.meaning, values?.meaning].filter(Boolean).join(' '),
    ]
  })
  return `### ${name}

${tables.find((one) => one.name === name)?.meaning ?? ''}

${table(['Column', 'Type', 'Null', 'References', 'Meaning'], lines)}

${here(indexes)
  .map((index) => `- ${code(index.name)}: ${asWritten(index.meaning)}`)
  .join('\n')}`
}

/** As a migration would say it, without what the catalogue adds. */
const asWritten = (index: string): string =>
  index
    .replaceAll('::text', '')
    .replace(/ = ANY \(ARRAY\[([^\]]*)\]\)/g, ' in ($1)')
    .replace(/ <> ALL \(ARRAY\[([^\]]*)\]\)/g, ' not in ($1)')
    .replace(/\b(WHERE|INCLUDE|NULLS|NOT|DISTINCT|AND|OR|IS|NULL)\b/g, (word) => word.toLowerCase())

const ours = `relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and relname <> 'schema_migrations'`

async function readCatalogue(client: ClientBase): Promise<Catalogue> {
  const read = async <Row extends object>(text: string): Promise<Row[]> => (await client.query<Row>(text)).rows
  return {
    tables: await read(
      `select relname as name, obj_description(oid, 'pg_class') as meaning from pg_class where ${ours}`,
    ),
    columns: await read(`
      select c.relname as table, a.attname as name, replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz') as type,
        c.relkind = 'r' and not a.attnotnull as nullable, col_description(c.oid, a.attnum) as meaning
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where ${ours} order by c.relname, a.attnum`),
    keys: await read(`
      select c.relname as table, k.confrelid::regclass::text as parent, case k.confdeltype when 'c' then ', and goes with it' else '' end as deletes,
        (select array_agg(a.attname::text order by n) from unnest(k.conkey) with ordinality u (attnum, n) join pg_attribute a on a.attrelid = c.oid and a.attnum = u.attnum) as columns,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey) and not a.attnotnull) as nullable,
        exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null
          and string_to_array(i.indkey::text, ' ')::int2[] = k.conkey) as "isOne"
      from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and ${ours} order by c.relname, k.conkey`),
    indexes: await read(`
      select t.relname as table, n.relname as name,
        case when i.indisprimary then 'primary key ' when i.indisunique then 'unique ' else '' end
          || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING (btree )?', '') as meaning
      from pg_index i join pg_class n on n.oid = i.indexrelid join (select oid as id, * from pg_class) t on t.id = i.indrelid
      where t.${ours.replaceAll(' and ', ' and t.')} order by t.relname, not i.indisprimary, not i.indisunique, n.relname`),
    checks: (
      await read<Check & { values: string[] }>(`
        select c.relname as table, a.attname as column, array(select m[1] from regexp_matches(d.text, '''([^'']*)''::text', 'g') m) as values
        from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
          cross join lateral (select pg_get_constraintdef(k.oid) as text) d
        where k.contype = 'c' and d.text ~ ('^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\[[^()]*\\]\\)\\)\\)$') and ${ours}`)
    ).map(({ values, ...check }) => ({
      ...check,
      meaning: `One of ${values.map((value) => (value === '' ? 'nothing' : code(value))).join(', ')}.`,
    })),
  }
}
