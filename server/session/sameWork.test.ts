import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { businessDate, setClock } from '#server/kit/clock.ts'
import { newToken } from '#server/kit/web/sessionToken.ts'
import { watchWork } from '#test/kit/workDone.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

const kindsOfUser = {
  'who works here': 'true',
  'who is suspended': `status = 'SUSPENDED'`,
  'who is invited and has no password yet': `status = 'INVITED', password_hash = null`,
  'who has a second factor': `totp_secret = 'v1.x', totp_confirmed_at = now()`,
  'who is on leave': `leave_from = '${businessDate()}', leave_to = '${businessDate()}'`,
} as const
const usernames = ['miller.maker', 'miller.checker', 'broker.maker', 'broker.checker', 'gov.viewer']
const everybody = Object.keys(kindsOfUser).map((kind, n) => ({ kind, username: usernames[n] ?? '' }))

let world: World
let work: ReturnType<typeof watchWork>
let time: number
beforeAll(async () => {
  world = await makeWorld()
  for (const [n, values] of Object.values(kindsOfUser).entries())
    if (values !== 'true') await world.owner.query(`update users set ${values} where username = $1`, [usernames[n]])
  work = watchWork()
})
beforeEach(() => {
  time = Date.now()
  setClock(() => time)
})
afterEach(() => setClock(null))
afterAll(async () => {
  work?.stop()
  await world?.close()
})

type Try = { password: string; device: boolean; waits: number }

/** One after the other from one address, each with what it was told and what it cost. */
async function history(username: string, tries: readonly Try[]) {
  await world.owner.query('delete from sign_in_delays')
  const device = newToken()
  const seen: unknown[] = []
  time = Date.now()
  for (const { password, device: sendsDevice, waits } of tries) {
    time += waits * 1000
    const { answer, hashes, statements } = await work.doing(() =>
      world.stranger({
        method: 'POST',
        path: '/auth/login',
        body: { username, password },
        headers: sendsDevice ? { 'x-kahawa-device': device } : {},
      }),
    )
    seen.push({ status: answer.status, body: answer.body, wait: answer.headers['retry-after'], hashes, statements })
  }
  return seen
}

test('a wrong password costs one hash, and is written down', async () => {
  const [seen] = await history('miller.maker', [{ password: 'Not-the-password', device: false, waits: 0 }])
  expect(seen).toMatchObject({ status: 401, hashes: 1 })
  expect(JSON.stringify(seen)).toContain('insert into audit_events')
})

test.each(everybody)(
  'guessing at the name of somebody $kind does the same work as at nobody’s',
  async ({ username }) => {
    const wrong = { password: 'Not-the-password', device: false, waits: 0 }
    const tries = [wrong, { ...wrong, device: true }, wrong, wrong, { ...wrong, waits: 60 }]
    expect(await history(username, tries)).toEqual(await history('nobody.here', tries))
  },
)

test('whatever is tried in whatever order, a name that is known answers and works like one that is not', async () => {
  const aTry = fc.record({
    password: fc.constantFrom('Not-the-password', 'x', 'p'.repeat(200), 'Nywila ndefu ya Kiswahili'),
    device: fc.boolean(),
    waits: fc.constantFrom(0, 0, 1, 5, 900),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...usernames),
      fc.array(aTry, { minLength: 1, maxLength: 4 }),
      async (username, tries) => {
        expect(await history(username, tries)).toEqual(await history('some.body.else', tries))
      },
    ),
    { numRuns: 8 },
  )
}, 60_000)

test('what was typed for a name is not kept, only that it was tried and from where', async () => {
  await history('My-Secret-Password-9', [{ password: 'Not-the-password', device: false, waits: 0 }])
  const { rows } = await world.owner.query<{ line: string; title: string }>(
    `select title, a::text as line from audit_events a where action = 'sign_in_failed' order by id desc limit 1`,
  )
  expect(rows[0]?.title).toBe('Unknown user name')
  expect(rows[0]?.line).not.toMatch(/my-secret/i)
})
