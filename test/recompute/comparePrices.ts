import { priceLevels, type PriceFigures, type PriceLevel, type PriceRow } from '#contract/stock/prices.ts'
import type { Ask } from './compareCalls.ts'
import { holdInto, takenOf } from './countedLot.ts'
import { sumOf, type RawTables } from './rawTables.ts'
import type { RawOutturns } from './rawOutturns.ts'
import { addQuotients, reachedLots, type RawWays } from './reachedLots.ts'
import type { RawSales } from './rawSales.ts'
import type { RecomputedSales } from './recomputeSales.ts'

const size = 100
const dayMs = 86_400_000
const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)
const decided = ['APPROVED', 'PARTIALLY_PAID', 'COMPLETED']

/**
 * What the page of prices and payment says by county, society and season: what was sold for what, what arrived and after how many days,
 * and what of payments has reached members. Answers what differs from what was counted, by name, and how many figures were compared.
 */
export async function comparePrices(
  ask: Ask,
  {
    sales: raw,
    outturns,
    counted,
    payments,
    ways,
  }: { sales: RawSales; outturns: RawOutturns; counted: RecomputedSales; payments: RawTables; ways: RawWays },
): Promise<{ compared: number; differences: string[] }> {
  const differences: string[] = []
  const held = holdInto(differences)
  let compared = 0
  const growerOf = new Map(outturns.growers.map((grower) => [grower.id, grower]))
  const slipOf = new Map(raw.slips.map((slip) => [slip.id, slip]))
  const sold = [...counted.lots].flatMap(([id, lot]) =>
    [...lot.shares].map(([grower, { grams, gross, net }]) => {
      const slip = slipOf.get(id)!
      const leg = outturns.legs.find((one) => one.slip === id && one.grower === grower && one.status === 'PAID')
      const days = leg?.settledOn ? (Date.parse(leg.settledOn) - Date.parse(slip.saleDate)) / dayMs : 0
      return {
        ...placeOf(grower, slip.season),
        grade: slip.grade,
        grams,
        gross,
        valued: grams * BigInt(slip.price),
        charges: gross - (net - takenOf(lot, grower)),
        arrived: BigInt(leg?.cents ?? 0),
        came: leg ? 1n : 0n,
        days: BigInt(days),
      }
    }),
  )
  const tracesOf = Map.groupBy(payments.traces, ({ schedule }) => schedule)
  const linesOf = Map.groupBy(payments.lines, ({ schedule }) => schedule)
  const reached = payments.schedules
    .filter(({ status }) => decided.includes(status))
    .map(({ id, society, season, deducted, recovered }) => {
      const traces = tracesOf.get(id) ?? []
      const paid = sumOf(
        (linesOf.get(id) ?? []).filter(({ status }) => status === 'SUCCESS'),
        ({ net }) => BigInt(net),
      )
      const shillings = BigInt(deducted) + BigInt(recovered) + paid
      const spent = sumOf(traces, (trace) => BigInt(trace.shillings))
      const dollars = sumOf(traces, (trace) => BigInt(trace.dollars))
      return { ...placeOf(society, season), shillings, dollars: spent > 0n ? halfUp(dollars * shillings, spent) : 0n }
    })
  const ofLots = reachedLots(ways).map((one) => ({ ...one, ...placeOf(one.grower, one.season) }))
  for (const level of priceLevels) {
    const path = `/prices?level=${level}&size=${size}`
    const { content, total } = (await ask('GET', path)) as { content: PriceRow[]; total: PriceFigures } // border: the declared answer
    const keys = new Set([...sold, ...reached].map((one) => one[level]))
    held.count(`Prices, rows by ${level}`, content.length, keys.size)
    for (const key of keys) {
      const row = content.find((one) => one.key === key)
      if (row) hold(`Prices of ${key || 'no county'}`, row, (one) => one[level] === key)
      else held.say(`Prices of ${key}: are not there`)
    }
    hold(`Prices by ${level}, together`, total, () => true)
  }
  return { compared, differences }

  function placeOf(grower: string, season: string): Record<PriceLevel, string> {
    const { code = '', county = '' } = growerOf.get(grower) ?? {}
    return { county, society: code, season }
  }

  function hold(name: string, said: PriceFigures, isOf: (one: Record<PriceLevel, string>) => boolean): void {
    const [lots, paid] = [sold.filter(isOf), reached.filter(isOf)]
    const sum = (of: (one: (typeof sold)[number]) => bigint) => sumOf(lots, of)
    const [grams, came] = [sum((one) => one.grams), sum((one) => one.came)]
    const dollars = (what: string, value: number | null, right: bigint): void => {
      compared += 1
      held.money(`${name}, ${what}`, BigInt(Math.round((value ?? 0) * 100)), right)
    }
    held.count(`${name}, lots`, said.parts, lots.length)
    held.weight(`${name}, kilograms`, BigInt(Math.round(said.kilograms * 1000)), grams)
    dollars(
      'price',
      said.price,
      grams > 0n
        ? halfUp(
            sum((one) => one.valued),
            grams,
          )
        : 0n,
    )
    dollars(
      'gross',
      said.gross,
      sum((one) => one.gross),
    )
    dollars(
      'charges',
      said.charges,
      sum((one) => one.charges),
    )
    dollars(
      'arrived',
      said.arrived,
      sum((one) => one.arrived),
    )
    dollars(
      'reached members',
      said.reached,
      sumOf(paid, (one) => one.dollars),
    )
    dollars(
      'shillings that reached members',
      said.reachedShillings,
      sumOf(paid, (one) => one.shillings),
    )
    compared += 3
    held.count(
      `${name}, tenths of days to the society`,
      Math.round((said.daysToSociety ?? 0) * 10),
      Number(came > 0n ? halfUp(10n * sum((one) => one.days), came) : 0n),
    )
    const reachedBy = ofLots.filter(isOf)
    const gross = sum((one) => one.gross)
    const reachedOfLots = sumOf(reachedBy, (one) => one.came)
    dollars('dollars of these lots that reached members', said.reachedOfLots, reachedOfLots)
    compared += 2
    held.count(
      `${name}, tenths of the share`,
      Math.round((said.share ?? 0) * 10),
      Number(gross > 0n ? halfUp(1000n * reachedOfLots, gross) : 0n),
    )
    const total = (of: 'paid' | 'days') =>
      reachedBy.reduce((all, one) => addQuotients(all, one[of]), { dividend: 0n, divisor: 1n })
    const [paidIn, days] = [total('paid'), total('days')]
    held.count(
      `${name}, tenths of days to members`,
      Math.round((said.daysToMembers ?? 0) * 10),
      Number(paidIn.dividend > 0n ? halfUp(10n * days.dividend * paidIn.divisor, days.divisor * paidIn.dividend) : 0n),
    )
    const byGrade = Map.groupBy(lots, ({ grade }) => grade)
    held.count(`${name}, grades`, said.grades.length, byGrade.size)
    for (const { grade, kilograms, price } of said.grades) {
      const of = byGrade.get(grade) ?? []
      const all = sumOf(of, (one) => one.grams)
      compared += 1
      held.weight(`${name}, ${grade}`, BigInt(Math.round(kilograms * 1000)), all)
      dollars(
        `price of ${grade}`,
        price,
        all > 0n
          ? halfUp(
              sumOf(of, (one) => one.valued),
              all,
            )
          : 0n,
      )
    }
  }
}
