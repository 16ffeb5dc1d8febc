import type { session } from '#contract/house/session.ts'
import type { AnswerOf } from '#contract/kit/endpoint.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { Call, Reply } from '#server/kit/web/serve.ts'
import { countTry, guessersOf } from './delays.ts'
import { fail, isOnLeave, knownDeviceOf, letIn, nobody, unknownName } from './openSession.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { findUser } from './users.ts'

/**
 * Signs a user in under a new token. A wrong password and an unknown username answer alike and cost the same: the same
 * statements, one hash, one line in the trail. Whether a user is suspended is said only to who knows the password.
 */
export async function signIn(call: Call<typeof session.login>): Promise<Reply<AnswerOf<typeof session.login>>> {
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
  if (user.passwords === 'REFUSED') return fail(call, user, 'session.use_provider')
  const newHash = rehash ? await hashPassword(body.password) : null
  return letIn({
    attempt: call,
    user,
    guessers,
    // Only while the password that was right still is: it may have been changed a moment ago.
    still: sql<boolean>`password_hash = ${user.passwordHash}`,
    gone: 'session.wrong',
    within: async (tx) => {
      if (newHash) await sql`update users set password_hash = ${newHash} where id = ${user.id}`.execute(tx)
    },
    ...(user.passwords === 'BREAK_GLASS' ? { how: 'By the password that opens when the provider is down' } : {}),
  })
}

/** The same statements for everybody, so that their number betrays no name. */
async function identify(tx: Tx, username: string, device: string | null) {
  const user = await findUser(tx, username)
  const [operator] = await rows(
    tx,
    sql<{ id: string }>`select id from organisations where type = 'OPERATOR' order by id limit 1`,
  )
  return { user, operator, knownDevice: await knownDeviceOf(tx, user?.id ?? nobody, device) }
}
