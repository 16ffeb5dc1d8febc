import { ownSessions } from '#contract/session/ownSessions.ts'
import { now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { serve, type Call } from '#server/kit/web/serve.ts'
import { idleMinutes, tokenHash } from '#server/kit/web/sessionToken.ts'
import { mustProveFactor } from '#server/kit/web/stepUp.ts'
import { forgetTries, guesserInSession } from './delays.ts'
import { endOtherSessions, type Asking } from './endOtherSessions.ts'
import { mustKnowPassword } from './secondFactor.ts'
import { getUser, noteUser, type User } from './users.ts'

/** Who has neither a second factor nor a password here ends sessions within so many minutes of signing in. */
const newMinutes = 10

/** Where the user is signed in, and ending it. */
export const ownSessionRoutes = serve(
  ownSessions,
  {
    list,
    end: async (call) => {
      const own = await call.house.db.transaction('auth', (tx) => sessionsOf(tx, call), { readOnly: true })
      if (!own.some(({ id }) => id === call.params.id)) throw new Refused('record.not_found')
      await mustProve(call)
      await endThese(call, (tx) =>
        changed(tx, sql`delete from sessions where id = ${call.params.id} and user_id = ${call.actor.userId}`),
      )
      return { error: false as const, message: 'That session has ended' }
    },
    endOthers: async (call) => {
      await mustProve(call)
      await endThese(call, (tx) => endOtherSessions(tx, call))
      return { error: false as const, message: 'Your other sessions have ended' }
    },
  },
  // A wrong password leaves its count although the call is refused.
  { transactions: 'own' },
)

type Stored = { id: string; device: string; address: string; since: Date; lastUsed: Date; current: boolean }

/** Those that open something still: what is idle or run out waits for the sweep only. */
const sessionsOf = (tx: Tx, { actor, request }: Asking): Promise<Stored[]> =>
  rows(
    tx,
    sql<Stored>`select id, user_agent as device, address, created_at as since, last_seen_at as "lastUsed",
        token_hash = ${tokenHash(request.token ?? '')} as current
      from sessions where user_id = ${actor.userId} and expires_at > ${now()}
        and last_seen_at > ${new Date(now().getTime() - idleMinutes * 60_000)}
      order by current desc, last_seen_at desc, id`,
  )

async function list(call: Call<typeof ownSessions.list>) {
  const { house, actor, request } = call
  const [sessions, user] = await house.db.transaction(
    'auth',
    async (tx) => [await sessionsOf(tx, call), await getUser(tx, actor.userId)] as const,
    { readOnly: true },
  )
  return {
    proof: request.hasSecondFactor
      ? ('factor' as const)
      : hasPassword(user)
        ? ('password' as const)
        : ('new sign-in' as const),
    sessions: sessions.map(({ since, lastUsed, ...one }) => ({
      ...one,
      since: since.toISOString(),
      lastUsed: lastUsed.toISOString(),
    })),
  }
}

const hasPassword = ({ passwordHash, passwords }: User): boolean => passwordHash !== null && passwords !== 'REFUSED'

type Ending = Call<typeof ownSessions.endOthers> | Call<typeof ownSessions.end>

/** Somebody at a desk that was left must not shut its owner out elsewhere. */
async function mustProve(call: Ending): Promise<void> {
  const { house, actor, request, body } = call
  if (request.hasSecondFactor) return mustProveFactor(call)
  const user = await house.db.transaction('auth', (tx) => getUser(tx, actor.userId), { readOnly: true })
  if (hasPassword(user)) {
    await mustKnowPassword(call, body.password ?? '')
    return house.db.transaction('auth', (tx) => forgetTries(tx, guesserInSession(actor.userId)))
  }
  const sessions = await house.db.transaction('auth', (tx) => sessionsOf(tx, call), { readOnly: true })
  const since = sessions.find(({ current }) => current)?.since.getTime() ?? 0
  if (now().getTime() - since > newMinutes * 60_000) throw new Refused('session.not_new')
}

async function endThese({ house, actor, request }: Ending, end: (tx: Tx) => Promise<number>): Promise<void> {
  await house.db.transaction('auth', async (tx) => {
    const ended = await end(tx)
    if (ended === 0) return
    const user = { id: actor.userId, fullName: actor.fullName, organisationId: actor.organisationId }
    const changes = { sessions: { before: null, after: ended } }
    await noteUser(tx, { user, by: actor, action: 'sessions_ended', changes, requestId: request.id })
  })
}
