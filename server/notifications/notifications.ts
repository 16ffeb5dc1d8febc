import { notifications, type MailSetting, type Notification } from '#contract/house/notifications.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { filesOf, type ServedRecord } from '#server/kit/records/serveRecord.ts'
import { done, serve, type Route } from '#server/kit/web/serve.ts'
import { countWaiting } from '#server/kit/records/waiting.ts'
import { readNews, unreadNews } from './news.ts'

// A panel is read, not searched: what is older stands in the audit trail.
const shown = 50

type Stored = Omit<Notification, 'at' | 'by' | 'comment'> & {
  at: Date
  details: { by: string | null; comment: string | null }
}

const shape = ({ details, at, ...stored }: Stored): Notification => ({ ...stored, ...details, at: at.toISOString() })

/** The notifications of a user, and when they go out by e-mail. */
export const notificationRoutes = (records: readonly ServedRecord[]): Route[] => {
  const kinds = records.map(({ kind }) => kind)
  const files = filesOf(records)
  return serve(notifications, {
    list: async ({ tx, actor }) => {
      const at = now().toISOString()
      const items = await rows(
        tx,
        sql<Stored>`select distinct on (n.kind, n.line) n.id, n.created_at as at, n.kind, n.record_id as "recordId", n.title, n.code, n.to_status as "to", n.told as details, n.told_of as count
          from ${unreadNews(actor.userId, files)} order by n.kind, n.line, n.created_at desc, n.id desc`,
      )
      const { unread, seenAt } = await readNews(tx, actor.userId, files)
      const newest = items.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, shown)
      return { at, unread, items: newest.map(shape), waiting: await countWaiting(tx, kinds, actor, seenAt) }
    },
    read: async ({ tx, actor, body }) => {
      if ('id' in body) await readLine(tx, actor, body.id, files)
      else if ('seen' in body) await seeUntil(tx, actor, momentOf(body.seen))
      else await readUntil(tx, actor, momentOf(body.until))
      return { error: false as const, message: '' }
    },
    setting: ({ tx, actor, house }) => setting(tx, actor, house),
    choose: async ({ tx, actor, house, body }) => {
      await sql`insert into notification_settings (user_id, organisation_id, mail) values (${actor.userId}, ${actor.organisationId}, ${body.mail})
        on conflict (user_id) do update set mail = excluded.mail`.execute(tx)
      return done('Saved', await setting(tx, actor, house))
    },
  })
}

/** A line is read with everything that it stands for. */
async function readLine(tx: Tx, { userId }: Actor, id: string, files: readonly string[]): Promise<void> {
  const news = unreadNews(userId, files)
  await sql`update notifications set read_at = ${now()} where user_id = ${userId} and read_at is null
    and id in (select n.id from ${news} where (n.kind, n.line) in (select n.kind, n.line from ${news} where n.id = ${id}))`.execute(
    tx,
  )
}

/** What came after the user had looked stays unread. */
async function readUntil(tx: Tx, actor: Actor, until: Date): Promise<void> {
  await sql`update notifications set read_at = ${now()}
    where user_id = ${actor.userId} and read_at is null and created_at <= ${until}`.execute(tx)
  await seeUntil(tx, actor, until)
}

/** What waits is new to the user only when it came later. */
async function seeUntil(tx: Tx, { userId, organisationId }: Actor, until: Date): Promise<void> {
  await sql`insert into notification_settings (user_id, organisation_id, seen_at) values (${userId}, ${organisationId}, ${until})
    on conflict (user_id) do update set seen_at = greatest(notification_settings.seen_at, excluded.seen_at)`.execute(tx)
}

/** Nobody has seen the future. */
const momentOf = (time: string): Date => new Date(Math.min(new Date(time).getTime(), now().getTime()))

async function setting(tx: Tx, { userId }: Actor, { config }: House): Promise<MailSetting> {
  const stored = await one(
    tx,
    sql<{ mail: MailSetting['mail']; email: string | null; failed: Date | null }>`
      select coalesce(s.mail, 'daily') as mail, u.email,
        (select case when m.state in ('refused', 'given_up') then m.ended_at end from mails m where m.user_id = u.id and m.ended_at is not null order by m.created_at desc limit 1) as failed
      from users u left join notification_settings s on s.user_id = u.id where u.id = ${userId}`,
  )
  return {
    mail: stored.mail,
    email: stored.email,
    on: config.smtpUrl !== undefined,
    failed: stored.failed?.toISOString() ?? null,
  }
}
