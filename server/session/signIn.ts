import type { session } from '#contract/house/session.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { reply, type Call, type Reply } from '#server/kit/web/serve.ts'
import { longestHours, newToken, tokenHash } from '#server/kit/web/sessionToken.ts'
import type { AnswerOf } from '#contract/kit/endpoint.ts'
import type { ErrorCode } from '#contract/house/errors.ts'
import { deviceCookie, sessionCookie } from './cookies.ts'
import { countTry, forgetTries, guessersOf, uncountTry, type Guesser } from './delays.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { passkeyRequest, provePasskey, takeUse, type ProvenPasskey } from './passkeyProof.ts'
import { spendCode } from './secondFactor.ts'
import { actorOfUser, findUser, hasSecondFactor, noteUser, sessionUser, type User } from './users.ts'

type Login = Call<typeof session.login>

/**
 * Signs a user in under a new token. A wrong password and an unknown username answer alike and cost the same: the same
 * statements, one hash, one line in the trail. Whether a user is suspended is said only to who knows the password.
 */
export async function signIn(call: Login): Promise<Reply<AnswerOf<typeof session.login>>> {
  const { house, request, body } = call
  const username = body.username.toLowerCase()
  const { user, knownDevice, operator } = await house.db.transaction(
    'auth',
    (tx) => identify(tx, username, request.device),
    {
      readOnly: true,
    },
  )
  const guessers = guessersOf({ username, ip: request.ip, knownDevice })
  await countTry(house.db, guessers)
  const { right, rehash } = await verifyPassword(body.password, user?.passwordHash ?? null)
  if (!user) return fail(call, operator && unknownName(operator.id), 'session.wrong')
  if (!right) return fail(call, user, 'session.wrong')
  if (!user.isActive) return fail(call, user, 'session.suspended')
  if (isOnLeave(user)) return fail(call, user, 'session.on_leave')
  const asker = { userId: user.id, purpose: 'sign_in', token: null } as const
  if (hasSecondFactor(user) && !body.code && !body.passkey) {
    // Not a wrong try, and not a success either: who has the password only must not win free guesses at the code.
    const passkey = await house.db.transaction('auth', async (tx) => {
      await uncountTry(tx, guessers)
      return passkeyRequest(tx, call, asker)
    })
    throw new Refused('session.code_required', { details: { app: user.totpConfirmedAt !== null, passkey } })
  }
  const key = body.passkey ? await provePasskey(call, asker, body.passkey) : null
  const newHash = rehash ? await hashPassword(body.password) : null
  const opened = await house.db.transaction('auth', (tx) => openSession(tx, { call, user, guessers, newHash, key }))
  if (opened === 'code_wrong') return fail(call, user, body.passkey ? 'passkey.wrong' : 'session.code_wrong')
  if (opened === 'changed') throw new Refused('session.wrong')
  const { secure } = request
  return reply(
    {
      error: false,
      message: `Welcome, ${user.fullName}`,
      data: {
        token: opened.token,
        expiresAt: opened.expiresAt.toISOString(),
        user: sessionUser({
          ...actorOfUser(user),
          roleLabel: user.roleLabel,
          language: user.language,
          totpEnabled: user.totpConfirmedAt !== null,
          passkeyEnabled: user.hasPasskey,
        }),
      },
    },
    {
      headers: {
        'set-cookie': [sessionCookie(opened.token, secure), deviceCookie(opened.device, secure)],
        'x-kahawa-device': opened.device,
      },
    },
  )
}

// The id of no record: what was typed for a name may be somebody's password, and is not kept in any form.
const nobody = '00000000-0000-0000-0000-000000000000'

/** The same statements for everybody, so that their number betrays no name. */
async function identify(tx: Tx, username: string, device: string | null) {
  const user = await findUser(tx, username)
  const [operator] = await rows(
    tx,
    sql<{ id: string }>`select id from organisations where type = 'OPERATOR' order by id limit 1`,
  )
  const hash = device === null ? null : tokenHash(device)
  const devices = hash
    ? await rows(tx, sql`select 1 from known_devices where device_hash = ${hash} and user_id = ${user?.id ?? nobody}`)
    : []
  return { user, operator, knownDevice: devices.length > 0 ? hash : null }
}

type AttemptedUser = { id: string; fullName: string; organisationId: string }

/** Tries at names that nobody has stand in the trail of the operator. */
const unknownName = (operatorId: string): AttemptedUser => ({
  id: nobody,
  fullName: 'Unknown user name',
  organisationId: operatorId,
})

/** Both days of a leave belong to it, by the calendar of Nairobi. */
function isOnLeave({ leaveFrom, leaveTo }: User): boolean {
  const today = businessDate()
  return leaveFrom !== null && leaveTo !== null && leaveFrom <= today && today <= leaveTo
}

async function fail({ house, request }: Login, user: AttemptedUser | undefined, code: ErrorCode): Promise<never> {
  // Without an operator there is no user yet, and nothing to hide.
  if (!user) throw new Refused(code)
  await house.db.transaction('auth', (tx) =>
    noteUser(tx, {
      user,
      by: { system: 'Sign-in', organisationId: user.organisationId },
      action: 'sign_in_failed',
      comment: code,
      changes: { address: { before: null, after: request.ip } },
      requestId: request.id,
    }),
  )
  throw new Refused(code)
}

type Opening = { call: Login; user: User; guessers: Guesser[]; newHash: string | null; key: ProvenPasskey | null }

async function openSession(
  tx: Tx,
  { call, user, guessers, newHash, key }: Opening,
): Promise<{ token: string; device: string; expiresAt: Date } | 'code_wrong' | 'changed'> {
  const { request } = call
  const used = hasSecondFactor(user) ? await spendFactor(tx, { call, user, key }) : null
  if (hasSecondFactor(user) && !used) return 'code_wrong'
  const at = now()
  const token = newToken()
  const device = request.device ?? newToken()
  const expiresAt = new Date(at.getTime() + longestHours * 3_600_000)
  // Only while the password that was right still is: it may have been changed, or the user suspended, a moment ago.
  const inserted = await changed(
    tx,
    sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent)
      select ${tokenHash(token)}, id, ${at}, ${at}, ${expiresAt}, ${request.userAgent} from users
      where id = ${user.id} and password_hash = ${user.passwordHash} and status = 'ACTIVE'`,
  )
  if (inserted === 0) return 'changed'
  if (newHash) await sql`update users set password_hash = ${newHash} where id = ${user.id}`.execute(tx)
  if (request.token) await sql`delete from sessions where token_hash = ${tokenHash(request.token)}`.execute(tx)
  await sql`insert into known_devices (device_hash, user_id, last_used_at) values (${tokenHash(device)}, ${user.id}, ${at})
    on conflict (device_hash, user_id) do update set last_used_at = excluded.last_used_at`.execute(tx)
  await forgetTries(tx, guessers)
  await noteUser(tx, {
    user,
    by: actorOfUser(user),
    action: 'sign_in',
    ...(used && used !== 'app' ? { comment: used === 'passkey' ? 'With a passkey' : 'With a recovery code' } : {}),
    changes: { address: { before: null, after: request.ip } },
    requestId: request.id,
  })
  return { token, device, expiresAt }
}

type Factor = Pick<Opening, 'call' | 'user' | 'key'>

/** Uses the second factor up: the passkey where one was given, else the code. */
async function spendFactor(tx: Tx, { call, user, key }: Factor): Promise<'app' | 'recovery' | 'passkey' | null> {
  const { house, request, body } = call
  if (!body.passkey) return spendCode(tx, house, user, body.code ?? '')
  return key && (await takeUse(tx, { key, user, requestId: request.id })) ? 'passkey' : null
}
