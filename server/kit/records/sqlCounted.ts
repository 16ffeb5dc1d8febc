import type { RawBuilder } from 'kysely'
import { sql } from '../db.ts'

/** How many of something as PostgreSQL says it: 1 farmer, 2 farmers, 1,250 deliveries. */
export const sqlCounted = (count: RawBuilder<unknown>, one: string, many = `${one}s`): RawBuilder<string> =>
  sql<string>`to_char(${count}, 'FM999,999,999') || case ${count} when 1 then ${sql.lit(` ${one}`)} else ${sql.lit(` ${many}`)} end`
