import { sql, type Tx } from '#server/kit/db.ts'
import type { World } from './world.ts'

type Read = Record<string, number>

/** How many rows of each of these tables a call reads that only looks: what no index spares it. */
export async function rowsRead(world: World, tables: readonly string[], call: () => Promise<unknown>): Promise<Read> {
  const { db } = world.house
  const { transaction } = db
  const counted: Read = Object.fromEntries(tables.map((table) => [table, 0]))
  // What a connection has read is added up in it for a while: its own transaction knows what came in between.
  db.transaction = (scope, work, options) =>
    transaction(
      scope,
      async (tx) => {
        const before = await standing(tx, tables)
        const answer = await work(tx)
        const after = await standing(tx, tables)
        for (const table of tables) counted[table] = counted[table]! + (after[table] ?? 0) - (before[table] ?? 0)
        return answer
      },
      options,
    )
  try {
    await call()
  } finally {
    db.transaction = transaction
  }
  return counted
}

async function standing(tx: Tx, tables: readonly string[]): Promise<Read> {
  const { rows } = await sql<{ table: string; read: number }>`
    select relname as table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relname = any (${tables})`.execute(
    tx,
  )
  return Object.fromEntries(rows.map(({ table, read }) => [table, read]))
}
