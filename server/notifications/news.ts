import { one, sql, type Tx } from '#server/kit/db.ts'

/** How many lines of news a user has not read, and when the user last looked. */
export const readNews = (tx: Tx, userId: string): Promise<{ unread: number; seenAt: Date | null }> =>
  one(
    tx,
    sql<{ unread: number; seenAt: Date | null }>`
      select (select count(*)::int from notifications where user_id = ${userId} and read_at is null) as unread,
      (select seen_at from notification_settings where user_id = ${userId}) as "seenAt"`,
  )
