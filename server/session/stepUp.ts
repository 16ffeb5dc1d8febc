import type { session } from '#contract/house/session.ts'
import { Refused } from '#server/kit/refused.ts'
import { done, type Call } from '#server/kit/web/serve.ts'
import { stepUpTicket } from '#server/kit/web/stepUp.ts'
import { countTry, forgetTries, guesserInSession } from './delays.ts'
import { spendAppCode } from './secondFactor.ts'
import { getUser, noteUser } from './users.ts'

/** Accepts a fresh code of the app and gives the session its ticket. A recovery code signs somebody in and does no more. */
export async function stepUp({ house, actor, request, body }: Call<typeof session.stepUp>) {
  const user = await house.db.transaction('auth', (tx) => getUser(tx, actor.userId), { readOnly: true })
  if (user.totpConfirmedAt === null) throw new Refused('step_up.no_factor')
  const tries = guesserInSession(actor.userId)
  await countTry(house.db, tries)
  const isRight = await house.db.transaction('auth', async (tx) => {
    const right = (await spendAppCode(tx, house, user, body.code)) === 'right'
    if (right) await forgetTries(tx, tries)
    await noteUser(tx, { user, by: actor, action: right ? 'step_up' : 'step_up_failed', requestId: request.id })
    return right
  })
  if (!isRight) throw new Refused('session.code_wrong')
  return done('The code is right', stepUpTicket(house, request.token ?? ''))
}
