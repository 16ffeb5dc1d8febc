import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MailSetting } from '#contract/house/notifications.ts'
import { recordKinds } from '#server/records.ts'
import { setClock } from '#server/kit/clock.ts'
import { sendFarmers } from '#test/kit/farmerUploads.ts'
import { startMailServer, type MailServer } from '#test/kit/mailServer.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { mailJobs, postDue } from './mailing.ts'

let world: World
let mail: MailServer
// Half past six in the morning and five minutes, in Nairobi.
let time = Date.parse('2026-11-23T03:35:00Z')
const at = (nairobi: string, day = '2026-11-23') => (time = Date.parse(`${day}T${nairobi}:00+03:00`))

beforeAll(async () => {
  mail = await startMailServer()
  setClock(() => (time += 20))
  world = await makeWorld({
    settings: {
      SMTP_URL: mail.url({ query: 'tls.rejectUnauthorized=false' }),
      MAIL_FROM: 'Kahawa <kahawa@coffee.example>',
      PUBLIC_URL: 'https://kahawa.example',
    },
  })
  // The days of these tests are longer than a session.
  await world.owner.query(`update sessions set last_seen_at = '2026-12-01', expires_at = '2026-12-01'`)
})
beforeEach(async () => {
  at('06:35')
  mail.behave({})
  mail.received.length = 0
  mail.texts.length = 0
  await world.owner.query(
    `delete from mails; delete from notifications; delete from notification_settings; update uploads set status = 'DISCARDED' where status = 'PENDING_APPROVAL'`,
  )
})
afterEach(() => mail.behave({}))
afterAll(async () => {
  setClock(null)
  await world?.close()
  await mail?.stop()
})

const choose = (person: Person, setting: MailSetting['mail']) => person.post('/notifications/mail', { mail: setting })
const onlyFor = async (...people: Person[]) => {
  await world.owner.query(
    `insert into notification_settings (user_id, organisation_id, mail) select id, organisation_id, 'none' from users where username <> all ($1)`,
    [people.map(({ username }) => username)],
  )
}
const states = async () =>
  (
    await world.owner.query<{ kind: string; state: string; problem: string | null }>(
      'select kind, state, problem from mails order by created_at',
    )
  ).rows
/** Lets the jobs of the letters end. */
const ended = async () => {
  await expect
    .poll(async () => (await states()).filter(({ state }) => state === 'waiting' || state === 'sending'), {
      timeout: 15_000,
    })
    .toEqual([])
  return states()
}
const decline = async (maker: Person, checker: Person, title = 'july.csv') => {
  const { id, version } = await sendFarmers(maker, 1, {}, title)
  await checker.post('/upload/cherry/decline_farmer', { id, version, approverComment: 'The ward is wrong' })
}
const lettersTo = ({ username }: Person) => mail.received.filter(({ to }) => to.includes(`${username}@demo.example`))

describe('the digest of the morning', () => {
  test('tells numbers and no names, once, however many servers look at the clock', async () => {
    const { wanjikuMaker, otienoChecker, danielMaker } = world.people
    await onlyFor(wanjikuMaker, otienoChecker, danielMaker)
    await decline(wanjikuMaker, otienoChecker)
    await sendFarmers(wanjikuMaker, 1, {}, 'secret-name.csv')
    await Promise.all([1, 2, 3].map(() => postDue(world.house)))
    await postDue(world.house)
    expect((await ended()).map(({ state }) => state).toSorted()).toEqual(['nothing', 'sent', 'sent'])
    const [toMaker] = lettersTo(wanjikuMaker)
    expect(toMaker?.text).toContain('1 record of yours was declined or sent back.')
    expect(toMaker?.text).toContain('https://kahawa.example/inbox')
    const [toChecker] = lettersTo(otienoChecker)
    expect(toChecker?.raw).toMatch(/^Subject: Kahawa: \d+ waiting for you/m)
    expect(toChecker?.text).toMatch(/\d+ records? waits? for your decision\./)
    for (const { text } of mail.received) expect(text).not.toMatch(/july|secret-name|The ward|Otieno wrote/)
    expect(lettersTo(wanjikuMaker)).toHaveLength(1)
    expect(lettersTo(otienoChecker)).toHaveLength(1)
    expect(lettersTo(danielMaker)).toEqual([])
  })

  test('goes out neither before half past six nor after noon', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    await onlyFor(wanjikuMaker)
    await decline(wanjikuMaker, otienoChecker)
    for (const hour of ['06:29', '12:00', '23:59', '00:10']) {
      at(hour)
      await postDue(world.house)
    }
    expect(await states()).toEqual([])
    at('06:30')
    await postDue(world.house)
    expect(await ended()).toHaveLength(1)
  })

  test('is written in the language of its reader, and again only the next day', async () => {
    const { otienoChecker, wanjikuMaker } = world.people
    await onlyFor(otienoChecker)
    await sendFarmers(wanjikuMaker, 1)
    await world.owner.query(`update users set language = 'sw' where username = 'fcs.checker'`)
    await postDue(world.house)
    await ended()
    expect(mail.received[0]?.text).toMatch(/^Habari Otieno Ouma,/)
    expect(mail.received[0]?.text).toMatch(/zinasubiri uamuzi wako|inasubiri uamuzi wako/)
    at('07:00', '2026-11-24')
    await postDue(world.house)
    await ended()
    expect(mail.received).toHaveLength(2)
    await world.owner.query(`update users set language = 'en' where username = 'fcs.checker'`)
  })

  test('does not go to who wants none, is shut out, on leave or without an address', async () => {
    const { wanjikuMaker, otienoChecker, margaretManager, danielMaker, purityChecker } = world.people
    await onlyFor(wanjikuMaker, otienoChecker, margaretManager, danielMaker, purityChecker)
    await choose(purityChecker, 'none')
    await sendFarmers(wanjikuMaker, 1)
    const kept = await world.owner.query(`select id, status, leave_from, leave_to, email from users`)
    await world.owner.query(`update users set status = 'SUSPENDED' where username = 'fcs.checker';
      update users set leave_from = '2026-11-20', leave_to = '2026-11-23' where username = 'fcs.manager';
      update users set email = null where username = 'fcs.maker'`)
    await postDue(world.house)
    await ended()
    const { rows } = await world.owner.query<{ username: string }>(
      `select u.username from mails m join users u on u.id = m.user_id`,
    )
    expect(rows).toEqual([{ username: 'fcs2.maker' }])
    for (const user of kept.rows as Record<string, unknown>[])
      await world.owner.query(
        `update users set status = $2, leave_from = $3, leave_to = $4, email = $5 where id = $1`,
        [user['id'], user['status'], user['leave_from'], user['leave_to'], user['email']],
      )
  })
})

describe('a letter at once', () => {
  test('gathers what was decided since the last look, and the digest does not tell it again', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    at('15:00')
    await onlyFor(wanjikuMaker)
    await choose(wanjikuMaker, 'at_once')
    for (const title of ['a.csv', 'b.csv', 'c.csv']) await decline(wanjikuMaker, otienoChecker, title)
    await postDue(world.house)
    expect(await ended()).toEqual([{ kind: 'at_once', state: 'sent', problem: null }])
    expect(mail.received.map(({ text }) => text)).toEqual([expect.stringContaining('3 records of yours were declined')])
    await postDue(world.house)
    at('06:40', '2026-11-24')
    await postDue(world.house)
    expect((await ended()).map(({ kind, state }) => [kind, state])).toEqual([
      ['at_once', 'sent'],
      ['digest', 'nothing'],
    ])
    expect(mail.received).toHaveLength(1)
  })

  test('two workers with the same letter send it once', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    at('15:00')
    await onlyFor(wanjikuMaker)
    await choose(wanjikuMaker, 'at_once')
    await decline(wanjikuMaker, otienoChecker)
    await world.owner.query(
      `insert into mails (id, organisation_id, user_id, kind, day, created_at) select id, organisation_id, id, 'at_once', current_date, now() from users where username = 'fcs.maker'`,
    )
    const { send } = mailJobs(recordKinds)
    const both = await Promise.allSettled([1, 2, 3].map(() => send.work(world.house, { mailId: wanjikuMaker.id })))
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(mail.texts).toHaveLength(1)
    await send.work(world.house, { mailId: wanjikuMaker.id })
    expect(mail.texts).toHaveLength(1)
  })
})

describe('a mail server with moods', () => {
  const oneLetter = async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    at('15:00')
    await onlyFor(wanjikuMaker)
    await choose(wanjikuMaker, 'at_once')
    await decline(wanjikuMaker, otienoChecker)
    await postDue(world.house)
  }
  const settingOf = async ({ get }: Person) => (await get<MailSetting>('/notifications/mail')).body

  test('that has no room is asked again, and the letter comes once, with what is true then', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    let requested = 0
    mail.behave({ text: 451, onText: async () => void (requested += 1) })
    await oneLetter()
    await expect.poll(() => requested, { timeout: 15_000 }).toBeGreaterThan(0)
    await decline(wanjikuMaker, otienoChecker, 'later.csv')
    mail.behave({})
    expect(await ended()).toEqual([{ kind: 'at_once', state: 'sent', problem: null }])
    expect(mail.received.map(({ text }) => text)).toEqual([expect.stringContaining('2 records of yours were declined')])
  })

  test('that knows no such mailbox is not asked again, and the user is told in the product', async () => {
    mail.behave({ rcpt: 550 })
    await oneLetter()
    expect(await ended()).toEqual([{ kind: 'at_once', state: 'refused', problem: 'refused with 550' }])
    const { failed } = await settingOf(world.people.wanjikuMaker)
    expect(Date.parse(failed ?? '')).toBeGreaterThan(0)
  })

  test('that hangs up after the text is not handed it a second time', async () => {
    mail.behave({ text: 'gone' })
    await oneLetter()
    expect(await ended()).toMatchObject([{ kind: 'at_once', state: 'in_doubt' }])
    mail.behave({})
    await postDue(world.house)
    expect(await ended()).toHaveLength(1)
    expect(mail.texts).toHaveLength(1)
  })
})

describe('an invitation', () => {
  test('brings the link and never the code; nothing of it is kept', async () => {
    const { samuelAdministrator, beatriceAdministrator } = world.people
    const requested = await samuelAdministrator.post<{ data: { id: string; code: string } }>('/admin/users', {
      username: 'jane.new',
      fullName: 'Jane Wairimu',
      email: 'jane@othameru.example',
      organisationCode: 'CF4100',
      role: 'FCS_MAKER',
      reason: 'New at the counter',
    })
    const { id, code } = requested.body.data
    expect((await beatriceAdministrator.post('/admin/changes/approve', { id })).status).toBe(200)
    expect(await ended()).toEqual([{ kind: 'invitation', state: 'sent', problem: null }])
    const [letter] = mail.received
    expect(letter?.to).toEqual(['jane@othameru.example'])
    expect(letter?.text).toContain('jane.new')
    expect(letter?.raw).not.toContain(code)
    const token = /https:\/\/kahawa\.example\/invitation\/([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? ''
    const { rows } = await world.owner.query<{ all: string }>(
      `select string_agg(m::text, ' ') || (select string_agg(data::text, ' ') from pgboss.job) as all from mails m`,
    )
    expect(rows[0]?.all).not.toContain(token)
    const { rows: kept } = await world.owner.query(`select sealed from mails`)
    expect(kept).toEqual([{ sealed: null }])
    const body = { token, code, password: 'a long walk to the mill' }
    expect((await world.stranger({ method: 'POST', path: '/auth/invitation', body })).status).toBe(200)
  })
})

test('a server without a mail server writes nothing, and says so', async () => {
  const { wanjikuMaker, otienoChecker } = world.people
  await decline(wanjikuMaker, otienoChecker)
  await postDue({ ...world.house, config: { ...world.house.config, smtpUrl: undefined } })
  expect(await states()).toEqual([])
})
