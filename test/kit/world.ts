/**
 * The one world of the tests: a database of its own with the demo valley, the real server over it (no network, jobs
 * running, a simulated bank at an address of its own), and people with names.
 *
 *   let world: World
 *   beforeAll(async () => { world = await makeWorld() })
 *   afterAll(() => world.close())
 *
 *   const { wanjikuMaker, otienoChecker } = world.people
 *   const { status, body } = await wanjikuMaker.post('/upload/cherry/decline_farmer', { id, version: 1 })
 *
 * Paths stand below /api. People are signed in already, by a row instead of argon2; `signIn` makes the real call.
 * `world.owner` is the owner's connection, for looking at rows and for what no call can bring about.
 * The valley: society CF4100 (Wanjiku, Otieno, Margaret), society CF4101 (Daniel, Purity), miller, marketer, broker,
 * warehouse, bank, KPCU, government, operator; see db/seed. Files to upload: test/kit/farmerFiles.ts.
 */
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { serveDocs } from '#server/kit/web/apiDocs.ts'
import { setClock, now, whichClock } from '#server/kit/clock.ts'
import type { House } from '#server/kit/house.ts'
import { makeHttp } from '#server/kit/web/http.ts'
import type { Traces } from '#server/kit/traces.ts'
import { newToken, tokenHash } from '#server/kit/web/sessionToken.ts'
import { routes } from '#server/routes.ts'
import { demoPassword } from '#server/session/demo.ts'
import { makeHouse } from '#server/start.ts'
import { organisationOf, userOf, users } from '../../db/seed/organisations.ts'
import { openDemoBank } from '../../tools/demoBank.ts'
import { answerOf, personOf, usernames, type HttpAnswer, type Person, type PersonName, type Send } from './people.ts'
import { openBankApart, openTestBank, type TestBank } from './testBank.ts'
import { makeTestDatabase, type TestDatabase } from './testDatabase.ts'

export type World = {
  people: Record<PersonName, Person>
  /** The id of an organisation of the valley, by its code. */
  organisationId: (code: string) => string
  house: House
  app: FastifyInstance
  bank: TestBank
  database: TestDatabase
  owner: pg.Pool
  /** A request of somebody who has not signed in, each from another address. */
  stranger: Send
  /** The real sign-in, with the demo's password unless another is given. */
  signIn: (username: string, password?: string, code?: string) => Promise<HttpAnswer>
  /** A further session of a user, by a row. */
  newSession: (username: string) => Promise<Person>
  close: () => Promise<void>
}

/**
 * Makes a world. `manyRequests` lets every request take a little time on the program's clock, so that a test that calls
 * thousands of times is not held up as a flood; such a test must not set the clock itself. `settings` are further variables of
 * the environment, `database` one that was made for it. `demoBank` lets the bank know people as the bank of the demo does; `bankApart` gives it a process of its own.
 */
export async function makeWorld({
  manyRequests = false,
  settings = {},
  database: made = makeTestDatabase(),
  traces,
  demoBank = false,
  bankApart = false,
}: {
  manyRequests?: boolean
  settings?: Record<string, string>
  database?: TestDatabase | Promise<TestDatabase>
  traces?: Traces
  demoBank?: boolean
  bankApart?: boolean
} = {}): Promise<World> {
  const [database, bank] = await Promise.all([made, bankApart ? openBankApart() : openTestBank()])
  const owner = new pg.Pool({ ...database.config, max: 4 })
  owner.on('error', () => {}) // dropping the database ends connections that still idle
  const opened = makeHouse({
    config: readConfig({
      LOG_LEVEL: 'silent',
      KAHAWA_DEMO: '1',
      DATA_DIR: join(tmpdir(), 'kahawa-test-data'),
      // Of the providers that test/kit/administration.ts enters; nobody answers there.
      PROVIDER_HOSTS: 'login.cf4100.example, login.cf4101.example, login.ml2001.example, login.wh6001.example',
      ...settings,
    }),
    ...database.application,
    bank,
    traces,
  })
  const house = demoBank ? await openDemoBank({ bank, house: opened }) : opened
  const app = await makeHttp({ house, routes })
  serveDocs(app, house)
  await Promise.all([house.jobs.start(house), bank.control('POST', '/simulator/answer-any', { on: true })])
  let waited = 0
  const clock = whichClock()
  if (manyRequests) setClock(() => Date.now() + waited)
  const send = sender(app, () => (waited += 17)) // a user's bucket gains one token in 17 ms
  const signedIn = async (usernames: string[]) =>
    (await openSessions(owner, usernames)).map(({ username, token }) => personOf(userOf(username), token, send))
  const newSession = async (username: string) => (await signedIn([username]))[0]! // one for each name
  const everybody = await signedIn(users.map(({ username }) => username))
  const named = Object.entries(usernames).map(([name, username]) => [
    name,
    everybody.find((person) => person.username === username),
  ])
  return {
    people: Object.fromEntries(named) as World['people'], // border: `usernames` names demo users only
    organisationId: (code) => organisationOf(code).id,
    house,
    app,
    bank,
    database,
    owner,
    stranger: send,
    signIn: (username, password = demoPassword, code) =>
      send({ method: 'POST', path: '/auth/login', body: { username, password, code } }),
    newSession,
    close: async () => {
      // Whatever a test has set: the clock goes as it went before this world.
      setClock(clock)
      await app.close()
      await house.jobs.stop()
      await Promise.all([house.db.close(), house.replica?.close()])
      await Promise.all([owner.end(), bank.stop()])
      await database.drop()
    },
  }
}

const sender =
  (app: FastifyInstance, tick: () => void): Send =>
  async ({ method, path, token, query, body, payload, headers }) => {
    tick()
    const isJson = payload === undefined && body !== undefined
    const response = await app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(query
        ? { query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) }
        : {}),
      ...(payload ? { payload } : isJson ? { payload: JSON.stringify(body) } : {}),
    })
    return answerOf(response)
  }

/** All in one statement over one connection: another connection costs as much as a hundred requests. */
async function openSessions(owner: pg.Pool, usernames: string[]): Promise<{ username: string; token: string }[]> {
  const sessions = usernames.map((username) => ({ username, token: newToken() }))
  await owner.query(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
     select token_hash, user_id, $3::timestamptz, $3, $3::timestamptz + interval '12 hours'
       from unnest($1::bytea[], $2::uuid[]) as opened (token_hash, user_id)`,
    [sessions.map(({ token }) => tokenHash(token)), sessions.map(({ username }) => userOf(username).id), now()],
  )
  return sessions
}
