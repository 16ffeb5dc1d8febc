import type { RawBuilder } from 'kysely'
import type { session } from '#contract/house/session.ts'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { AnswerOf } from '#contract/kit/endpoint.ts'
import type { PasskeyProof } from '#contract/kit/webauthn.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { Refused } from '#server/kit/refused.ts'
import { reply, type Reply, type RequestFacts } from '#server/kit/web/serve.ts'
import { longestHours, newToken, tokenHash } from '#server/kit/web/sessionToken.ts'
import { deviceCookie, sessionCookie } from './cookies.ts'
import { forgetTries, uncountTry, type Guesser } from './delays.ts'
import { passkeyRequest, provePasskey, takeUse, type ProvenPasskey } from './passkeyProof.ts'
import { spendCode } from './secondFactor.ts'
import { actorOfUser, hasSecondFactor, noteUser, sessionUser, type User } from './users.ts'

/** A call at the door, with the second factor where it was given. */
export type Attempt = {
  house: House
  request: RequestFacts
  body: { code?: string | undefined; passkey?: PasskeyProof | undefined }
}

type Opening = {
  attempt: Attempt
  user: User
  guessers: readonly Guesser[]
  /** What must still hold of the user in the moment in which the session is opened, an expression over `users`. */
  still: RawBuilder<boolean>
  /** Refused with this when it does not. */
  gone: ErrorCode
  /** What is written with the session. */
  within?: (tx: Tx) => Promise<void>
  /** How somebody came in, where that was not by a password. */
  how?: string
  /** Goes back with the question for the second factor. */
  half?: string
}

// The id of no record: what was typed for a name may be somebody's password, and is not kept in any form.
export const nobody = '00000000-0000-0000-0000-000000000000'

/** The hash of a device that the user has signed in from before. */
export async function knownDeviceOf(tx: Tx, userId: string, device: string | null): Promise<Buffer | null> {
  const hash = device === null ? null : tokenHash(device)
  const devices = hash
    ? await rows(tx, sql`select 1 from known_devices where device_hash = ${hash} and user_id = ${userId}`)
    : []
  return devices.length > 0 ? hash : null
}

/** Both days of a leave belong to it, by the calendar of Nairobi. */
export function isOnLeave({ leaveFrom, leaveTo }: User): boolean {
  const today = businessDate()
  return leaveFrom !== null && leaveTo !== null && leaveFrom <= today && today <= leaveTo
}

/** Who has tried: a user, or a name that nobody has. */
type AttemptedUser = { id: string; fullName: string; organisationId: string }

/** Tries at names that nobody has stand in the trail of an organisation. */
export const unknownName = (organisationId: string): AttemptedUser => ({
  id: nobody,
  fullName: 'Unknown user name',
  organisationId,
})

/** Writes a failed try down and refuses it. */
export async function fail(
  { house, request }: Pick<Attempt, 'house' | 'request'>,
  user: AttemptedUser | undefined,
  code: ErrorCode,
): Promise<never> {
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

/** Lets in whom the first proof has named: asks for the second factor, and opens a session under a new token. */
export async function letIn(opening: Opening): Promise<Reply<AnswerOf<typeof session.login>>> {
  const { attempt, user, guessers } = opening
  const { house, request, body } = attempt
  const asker = { userId: user.id, purpose: 'sign_in', token: null } as const
  if (hasSecondFactor(user) && !body.code && !body.passkey) {
    // Not a wrong try, and not a success either: who has the password only must not win free guesses at the code.
    const passkey = await house.db.transaction('auth', async (tx) => {
      await uncountTry(tx, guessers)
      return passkeyRequest(tx, attempt, asker)
    })
    const { half } = opening
    throw new Refused('session.code_required', {
      details: { app: user.totpConfirmedAt !== null, passkey, ...(half ? { half } : {}) },
    })
  }
  const key = body.passkey ? await provePasskey(attempt, asker, body.passkey) : null
  const opened = await house.db.transaction('auth', (tx) => openSession(tx, opening, key))
  if (opened === 'code_wrong') return fail(attempt, user, body.passkey ? 'passkey.wrong' : 'session.code_wrong')
  if (opened === 'gone') throw new Refused(opening.gone)
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
          ...(user.secondFactorFirst ? { secondFactorFirst: true } : {}),
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

async function openSession(
  tx: Tx,
  { attempt, user, guessers, still, within, how }: Opening,
  key: ProvenPasskey | null,
): Promise<{ token: string; device: string; expiresAt: Date } | 'code_wrong' | 'gone'> {
  const { request } = attempt
  const used = hasSecondFactor(user) ? await spendFactor(tx, attempt, user, key) : null
  if (hasSecondFactor(user) && !used) return 'code_wrong'
  const at = now()
  const token = newToken()
  const device = request.device ?? newToken()
  const expiresAt = new Date(at.getTime() + longestHours * 3_600_000)
  const inserted = await changed(
    tx,
    sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, address)
      select ${tokenHash(token)}, id, ${at}, ${at}, ${expiresAt}, ${request.userAgent}, ${request.ip} from users
      where id = ${user.id} and status = 'ACTIVE' and ${still}`,
  )
  if (inserted === 0) return 'gone'
  await within?.(tx)
  if (request.token) await sql`delete from sessions where token_hash = ${tokenHash(request.token)}`.execute(tx)
  await sql`insert into known_devices (device_hash, user_id, last_used_at) values (${tokenHash(device)}, ${user.id}, ${at})
    on conflict (device_hash, user_id) do update set last_used_at = excluded.last_used_at`.execute(tx)
  await forgetTries(tx, guessers)
  const comment = [how, used && used !== 'app' ? factorNames[used] : undefined].filter(Boolean).join('; ')
  await noteUser(tx, {
    user,
    by: actorOfUser(user),
    action: 'sign_in',
    ...(comment ? { comment } : {}),
    changes: { address: { before: null, after: request.ip } },
    requestId: request.id,
  })
  return { token, device, expiresAt }
}

const factorNames = { passkey: 'With a passkey', recovery: 'With a recovery code' } as const

/** Uses the second factor up: the passkey where one was given, else the code. */
async function spendFactor(
  tx: Tx,
  { house, request, body }: Attempt,
  user: User,
  key: ProvenPasskey | null,
): Promise<'app' | 'recovery' | 'passkey' | null> {
  if (!body.passkey) return spendCode(tx, house, user, body.code ?? '')
  return key && (await takeUse(tx, { key, user, requestId: request.id })) ? 'passkey' : null
}
