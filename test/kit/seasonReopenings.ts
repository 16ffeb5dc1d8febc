import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

type Answer = { code?: string; message: string; details?: Record<string, unknown>; data: ChangeRequest }

/** A season of long ago, which no test brings cherry to. */
const closedSeason = '2022/2023'

/** A society has made the last payment of a season, and nobody asks for it to be opened again. */
export async function closeSeason(
  { owner, organisationId }: World,
  season = closedSeason,
  code = 'CF4100',
): Promise<void> {
  const of = [organisationId(code), season]
  await owner.query(
    `update change_requests set status = 'WITHDRAWN' where kind = 'season_reopening' and organisation_id = $1 and right(target_id, 9) = $2 and status = 'PENDING_APPROVAL'`,
    of,
  )
  await owner.query('delete from season_closings where organisation_id = $1 and season = $2', of)
  await owner.query(
    `with paid as (
       insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, is_last, generated_at, status, makers, made_by, created_at)
       select uuidv7(), $1, $2, 1, 1, 1, 100, true, now(), 'WITHDRAWN', array[u.id], u.id, now() from users u where u.username = 'fcs.maker' returning id)
     insert into season_closings (id, organisation_id, season, communal_payment_id, closed_at) select uuidv7(), $1, $2, id, now() from paid`,
    of,
  )
}

export const askToReopen = (
  world: World,
  person: Person,
  season = closedSeason,
  reason = 'A book of the factory was found',
) => person.post<Answer>(`/payment/seasons/${world.organisationId(person.organisationCode)}`, { season, reason })

export const decideReopening = (
  world: World,
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  { id }: { id: string },
  approverComment = 'Seen',
) =>
  person.post<Answer>(`/payment/seasons/${world.organisationId(person.organisationCode)}/decide`, {
    id,
    step,
    approverComment,
  })

/** Reopenings in every state that people bring about. */
export async function makeReopenings(world: World): Promise<void> {
  const { wanjikuMaker, margaretManager, danielMaker } = world.people
  await closeSeason(world)
  const ask = async () => (await askToReopen(world, wanjikuMaker)).body.data
  await decideReopening(world, margaretManager, 'decline', await ask())
  await decideReopening(world, wanjikuMaker, 'withdraw', await ask())
  await decideReopening(world, margaretManager, 'approve', await ask())
  await closeSeason(world)
  await ask()
  await closeSeason(world, '2023/2024')
  await askToReopen(world, wanjikuMaker, '2023/2024')
  await closeSeason(world, closedSeason, 'CF4101')
  await askToReopen(world, danielMaker)
}
