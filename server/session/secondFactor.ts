import type { session } from '#contract/house/session.ts'
import type { AnswerOf } from '#contract/kit/endpoint.ts'
import { now } from '#server/kit/clock.ts'
import { changed, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import type { House } from '#server/kit/house.ts'
import type { Call } from '#server/kit/web/serve.ts'
import { mustProveFactor } from '#server/kit/web/stepUp.ts'
import { countTry, forgetTries, guesserInSession } from './delays.ts'
import { endOtherSessions } from './endOtherSessions.ts'
import { openFactor, sealFactor } from './sealedFactors.ts'
import { mustBeStrong, verifyPassword } from './password.ts'
import { findRecoveryHash, newRecoveryCodes, newTotp, stepOfCode } from './totp.ts'
import { getUser, namesOf, noteUser, type User } from './users.ts'

type Answer = AnswerOf<typeof session.totp>

/** Uses a code up: the app's code of this moment, or one of the recovery codes. Two uses at once: one wins. */
export async function spendCode(tx: Tx, house: House, user: User, code: string): Promise<'app' | 'recovery' | null> {
  const ofApp = await spendAppCode(tx, house, user, code)
  if (ofApp !== 'other') return ofApp === 'right' ? 'app' : null
  const hash = await findRecoveryHash(code, user.recoveryHashes)
  if (hash === null) return null
  const used = await changed(
    tx,
    sql`update users set recovery_hashes = array_remove(recovery_hashes, ${hash}) where id = ${user.id} and ${hash} = any (recovery_hashes)`,
  )
  return used > 0 ? 'recovery' : null
}

/** Uses up the app's code of this moment. `used` when somebody else was quicker with it, `other` when it is none of the app's. */
export async function spendAppCode(
  tx: Tx,
  house: House,
  user: User,
  code: string,
): Promise<'right' | 'used' | 'other'> {
  const { totpLastStep: lastStep } = user
  // A secret that was never confirmed opens nothing.
  const secret = user.totpConfirmedAt === null ? null : openFactor(house, user)
  const step = secret ? stepOfCode({ secret, code, lastStep }) : null
  if (step === null) return 'other'
  const used = await changed(
    tx,
    sql`update users set totp_last_step = ${step} where id = ${user.id} and (totp_last_step is null or totp_last_step < ${step})`,
  )
  return used > 0 ? 'right' : 'used'
}

/** Turns the second factor on (enrol, then confirm with a first code) and off. */
export async function changeSecondFactor(call: Call<typeof session.totp>): Promise<Answer> {
  const { house, actor, body } = call
  const tries = guesserInSession(actor.userId)
  const user = await mustKnowPassword(call, body.action === 'confirm' ? null : body.password)
  if ((body.action === 'disable') !== (user.totpConfirmedAt !== null)) throw new Refused('step.wrong_state')
  // Who holds a session and the password only must neither add a way in nor take the app away from the owner.
  if (body.action !== 'disable' || body.code === undefined) mustProveFactor(call)
  if (body.action === 'disable' && !user.hasPasskey) refuseShortPassword(body.password, user)
  return house.db.transaction('auth', async (tx) => {
    const answer =
      body.action === 'enrol'
        ? await enrol(tx, house, user)
        : body.action === 'confirm'
          ? await confirm(tx, call, user, body.code)
          : await disable(tx, call, user, body.code)
    await forgetTries(tx, tries)
    if (body.action !== 'enrol' && body.endOthers) await endOtherSessions(tx, call)
    return answer
  })
}

type Guesser = Pick<Call<typeof session.totp>, 'house' | 'actor'>

/** Counts a try of the signed-in user, and refuses a wrong password. The caller takes the count back once everything was right. */
export async function mustKnowPassword({ house, actor }: Guesser, password: string | null): Promise<User> {
  await countTry(house.db, guesserInSession(actor.userId))
  const user = await house.db.transaction('auth', (tx) => getUser(tx, actor.userId), { readOnly: true })
  if (password !== null && !(await verifyPassword(password, user.passwordHash)).right)
    throw new Refused('session.wrong')
  return user
}

/** A password of eight characters was allowed only beside the second factor. */
export function refuseShortPassword(password: string, user: User): void {
  const { username } = user
  const organisation = namesOf(user)
  try {
    mustBeStrong({ password, username, organisation, hasSecondFactor: false })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new Refused('password.weak', {
      message: 'First choose a password of at least 15 characters: without a second factor yours is too short.',
    })
  }
}

async function enrol(tx: Tx, house: House, user: User): Promise<Answer> {
  const { secret, uri } = newTotp(user.username)
  await sql`update users set totp_secret = ${sealFactor(house, user, secret)}, totp_last_step = null
    where id = ${user.id} and totp_confirmed_at is null`.execute(tx)
  return { error: false, message: 'Scan the code with your authenticator app', data: { secret, uri } }
}

async function confirm(tx: Tx, { house, actor, request }: Call<typeof session.totp>, user: User, code: string) {
  const secret = openFactor(house, user)
  if (!secret) throw new Refused('step.wrong_state')
  const step = stepOfCode({ secret, code, lastStep: user.totpLastStep })
  if (step === null) throw new Refused('session.code_wrong')
  const { codes, hashes } = await newRecoveryCodes()
  const turnedOn = await changed(
    tx,
    sql`update users set totp_confirmed_at = ${now()}, totp_last_step = ${step}, recovery_hashes = ${hashes}
      where id = ${user.id} and totp_confirmed_at is null and totp_secret = ${user.totpSecret}`,
  )
  if (turnedOn === 0) throw new Refused('step.wrong_state')
  await noteUser(tx, { user, by: actor, action: 'totp_on', requestId: request.id })
  return {
    error: false as const,
    message: 'The authenticator app is on. Keep the recovery codes in a safe place',
    data: { recoveryCodes: codes },
  }
}

async function disable(
  tx: Tx,
  { house, actor, request }: Call<typeof session.totp>,
  user: User,
  code: string | undefined,
) {
  await sql`select from users where id = ${user.id} for update`.execute(tx)
  if (code !== undefined && !(await spendCode(tx, house, user, code))) throw new Refused('session.code_wrong')
  await sql`update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null,
    recovery_hashes = case when exists (select from passkeys p where p.user_id = users.id) then recovery_hashes else '{}' end
    where id = ${user.id}`.execute(tx)
  await noteUser(tx, { user, by: actor, action: 'totp_off', requestId: request.id })
  return { error: false as const, message: 'The authenticator app is off', data: {} }
}
