import type { Timeline, TimelineStage } from '#contract/outturns/timeline.ts'
import type { Ask } from './compareCalls.ts'
import { last, nothing, received, seenBy, type Counted } from './compareOutturns.ts'
import { holdInto } from './countedLot.ts'
import type { RawOutturns } from './rawOutturns.ts'

/**
 * How far the seasons of societies have come, as it is told to who reads of all, or to the society of this id. Answers what differs from
 * what was counted, by name, and how many figures were compared.
 */
export async function compareTimelines(
  ask: Ask,
  whole: RawOutturns,
  reader: string | null,
): Promise<{ compared: number; differences: string[] }> {
  const differences: string[] = []
  const held = holdInto(differences)
  let compared = 0
  const raw = reader === null ? whole : seenBy(whole, reader)
  const slipOf = new Map(raw.parts.map(({ record, slip }) => [record, slip]))
  const paidOn = new Map(raw.paidOn.map(({ slip, day }) => [slip, day]))
  const dayOf = new Map(whole.lots.map(({ id, saleDate }) => [id, saleDate]))
  const named = [...raw.parchment, ...Object.values(raw.seasons).flat()].map(({ society, season }) => ({
    society,
    season,
  }))
  const each = new Map(named.map((one) => [`${one.society} ${one.season}`, one]))
  for (const { society, season } of each.values()) {
    if (reader !== null && society !== reader) continue
    const { code = '' } = raw.growers.find(({ id }) => id === society) ?? {}
    const { stages } = (await ask('GET', `/society/timeline/${code}?season=${season}`)) as Timeline // border: the declared answer
    for (const [stage, right] of Object.entries(wayOf(society, season))) {
      const said = stages.find((one) => one.stage === stage)
      const name = `How far ${code} has come in ${season}, ${stage}`
      compared += 3
      held.count(`${name}, done`, said?.done ?? -1, right.done)
      held.count(`${name}, of`, said?.of ?? -1, right.of)
      if (said?.on !== right.on) held.say(`${name}, day: ${said?.on} stands there, ${right.on} is right`)
    }
  }
  return { compared, differences }

  function wayOf(society: string, season: string): Record<TimelineStage, Counted> {
    const parchment = raw.parchment.filter((one) => one.society === society && one.season === season)
    const brought = new Set(parchment.map(({ outturn }) => outturn))
    const confirmed = parchment.filter(({ status }) => ['PENDING_KPCU_APPROVAL', 'APPROVED'].includes(status))
    const isOwn = (one: { outturn: string; season: string; grower: string | null }) =>
      one.season === season && (brought.has(one.outturn) || one.grower === society)
    const dispatched = raw.dispatched.filter(isOwn)
    const known = raw.lots.filter(isOwn)
    const lots = known.filter(
      ({ status, saleDate }) => saleDate !== null || !['REJECTED', 'WITHDRAWN'].includes(status),
    )
    const agreed = lots.filter(({ status, saleDate }) => saleDate !== null || ['APPROVED', 'SOLD'].includes(status))
    const sold = lots.filter(({ saleDate }) => saleDate !== null)
    const ids = new Set(known.map(({ id }) => id))
    const parts = raw.parts.filter((one) => one.grower === society && one.season === season && !ids.has(one.record))
    const slips = [...lots.flatMap(({ id }) => slipOf.get(id) ?? []), ...parts.map(({ slip }) => slip)]
    const paid = slips.filter((slip) => paidOn.get(slip))
    const legs = raw.legs.filter(({ grower, slip }) => grower === society && paid.includes(slip))
    const arrived = legs.filter(({ status }) => status === 'PAID')
    const deals = did('deals', society, season)
    const waits = raw.unconverted.some((one) => one.society === society && one.season === season)
    return {
      DELIVERED: did('deliveries', society, season),
      MILLED: {
        done: confirmed.length,
        of: parchment.length,
        on: last(confirmed.map(({ decidedOn }) => decidedOn)),
      },
      DISPATCHED: {
        done: dispatched.filter(({ status }) => received.includes(status)).length,
        of: dispatched.length,
        on: last(dispatched.map(({ decidedOn }) => decidedOn)),
      },
      CATALOGUED: {
        done: agreed.length + parts.length,
        of: lots.length + parts.length,
        on: last(agreed.map(({ decidedOn }) => decidedOn)),
      },
      SOLD: {
        done: sold.length + parts.length,
        of: agreed.length + parts.length,
        on: last([...sold.map(({ saleDate }) => saleDate), ...parts.map(({ record }) => dayOf.get(record) ?? null)]),
      },
      PAID: { done: paid.length, of: slips.length, on: last(paid.map((slip) => paidOn.get(slip) ?? null)) },
      CREDITED: { done: arrived.length, of: legs.length, on: last(arrived.map(({ settledOn }) => settledOn)) },
      CONVERTED: { ...deals, of: deals.of + (waits ? 1 : 0) },
      SCHEDULED: did('made', society, season),
      IN_ACCOUNT: did('lines', society, season),
    }
  }

  function did(what: keyof RawOutturns['seasons'], society: string, season: string): Counted {
    const { done, of, on } =
      raw.seasons[what].find((one) => one.society === society && one.season === season) ?? nothing
    return { done, of, on }
  }
}
