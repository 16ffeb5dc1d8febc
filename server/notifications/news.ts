import type { RawBuilder } from 'kysely'
import { one, sql, type Tx } from '#server/kit/db.ts'

/**
 * Unread news of a user `n`, each with the line that it belongs to and how many records that tells of. A file is a line of its own,
 * which tells how it stands now; entries of one kind that one person decided alike on one day are a line together.
 */
export const unreadNews = (userId: string, files: readonly string[]): RawBuilder<unknown> => sql`(
  select *, case when kind = any (${files}) then count else sum(count) over (partition by kind, line) end::int as told_of
    from (select *, case when kind = any (${files}) then record_id::text
        else concat_ws(' ', code, to_status, told::text, (created_at at time zone 'Africa/Nairobi')::date) end as line
      from notifications where user_id = ${userId} and read_at is null) lines) n`

/** How many lines of news a user has not read, and when the user last looked. */
export const readNews = (
  tx: Tx,
  userId: string,
  files: readonly string[],
): Promise<{ unread: number; seenAt: Date | null }> =>
  one(
    tx,
    sql<{ unread: number; seenAt: Date | null }>`
      select (select count(distinct (n.kind, n.line))::int from ${unreadNews(userId, files)}) as unread,
      (select seen_at from notification_settings where user_id = ${userId}) as "seenAt"`,
  )
