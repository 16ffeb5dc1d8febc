import { session } from '#contract/house/session.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import type { Job } from '#server/kit/jobs.ts'
import { Refused } from '#server/kit/refused.ts'
import { reply, serve, type Call } from '#server/kit/web/serve.ts'
import { actorOf, idleMinutes, tokenHash } from '#server/kit/web/sessionToken.ts'
import { deviceForgottenAfterDays, noSessionCookie } from './cookies.ts'
import { countTry, forgetTries, forgottenAfterHours, guesserInSession } from './delays.ts'
import { demoPassword, demoPasswordHash } from './demo.ts'
import { endOtherSessions } from './endOtherSessions.ts'
import { hashPassword, mustBeStrong, verifyPassword } from './password.ts'
import { changeSecondFactor } from './secondFactor.ts'
import { signIn } from './signIn.ts'
import { stepUp } from './stepUp.ts'
import { getUser, hasSecondFactor, namesOf, noteUser, sessionUser } from './users.ts'

/** Signing in and out, and what users change about their own way in. */
export const sessionRoutes = serve(
  session,
  {
    login: signIn,
    logout: signOut,
    me: async ({ house, request }) => {
      const signedIn = await actorOf(house, request.token ?? '')
      if (!signedIn) throw new Refused('session.missing')
      return sessionUser(signedIn)
    },
    password: changePassword,
    language: async ({ house, actor, body }) => {
      await house.db.transaction('auth', (tx) =>
        sql`update users set language = ${body.language} where id = ${actor.userId}`.execute(tx),
      )
      return { error: false as const, message: 'Language changed' }
    },
    totp: changeSecondFactor,
    stepUp,
    welcome: async ({ house }) => ({
      product: 'Kahawa',
      providers: await house.db.transaction('auth', hasProviders, { readOnly: true }),
      demo: house.config.isDemo ? await demoSignIns(house) : null,
    }),
  },
  // A failed try leaves its count and its audit row although the call is refused.
  { transactions: 'own' },
)

/** Removes what nobody can use any more: dead sessions, old challenges, answers of old idempotency keys, forgotten failures and devices. */
export const sessionSweep: Job = {
  queue: 'session.sweep',
  retries: 3,
  work: async (house) => {
    const before = (hours: number): Date => new Date(now().getTime() - hours * 3_600_000)
    await house.db.transaction('auth', async (tx) => {
      await sql`delete from sessions
        where expires_at < ${now()} or last_seen_at < ${before(idleMinutes / 60)}`.execute(tx)
      await sql`delete from provider_requests where expires_at < ${now()}`.execute(tx)
      await sql`delete from passkey_challenges where expires_at < ${now()}`.execute(tx)
      await sql`delete from sign_in_delays where last_failed_at < ${before(forgottenAfterHours)}`.execute(tx)
      await sql`delete from known_devices where last_used_at < ${before(deviceForgottenAfterDays * 24)}`.execute(tx)
    })
    await house.db.transaction('system', (tx) =>
      sql`delete from idempotency_keys where created_at < ${before(72)}`.execute(tx),
    )
  },
}

/** Sweeps every hour until stopped; two servers that sweep at once only find less to do. */
export const startSweeping = (house: House): { stop: () => Promise<void> } =>
  startInterval({
    everyMs: 3_600_000,
    work: () => sessionSweep.work(house, {}),
    log: house.log,
    what: 'sweeping old sessions',
  })

async function signOut({ house, actor, request }: Call<typeof session.logout>) {
  await house.db.transaction('auth', async (tx) => {
    await sql`delete from sessions where token_hash = ${tokenHash(request.token ?? '')}`.execute(tx)
    const user = { id: actor.userId, fullName: actor.fullName, organisationId: actor.organisationId }
    await noteUser(tx, { user, by: actor, action: 'sign_out', requestId: request.id })
  })
  const clearedCookie = noSessionCookie(request.secure)
  // Of what the browser keeps only the pages it read: its storage holds deliveries that were typed and not sent yet, and one of
  // its cookies says that this device is known.
  const headers = { 'set-cookie': clearedCookie, 'clear-site-data': '"cache"' }
  return reply({ error: false as const, message: 'Signed out' }, { headers })
}

async function changePassword({ house, actor, request, body }: Call<typeof session.password>) {
  const tries = guesserInSession(actor.userId)
  await countTry(house.db, tries)
  const user = await house.db.transaction('auth', (tx) => getUser(tx, actor.userId), { readOnly: true })
  if (!(await verifyPassword(body.current, user.passwordHash)).right) throw new Refused('session.wrong')
  // The password was right: whoever now looks for a strong enough new one is not guessing.
  await house.db.transaction('auth', (tx) => forgetTries(tx, tries))
  if (body.next === body.current)
    throw new Refused('password.weak', { message: 'Choose a password that differs from the present one.' })
  mustBeStrong({
    password: body.next,
    username: user.username,
    organisation: namesOf(user),
    hasSecondFactor: hasSecondFactor(user),
  })
  const passwordHash = await hashPassword(body.next)
  await house.db.transaction('auth', async (tx) => {
    await sql`update users set password_hash = ${passwordHash}, password_changed_at = ${now()}
      where id = ${user.id}`.execute(tx)
    await endOtherSessions(tx, { actor, request })
    await noteUser(tx, { user, by: actor, action: 'password_changed', requestId: request.id })
  })
  return { error: false as const, message: 'Password changed. Your other sessions have ended' }
}

const hasProviders = async (tx: Tx): Promise<boolean> =>
  (await rows(tx, sql`select 1 from sign_in_providers where active limit 1`)).length > 0

async function demoSignIns(house: House) {
  const users = await house.db.transaction(
    'auth',
    (tx) =>
      rows(
        tx,
        sql<{ username: string; role: string; organisation: string }>`
          select u.username, r.label as role, o.name as organisation
          from users u join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name
          where u.password_hash = ${demoPasswordHash} and u.status = 'ACTIVE' order by o.id, u.id limit 50`,
      ),
    { readOnly: true },
  )
  return { password: demoPassword, users }
}
