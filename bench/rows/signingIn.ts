import { actorOf } from '#server/kit/web/sessionToken.ts'
import { demoPassword } from '#server/session/demo.ts'
import type { Bench } from '../kit/bench.ts'
import { openSession, routeOf, run } from '../kit/calls.ts'
import { byTurns, median, timed } from '../kit/measure.ts'
import { ms, type Line } from '../kit/report.ts'

/** What every request pays to know its user, and what a sign-in costs. */
export async function signingIn(bench: Bench): Promise<Line[]> {
  const { house, owner } = bench.at
  const token = await openSession(owner, 'fcs.maker')
  const many = async (work: () => Promise<unknown>): Promise<number> => {
    const took: number[] = []
    for (let n = 0; n < 300; n++) took.push(await timed(work))
    return median(took)
  }
  const look = await byTurns({
    rounds: bench.rounds,
    floor: () => many(() => house.db.pool.query({ name: 'nothing', text: 'select 1' })),
    product: () => many(() => actorOf(house, token)),
  })
  const login = routeOf('login', '/auth/login')
  const signIns: number[] = []
  // A wrong actor on purpose: signing in needs none.
  for (let n = 0; n < 15; n++)
    signIns.push(
      await timed(() =>
        run(house, login, { actor: null as never, body: { username: 'fcs.maker', password: demoPassword } }),
      ),
    )
  return [
    {
      work: 'session look-up of a request',
      measured: ms(look.product),
      floor: `${ms(look.floor)} select 1`,
      ratio: look.ratio,
    },
    { work: 'sign-in with a password (argon2id)', measured: ms(median(signIns)) },
  ]
}
