import type { session } from '#contract/house/session.ts'
import { Refused } from '#server/kit/refused.ts'
import { done, type Call } from '#server/kit/web/serve.ts'
import { stepUpTicket } from '#server/kit/web/stepUp.ts'
import { countTry, forgetTries, guesserInSession } from './delays.ts'
import { askerOf, provePasskey, takeUse } from './passkeyProof.ts'
import { spendAppCode } from './secondFactor.ts'
import { getUser, hasSecondFactor, noteUser } from './users.ts'

/**
 * Accepts a fresh code of the app, or the signature of a passkey, and gives the session its ticket. A recovery code signs somebody
 * in and does no more.
 */
export async function stepUp(call: Call<typeof session.stepUp>) {
  const { house, actor, request, body } = call
  const user = await house.db.transaction('auth', (tx) => getUser(tx, actor.userId), { readOnly: true })
  if (!hasSecondFactor(user)) throw new Refused('step_up.no_factor')
  const tries = guesserInSession(actor.userId)
  await countTry(house.db, tries)
  const key = 'passkey' in body ? await provePasskey(call, askerOf(call, 'step_up'), body.passkey) : null
  const isRight = await house.db.transaction('auth', async (tx) => {
    const right =
      'code' in body
        ? (await spendAppCode(tx, house, user, body.code)) === 'right'
        : key !== null && (await takeUse(tx, { key, user, requestId: request.id }))
    if (right) await forgetTries(tx, tries)
    await noteUser(tx, {
      user,
      by: actor,
      action: right ? 'step_up' : 'step_up_failed',
      ...(key ? { comment: key.name } : {}),
      requestId: request.id,
    })
    return right
  })
  if (!isRight) throw new Refused('code' in body ? 'session.code_wrong' : 'passkey.wrong')
  return done('The second factor is right', stepUpTicket(house, request.token ?? ''))
}
