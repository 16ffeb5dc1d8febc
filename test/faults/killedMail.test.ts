/** Real servers are killed here while they hand a letter to a real mail server. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startMailServer, type MailServer } from '#test/kit/mailServer.ts'
import { until } from './farmerWays.ts'
import { startFaultyServer, type FaultyServer } from './server.ts'

let server: FaultyServer
let mail: MailServer
let serial = 0
const addressee = 'mail.'

beforeAll(async () => {
  mail = await startMailServer()
  server = await startFaultyServer({
    SMTP_URL: mail.url({ query: 'tls.rejectUnauthorized=false' }),
    MAIL_FROM: 'kahawa@coffee.example',
  })
}, 120_000)
afterEach(() => mail.behave({}))
afterAll(async () => {
  await server?.stop()
  await mail?.stop()
}, 60_000)

/** Invites somebody, which sends a letter; answers its address. Where the server is killed at it, nobody hears of the approval. */
async function invite({ isKilled = false } = {}): Promise<string> {
  const username = `${addressee}${(serial += 1)}`
  const email = `${username}@othameru.example`
  const [samuel, beatrice] = [await server.person('samuelAdministrator'), await server.person('beatriceAdministrator')]
  const { body } = await samuel.post<{ data: { id: string } }>('/admin/users', {
    username,
    fullName: `Jane Wairimu ${serial}`,
    email,
    organisationCode: 'CF4100',
    role: 'FCS_MAKER',
    reason: 'New at the counter',
  })
  const approval = beatrice.post('/admin/changes/approve', { id: body.data.id })
  if (isKilled) await approval.catch(() => {})
  else expect(await approval).toMatchObject({ status: 200 })
  return email
}
const stateOf = async (email: string) =>
  (
    await server
      .owner()
      .query<{ state: string }>(`select m.state from mails m join users u on u.id = m.user_id where u.email = $1`, [
        email,
      ])
  ).rows.map(({ state }) => state)
const endOf = (email: string) =>
  until(
    () => stateOf(email),
    (states) => states.length > 0 && states.every((state) => state !== 'waiting' && state !== 'sending'),
    30_000,
  )

/** Kills the server in the middle of the next letter, and starts it again. */
const killedWhile = async (moment: 'onRcpt' | 'onText') => {
  const killed = new Promise<void>((resolve) => {
    mail.behave({
      [moment]: async (to: string) => {
        // In the morning everybody gets a letter about what waits.
        if (!to.startsWith(addressee)) return
        mail.behave({})
        await server.kill()
        resolve()
      },
    })
  })
  const email = await invite({ isKilled: true })
  await killed
  await server.restart()
  return email
}
const textsTo = (email: string) =>
  mail.texts.filter((text) => text.includes(`To: ${email}`) || text.includes(`<${email}>`))

test('killed before the text was handed over: the letter goes out afterwards, once', { timeout: 90_000 }, async () => {
  const email = await killedWhile('onRcpt')
  expect(await endOf(email)).toEqual(['sent'])
  expect(textsTo(email)).toHaveLength(1)
})

test('killed after the text was handed over: nobody gets it twice', { timeout: 90_000 }, async () => {
  const email = await killedWhile('onText')
  expect(await endOf(email)).toEqual(['in_doubt'])
  expect(textsTo(email)).toHaveLength(1)
  // The next letter goes out as ever.
  const next = await invite()
  expect(await endOf(next)).toEqual(['sent'])
})
