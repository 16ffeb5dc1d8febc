import type { CommunalRate, CycleFigures } from '#contract/payments/communalRates.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

type Body = { code?: string; message: string; details?: Record<string, unknown>; data: CommunalRate }

export const setFloor = async (person: Person, limit: number | string, more: object = {}) => {
  const growerCode = person.organisationCode
  const { data } = (await cycleOf(person, growerCode)).body
  // Who may not even ask has no cycle to name.
  const paymentCycle = (data as CycleFigures | undefined)?.cycle ?? 1
  const body = { growerCode, limit, season: currentSeason(), paymentCycle, ...more }
  return person.post<Body>('/payment/setCommunalRateLimit', body)
}

export const decideFloor = (
  world: World,
  person: Person,
  action: 'APPROVE' | 'REJECT',
  { id }: { id: string },
  more: object = {},
) => {
  const path = `/payment/approveCommunalRate/${world.organisationId(person.organisationCode)}`
  return person.post<Body>(path, { limitId: id, action, ...more })
}

export const cycleOf = (person: Person, growerCode: string, season = currentSeason()) =>
  person.post<{ code?: string; data: CycleFigures; details?: Record<string, unknown> }>('/payment/computeCycle', {
    growerCode,
    season,
  })

/** Lowest rates in every state that people bring about. */
export async function makeFloors(world: World): Promise<void> {
  const { wanjikuMaker, margaretManager, danielMaker } = world.people
  for (const [limit, action] of [
    [90, 'APPROVE'],
    [120, 'REJECT'],
    [95, 'APPROVE'],
  ] as const)
    await decideFloor(world, margaretManager, action, (await setFloor(wanjikuMaker, limit)).body.data, {
      approverComment: 'Seen',
    })
  const { data } = (await setFloor(wanjikuMaker, 97)).body
  await wanjikuMaker.post('/payment/communalRateLimit/withdraw', { id: data.id })
  await setFloor(danielMaker, 88.5)
}
