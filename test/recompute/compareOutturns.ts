import type { Outturn } from '#contract/outturns/outturns.ts'
import type { Timeline, TimelineStage } from '#contract/outturns/timeline.ts'
import type { Ask } from './compareCalls.ts'
import { holdInto } from './countedLot.ts'
import { gramsOf, sumOf } from './rawTables.ts'
import type { RawOutturns } from './rawOutturns.ts'

/** How many outturns are asked for one by one. */
const most = 25
export const received = ['APPROVED', 'CATALOGUED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED']
export const nothing = { done: 0, of: 0, on: null }
export type Counted = { done: number; of: number; on: string | null }

/**
 * What outturns print to who reads of all, or to the society of this id: how far each has come, by numbers and days, and its kilograms from
 * stage to stage. Answers what differs from what was counted, by name, and how many figures were compared.
 */
export async function compareOutturns(
  ask: Ask,
  whole: RawOutturns,
  reader: string | null,
): Promise<{ compared: number; differences: string[] }> {
  const raw = reader === null ? whole : seenBy(whole, reader)
  const differences: string[] = []
  const held = holdInto(differences)
  let compared = 0
  const paidOn = new Map(raw.paidOn.map(({ slip, day }) => [slip, day]))
  // A lot that is still being agreed is known to those who agree on it.
  const offered = raw.lots.filter(({ status, saleDate }) => saleDate !== null || ['APPROVED', 'SOLD'].includes(status))
  const names = new Set([...raw.parchment, ...offered].map(({ outturn, season }) => `${outturn} ${season}`))
  for (const named of [...names].toSorted().slice(0, most)) {
    const [outturn = '', season = ''] = named.split(' ')
    const query = `outturn=${outturn}&season=${season}`
    const { stages } = (await ask('GET', `/outturn/timeline?${query}`)) as Timeline // border: the declared answer
    for (const [stage, right] of Object.entries(wayOf({ outturn, season }))) {
      const said = stages.find((one) => one.stage === stage)
      const name = `How far ${named} has come, ${stage}`
      compared += 3
      held.count(`${name}, done`, said?.done ?? -1, right.done)
      held.count(`${name}, of`, said?.of ?? -1, right.of)
      if (said?.on !== right.on) held.say(`${name}, day: ${said?.on} stands there, ${right.on} is right`)
    }
    const page = (await ask('GET', `/outturn?${query}`)) as Outturn // border: the declared answer
    const counted = kilogramsOf({ outturn, season })
    held.count(`Outturn ${named}, stages of its kilograms`, page.balance.length, counted.length)
    for (const [at, [stage, went, came]] of counted.entries()) {
      const said = page.balance[at]
      const name = `Outturn ${named}, ${stage}`
      compared += 4
      if (said?.stage !== stage) held.say(`${name}: ${said?.stage} stands there`)
      held.weight(`${name}, went in`, grams(said?.went), went)
      held.weight(`${name}, came out`, grams(said?.came), came)
      held.weight(`${name}, lost`, grams(said?.loss), went - came)
      held.count(
        `${name}, of a thousand`,
        Math.round((said?.share ?? 0) * 10),
        Number((2000n * came + went) / (2n * went)),
      )
    }
  }
  return { compared, differences }

  /** The records of an outturn: what stands of them, and the parts of lots with others that are of it. */
  function recordsOf({ outturn, season }: { outturn: string; season: string }) {
    const own = <Of extends { outturn: string; season: string }>(all: readonly Of[]) =>
      all.filter((one) => one.outturn === outturn && one.season === season)
    const parchment = own(raw.parchment)
    const societies = [...new Set(parchment.map(({ society }) => society))]
    const all = own(raw.lots)
    const known = new Set(all.map(({ id }) => id))
    const slipOf = new Map(raw.parts.map(({ record, slip }) => [record, slip]))
    const parts = own(raw.parts).filter(({ record, grower }) => societies.includes(grower) && !known.has(record))
    return {
      parchment,
      societies,
      dispatched: own(raw.dispatched),
      all,
      lots: all.filter(({ status, saleDate }) => saleDate !== null || !['REJECTED', 'WITHDRAWN'].includes(status)),
      slipOf,
      elsewhere: [...new Set(parts.map(({ slip }) => slip))],
    }
  }

  function wayOf(key: { outturn: string; season: string }): Record<TimelineStage, Counted> {
    const { parchment, societies, dispatched, lots, slipOf, elsewhere } = recordsOf(key)
    const confirmed = parchment.filter(({ status }) => ['PENDING_KPCU_APPROVAL', 'APPROVED'].includes(status))
    const agreed = lots.filter(({ status, saleDate }) => saleDate !== null || ['APPROVED', 'SOLD'].includes(status))
    const sold = lots.filter(({ saleDate }) => saleDate !== null)
    const slips = [...lots.flatMap(({ id }) => slipOf.get(id) ?? []), ...elsewhere]
    const paid = slips.filter((slip) => paidOn.get(slip))
    const dayOfPart = (slip: string) => raw.lots.find(({ id }) => slipOf.get(id) === slip)?.saleDate ?? null
    return {
      DELIVERED: societies.length === 0 ? nothing : both(parchment.length, last(parchment.map(({ sentOn }) => sentOn))),
      MILLED:
        parchment.length === 0
          ? nothing
          : { ...both(parchment.length, last(confirmed.map(({ decidedOn }) => decidedOn))), done: confirmed.length },
      DISPATCHED: {
        done: dispatched.filter(({ status }) => received.includes(status)).length,
        of: dispatched.length,
        on: last(dispatched.map(({ decidedOn }) => decidedOn)),
      },
      CATALOGUED: {
        done: agreed.length + elsewhere.length,
        of: lots.length + elsewhere.length,
        on: last(agreed.map(({ decidedOn }) => decidedOn)),
      },
      SOLD: {
        done: sold.length + elsewhere.length,
        of: agreed.length + elsewhere.length,
        on: last([...sold.map(({ saleDate }) => saleDate), ...elsewhere.map(dayOfPart)]),
      },
      PAID: { done: paid.length, of: slips.length, on: last(paid.map((slip) => paidOn.get(slip) ?? null)) },
      ...dollarsOf(societies, paid),
    }
  }

  /** What became of the dollars: each society for itself, and where several brought it, how many of them have come so far. */
  function dollarsOf(
    societies: readonly string[],
    paid: readonly string[],
  ): Record<'CREDITED' | 'CONVERTED' | 'SCHEDULED' | 'IN_ACCOUNT', Counted> {
    const each = societies.map((society) => {
      const legs = raw.legs.filter(({ grower, slip }) => grower === society && paid.includes(slip))
      const arrived = legs.filter(({ status }) => status === 'PAID')
      const credited = { done: arrived.length, of: legs.length, on: last(arrived.map(({ settledOn }) => settledOn)) }
      const converted = raw.converted.find(
        (one) => one.society === society && credited.on !== null && one.settledOn >= credited.on,
      )
      const schedule =
        converted && raw.schedules.find((one) => one.society === society && one.generatedOn >= converted.settledOn)
      return {
        CREDITED: credited,
        CONVERTED: converted ? both(1, converted.settledOn) : nothing,
        SCHEDULED: schedule ? both(1, schedule.generatedOn) : nothing,
        IN_ACCOUNT: schedule ? { done: schedule.paid, of: schedule.members, on: schedule.paidOn } : nothing,
      }
    })
    const together = (stage: keyof (typeof each)[number]): Counted => {
      const all = each.map((one) => one[stage])
      const [only = nothing, ...others] = all
      if (others.length === 0) return only
      const on = last(all.map((one) => one.on))
      if (stage === 'CREDITED')
        return { done: total(all.map(({ done }) => done)), of: total(all.map(({ of }) => of)), on }
      const whole = all.filter(({ done, of }) => of > 0 && done === of)
      return { done: whole.length, of: all.some(({ of }) => of > 0) ? all.length : 0, on }
    }
    return {
      CREDITED: together('CREDITED'),
      CONVERTED: together('CONVERTED'),
      SCHEDULED: together('SCHEDULED'),
      IN_ACCOUNT: together('IN_ACCOUNT'),
    }
  }

  /** What went into each stage and came out of it, where both sides are known. */
  function kilogramsOf(key: { outturn: string; season: string }): [stage: string, went: bigint, came: bigint][] {
    const { parchment, dispatched, all } = recordsOf(key)
    const weightOf = (list: readonly { kilograms: string }[]) => sumOf(list, ({ kilograms }) => gramsOf(kilograms))
    const sentOf = (list: typeof dispatched) => sumOf(list, ({ sentKg }) => gramsOf(sentKg))
    const takenIn = dispatched.filter(({ status }) => received.includes(status))
    const offered = all.filter(({ status }) => !['REJECTED', 'WITHDRAWN'].includes(status))
    const stages: [string, bigint, bigint, number][] = [
      ['MILLING', weightOf(parchment), sentOf(dispatched), dispatched.length],
      ['TRANSPORT', sentOf(takenIn), weightOf(takenIn), takenIn.length],
      ['CATALOGUE', weightOf(takenIn), weightOf(offered), offered.length],
      [
        'SALE',
        weightOf(offered),
        weightOf(offered.filter(({ status }) => status === 'SOLD')),
        offered.filter(({ status }) => status === 'SOLD').length,
      ],
    ]
    return stages.flatMap(([stage, went, came, records]) => (went > 0n && records > 0 ? [[stage, went, came]] : []))
  }
}

/** A society reads its own parchment, dispatches, lots and parts of lots. */
export const seenBy = (whole: RawOutturns, society: string): RawOutturns => ({
  ...whole,
  parchment: whole.parchment.filter((one) => one.society === society),
  dispatched: whole.dispatched.filter(({ grower }) => grower === society),
  lots: whole.lots.filter(({ grower }) => grower === society),
  parts: whole.parts.filter(({ grower }) => grower === society),
})

const both = (count: number, on: string | null): Counted => ({ done: count, of: count, on })
export const last = (days: readonly (string | null)[]): string | null =>
  days
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1) ?? null
const total = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
const grams = (kilograms: number | undefined): bigint => BigInt(Math.round((kilograms ?? 0) * 1000))
