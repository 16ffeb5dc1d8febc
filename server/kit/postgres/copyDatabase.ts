import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartupError } from '../startupError.ts'

type Table = { name: string; columns: string[] }
type Copy = { from: ClientBase; to: ClientBase; progress: (table: string, part: number) => void }

/**
 * Copies every row of a database into another one whose tables the same migrations have made, and holds the two against each other:
 * rows and their sums, table by table. All of it is there afterwards, or nothing. Both must be reached as superuser.
 */
export async function copyDatabase({ from, to, progress }: Copy): Promise<{ tables: number; rows: number }> {
  // One picture of the old database, written down in the same words by both.
  for (const client of [from, to])
    await client.query(
      `set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1`,
    )
  await from.query('begin isolation level repeatable read read only')
  // Neither triggers nor references look at what the old database has looked at already.
  await to.query('begin; set local session_replication_role = replica')
  try {
    const old = await tablesOf(from)
    const made = new Map((await tablesOf(to)).map((table) => [table.name, table]))
    const shared: Table[] = []
    for (const table of old) {
      const counterpart = made.get(table.name)
      if (counterpart && sameColumns(table, counterpart)) shared.push(table)
      else if (await hasRows(from, table.name))
        throw new StartupError(`The new database has no place for ${table.name}: nothing was changed.`)
    }
    // All of them go, and with a partition the table that it is a part of.
    await to.query(`truncate ${[...made.keys()].join(', ')} cascade`)
    let rows = 0
    for (const [index, table] of shared.entries()) {
      progress(table.name, index / shared.length)
      await copyTable({ from, to, table })
      rows += await compare({ from, to, table })
    }
    await copySequences({ from, to })
    await to.query('commit')
    await to.query('analyze')
    progress('', 1)
    return { tables: shared.length, rows }
  } catch (error) {
    await to.query('rollback').catch(() => {})
    throw error
  } finally {
    await from.query('rollback').catch(() => {})
  }
}

async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array(select quote_ident(a.attname) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attname) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' order by 1`,
  )
  return rows
}

const sameColumns = (one: Table, other: Table): boolean => one.columns.join() === other.columns.join()

async function hasRows(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query(`select from ${table} limit 1`)
  return rows.length > 0
}

type One = Pick<Copy, 'from' | 'to'> & { table: Table }

async function copyTable({ from, to, table: { name, columns } }: One): Promise<void> {
  const of = `${name} (${columns.join(', ')})`
  await pipeline(from.query(copyTo(`copy ${of} to stdout`)), to.query(copyFrom(`copy ${of} from stdin`)))
}

/** Answers how many rows both have. */
async function compare({ from, to, table: { name, columns } }: One): Promise<number> {
  const sums = `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum
    from (select ${columns.join(', ')} from ${name}) t`
  const [old, made] = await Promise.all([from, to].map((client) => client.query<{ rows: number; sum: string }>(sums)))
  const [before, after] = [old?.rows[0], made?.rows[0]]
  if (!before || before.rows !== after?.rows || before.sum !== after.sum)
    throw new StartupError(`${name} did not come over as it was: nothing was changed.`)
  return before.rows
}

async function copySequences({ from, to }: Pick<Copy, 'from' | 'to'>): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where last_value is not null`,
  )
  for (const { name, last } of rows)
    await to.query('select setval(to_regclass($1), $2::bigint) where to_regclass($1) is not null', [name, last])
}
