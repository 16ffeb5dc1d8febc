import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import type { Job } from '#server/kit/jobs.ts'
import { sendLetter, type Letter } from '#server/kit/post/mail.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import { actorFrom, scopeOf } from '#server/kit/scope.ts'
import { unseal } from '#server/kit/secretBox.ts'
import { countWaiting } from '#server/kit/records/waiting.ts'
import { invitationLetter, summaryLetter, type Summary } from './letters.ts'

/** When the digest goes out in Nairobi. A server that was down then still sends it in the morning. */
const digestFrom = '06:30'
const digestUntil = '12:00'
/** A digest counts decisions no older than this, whatever the user had chosen before. */
const newsHours = 48

export const sendQueue = 'mail.send'

const nairobiTime = (): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', timeStyle: 'short' }).format(now())
const before = (hours: number): Date => new Date(now().getTime() - hours * 3_600_000)
const onDuty = () =>
  sql`u.status = 'ACTIVE' and o.active and u.email <> '' and (u.leave_from is null or ${businessDate()}::date not between u.leave_from and u.leave_to)`

/** Puts letters that are due on their way: the digest of the day, and what users want to know at once. */
export async function postDue({ db, jobs, config }: House): Promise<void> {
  if (!config.smtpUrl) return
  const time = nairobiTime()
  await db.transaction('system', async (tx) => {
    const due = [...(time >= digestFrom && time < digestUntil ? await openDigests(tx) : []), ...(await openAtOnce(tx))]
    for (const { id } of due) await jobs.send(tx, sendQueue, { mailId: id })
  })
}

const openDigests = (tx: Tx) =>
  rows(
    tx,
    sql<{ id: string }>`insert into mails (id, organisation_id, user_id, kind, day, created_at)
      select gen_random_uuid(), u.organisation_id, u.id, 'digest', ${businessDate()}::date, ${now()}
      from users u join organisations o on o.id = u.organisation_id left join notification_settings s on s.user_id = u.id
      where coalesce(s.mail, 'daily') <> 'none' and ${onDuty()}
        and not exists (select 1 from mails m where m.user_id = u.id and m.kind = 'digest' and m.day = ${businessDate()}::date)
      on conflict do nothing returning id`,
  )

const openAtOnce = (tx: Tx) =>
  rows(
    tx,
    sql<{ id: string }>`insert into mails (id, organisation_id, user_id, kind, day, created_at)
      select gen_random_uuid(), u.organisation_id, u.id, 'at_once', ${businessDate()}::date, ${now()}
      from notification_settings s join users u on u.id = s.user_id join organisations o on o.id = u.organisation_id
      where s.mail = 'at_once' and ${onDuty()}
        and exists (select 1 from notifications n where n.user_id = u.id and n.mail_id is null and n.created_at > ${before(newsHours)})
      on conflict do nothing returning id`,
  )

/** Looks every half minute until stopped; any number of servers may look at once. */
export const startMailing = (house: House): { stop: () => Promise<void> } =>
  startInterval({ everyMs: 30_000, work: () => postDue(house), log: house.log, what: 'putting letters on their way' })

type Mail = {
  id: string
  kind: 'digest' | 'at_once' | 'invitation'
  sealed: string | null
  state: string
  userId: string
  username: string
  fullName: string
  email: string | null
  language: 'en' | 'sw'
  organisationId: string
  organisationType: OrganisationType
  role: string
  permissions: Permission[]
}

/** The durable work behind a letter, and what ends one that could not be sent. */
export function mailJobs(kinds: readonly RecordKind[]): { send: Job; giveUp: Job } {
  const giveUp: Job = {
    queue: 'mail.given_up',
    retries: 100,
    work: (house, { mailId }) => (mailId ? endMail(house, mailId, 'given_up', 'not sent') : Promise.resolve()),
  }
  const send: Job = {
    queue: sendQueue,
    // With growing pauses of at most ten minutes: a mail server may be away for half a day.
    retries: 80,
    deadLetterQueue: giveUp.queue,
    work: async (house, { mailId }) => {
      const mail = mailId && (await findMail(house, mailId))
      if (mail && ['waiting', 'sending'].includes(mail.state)) await post(house, kinds, mail)
    },
  }
  return { send, giveUp }
}

/**
 * Makes the text of this moment, sends it, and notes how it ended. Before the text leaves, the letter is noted as being sent, with
 * the notifications in it: whoever finds it so after a crash sends nothing again.
 */
async function post(house: House, kinds: readonly RecordKind[], mail: Mail): Promise<void> {
  if (mail.state === 'sending') return endMail(house, mail.id, 'in_doubt', 'the server stopped while sending')
  const { notificationIds, letter } = await compose(house, kinds, mail)
  if (!letter || !mail.email) return endMail(house, mail.id, 'nothing')
  let isSending = false
  const beforeSending = async () => {
    await markSending(house, mail.id, notificationIds)
    isSending = true
  }
  try {
    const sent = await sendLetter(house.config, { letter: { ...letter, id: mail.id, to: mail.email }, beforeSending })
    await endMail(house, mail.id, sent.end, sent.end === 'refused' ? `refused with ${sent.answer}` : null)
  } catch (error) {
    if (isSending) await markWaiting(house, mail.id)
    throw error
  }
}

type Composed = { notificationIds: string[]; letter: Pick<Letter, 'subject' | 'text'> | null }

async function compose(house: House, kinds: readonly RecordKind[], mail: Mail): Promise<Composed> {
  const { config, db } = house
  const to = { ...mail, address: config.publicUrl ?? `http://localhost:${config.port}` }
  if (mail.kind === 'invitation') {
    const link = JSON.parse(unseal(config, mail.id, mail.sealed ?? '')) as { path: string; expiresAt: string } // border: sealed by us
    return { notificationIds: [], letter: invitationLetter(to, { ...link, username: mail.username }) }
  }
  const actor = actorFrom(mail)
  return db.transaction(
    scopeOf(actor),
    async (tx) => {
      const waiting = mail.kind === 'digest' ? await countWaiting(tx, kinds, actor, null) : []
      const news = await rows(
        tx,
        sql<UnsentNotification>`select id, kind, to_status as "to", count from notifications
          where user_id = ${mail.userId} and mail_id is null and created_at > ${before(newsHours)} limit 10000`,
      )
      const summary = summaryOf(kinds, news)
      summary.waiting = waiting.reduce((sum, { total }) => sum + total, 0)
      return { notificationIds: news.map(({ id }) => id), letter: summaryLetter(to, summary) }
    },
    { readOnly: true },
  )
}

type UnsentNotification = { id: string; kind: string; to: string; count: number }

function summaryOf(kinds: readonly RecordKind[], news: readonly UnsentNotification[]): Summary {
  const summary: Summary = { waiting: 0, approved: 0, declined: 0, moved: 0 }
  for (const { kind, to, count } of news) {
    const tone = kinds.find(({ flow }) => flow.kind === kind)?.flow.states[to]?.tone
    summary[tone === 'good' ? 'approved' : tone === 'bad' ? 'declined' : 'moved'] += count
  }
  return summary
}

async function findMail({ db }: House, id: string): Promise<Mail | undefined> {
  const [mail] = await db.transaction(
    'system',
    (tx) =>
      rows(
        tx,
        sql<Mail>`select m.id, m.kind, m.sealed, m.state, u.id as "userId", u.username, u.full_name as "fullName", u.email, u.language, o.id as "organisationId", o.type as "organisationType",
          r.name as role, r.permissions
          from mails m join users u on u.id = m.user_id join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name where m.id = ${id}`,
      ),
    { readOnly: true },
  )
  return mail
}

const markSending = ({ db }: House, id: string, notificationIds: readonly string[]): Promise<void> =>
  db.transaction('system', async (tx) => {
    const claimed = await changed(tx, sql`update mails set state = 'sending' where id = ${id} and state = 'waiting'`)
    if (claimed === 0) throw new Error('another worker has this letter')
    if (notificationIds.length > 0)
      await sql`update notifications set mail_id = ${id}
        where id = any (${notificationIds}) and mail_id is null`.execute(tx)
  })

/** The server has surely not accepted the letter: its notifications go out with the next attempt. */
const markWaiting = ({ db }: House, id: string): Promise<void> =>
  db.transaction('system', async (tx) => {
    await sql`update notifications set mail_id = null where mail_id = ${id}`.execute(tx)
    await sql`update mails set state = 'waiting' where id = ${id} and state = 'sending'`.execute(tx)
  })

type End = 'sent' | 'in_doubt' | 'nothing' | 'refused' | 'given_up'

const endMail = ({ db }: House, id: string, end: End, problem: string | null = null): Promise<void> =>
  db.transaction('system', async (tx) => {
    await sql`update mails set state = ${end}, problem = ${problem}, sealed = null, ended_at = ${now()}
      where id = ${id} and state in ('waiting', 'sending', 'in_doubt')`.execute(tx)
  })
