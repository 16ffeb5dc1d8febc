import type pg from 'pg'
import { idleMinutes, newToken, tokenHash, actorOf, type SignedIn } from '#server/kit/web/sessionToken.ts'
import type { House } from '#server/kit/house.ts'
import type { RequestFacts, Route } from '#server/kit/web/serve.ts'
import { isStream } from '#server/kit/web/serve.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { routes } from '#server/routes.ts'
import { newId } from '#server/kit/ids.ts'

const requestFacts = (): RequestFacts => ({
  id: newId(),
  ip: '127.0.0.1',
  host: 'localhost',
  userAgent: 'bench',
  token: null,
  device: null,
  secure: false,
  respondAsync: true,
  wantsEvents: false,
  idempotencyKey: null,
  stepUpTicket: null,
  hasSecondFactor: false,
  signedBody: null,
})

/** A declared call by its group's name of it, such as `ofOrganisation`, and its path. */
export function routeOf(name: string, path: string): Route {
  const route = routes.find((one) => one.name === name && one.declared.path.startsWith(path))
  if (!route) throw new Error(`no call ${name} at ${path}`)
  return route
}

/** A session of a user by a row instead of a password. */
export async function openSession(owner: pg.ClientBase, username: string): Promise<string> {
  const token = newToken()
  await owner.query(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
     select $1, id, now(), now(), now() + interval '12 hours' from users where username = $2`,
    [tokenHash(token), username],
  )
  return token
}

export async function signedIn(house: House, owner: pg.ClientBase, username: string): Promise<SignedIn> {
  const actor = await actorOf(house, await openSession(owner, username))
  if (!actor) throw new Error(`${username} cannot sign in; sessions idle after ${idleMinutes} minutes`)
  return actor
}

type Input = { actor: SignedIn; params?: object; query?: object; body?: object }

const answerOf = (house: House, route: Route, input: Input) =>
  route.run(house, { params: {}, query: {}, body: {}, file: null, request: requestFacts(), ...input })

/** Milliseconds until the first piece of a streamed answer; the rest of it is left unread. */
export async function firstPieceOf(house: House, route: Route, input: Input): Promise<number> {
  const start = performance.now()
  const answer = await answerOf(house, route, input)
  if (!isStream(answer)) throw new Error(`${route.name} answers no stream`)
  return house.db.transaction(
    scopeOf(input.actor),
    async (tx) => {
      for await (const piece of answer.produce(tx) as AsyncIterable<string | Buffer>)
        if (piece.length > 0) return performance.now() - start
      throw new Error(`${route.name} answers an empty stream`)
    },
    { readOnly: true },
  )
}

/** Runs a call at its handler, and reads a streamed answer to its end as the HTTP server would. Answers its bytes, or null. */
export async function run(house: House, route: Route, input: Input): Promise<unknown> {
  const answer = await answerOf(house, route, input)
  if (!isStream(answer)) return answer
  let bytes = 0
  await house.db.transaction(
    scopeOf(input.actor),
    async (tx) => {
      for await (const piece of answer.produce(tx) as AsyncIterable<string | Buffer>) bytes += piece.length
    },
    { readOnly: true },
  )
  return { bytes }
}
