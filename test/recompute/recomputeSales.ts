import { countClaims } from './countedClaims.ts'
import {
  chargesOf,
  divided,
  grossOf,
  holdInto,
  isPaid,
  partOf,
  saleOf,
  takenOf,
  type CountedLot,
} from './countedLot.ts'
import { gramsOf, sumOf } from './rawTables.ts'
import type { RawSales, RawSlip } from './rawSales.ts'
import { recomputeSaleMoney } from './recomputeSaleMoney.ts'
import { recomputeWritten } from './recomputeWritten.ts'

// The coffee and the dollars of sales, counted again from rows of files, fee rules and movements, in whole numbers. Nothing of the program is used.

type Figures = { lots: number } & Record<'gross' | 'deductions' | 'net' | 'paid', bigint>
export type RecomputedSales = {
  differences: string[]
  /** By the id of each e-slip that is not void. */
  lots: Map<string, CountedLot>
  /** By season and number, in cents. */
  sales: Map<string, Figures>
}

export function recomputeSales(raw: RawSales): RecomputedSales {
  const differences: string[] = []
  const held = holdInto(differences)
  const lots = new Map<string, CountedLot>()
  const legsOf = Map.groupBy(raw.legs, ({ slip }) => slip)
  const sharesOf = Map.groupBy(raw.shares, ({ slip }) => slip)
  const resultOf = new Map(raw.results.map((result) => [result.id, result]))
  const living = raw.slips.filter(({ status }) => status !== 'VOID')
  recomputeWritten(raw, held)
  for (const slip of living) {
    const counted = count(slip)
    if (counted) lots.set(slip.id, counted)
  }
  countClaims(raw, lots, held)
  for (const slip of living) holdAgainst(slip)
  for (const result of raw.results.filter(({ state, price }) => state === 'IN_FORCE' && price !== null)) {
    const drawn = living.filter((slip) => slip.result === result.id).length
    held.count(`Sale ${saleOf(result)}, lot ${result.lot}, e-slips`, drawn, 1)
  }
  recomputeSaleMoney(raw, lots, held)
  return { differences, lots, sales: figuresOf() }

  function count(slip: RawSlip): CountedLot | null {
    // The last rule for the last day before the sale that had been agreed when the e-slip was drawn.
    const rule = raw.rules.findLast(({ day, from }) => day <= slip.saleDate && from <= slip.drawnAt)
    if (rule?.id !== slip.rule) held.say(`${slip.number}: the fee rule ${slip.rule} did not count for its day`)
    if (!rule) return null
    const gross = grossOf(slip.kilograms, BigInt(slip.price))
    const brought = broughtTo(slip)
    const ofOutturn = <Of extends { season: string; outturn: string; from: string }>(all: readonly Of[]) =>
      all.filter((one) => one.season === slip.season && one.outturn === slip.outturn && one.from <= slip.drawnAt)
    const dispatched = ofOutturn(raw.dispatched).filter(({ until }) => until === null || until > slip.drawnAt)
    const ownDispatch = raw.dispatched.find(({ id }) => id === slip.dispatch)
    const charges = chargesOf(slip, gross, {
      rule,
      milled: {
        brought: sumOf(brought, ([, grams]) => grams),
        dispatched: sumOf(dispatched, ({ net }) => gramsOf(net)),
      },
      receivedOn: ownDispatch?.receivedOn ?? null,
      cured: ofOutturn(raw.cured).find(({ grade, split }) => grade === slip.grade && split === slip.split),
    })
    const deductions = sumOf([...charges.values()], (cents) => cents)
    const net = gross - deductions
    const marked = resultOf.get(slip.result)?.grower ?? ownDispatch?.grower ?? null
    const grams = gramsOf(slip.kilograms)
    const growers = brought.length > 0 ? brought : marked === null ? [] : [[marked, grams] as const]
    const parts = (total: bigint) =>
      divided(
        total,
        growers.map(([, weight]) => weight),
      )
    const [weights, grosses, nets] = growers.length > 0 ? [parts(grams), parts(gross), parts(net)] : [[], [], []]
    const shares = new Map(
      growers.map(([grower], at) => [grower, { grams: weights[at]!, gross: grosses[at]!, net: nets[at]! }]),
    )
    return { gross, deductions, net, charges, shares, taken: [] }
  }

  /** What each society brought to the outturn of a lot. */
  function broughtTo(slip: RawSlip): (readonly [string, bigint])[] {
    const brought = raw.parchment.filter(
      ({ miller, season, outturn, from }) =>
        miller === slip.miller && season === slip.season && outturn === slip.outturn && from <= slip.drawnAt,
    )
    return [...Map.groupBy(brought, ({ society }) => society)].map(([society, rows]) => [
      society,
      sumOf(rows, ({ kilograms }) => gramsOf(kilograms)),
    ])
  }

  /** The e-slip, its shares and its legs are what was counted, each of them once. */
  function holdAgainst(slip: RawSlip): void {
    const [counted, result, name] = [lots.get(slip.id), resultOf.get(slip.result), slip.number]
    if (result?.state !== 'IN_FORCE') held.say(`${name}: its result is not in force`)
    else {
      held.weight(`${name}, kilograms`, gramsOf(slip.kilograms), gramsOf(result.kilograms))
      held.money(`${name}, price`, BigInt(slip.price), BigInt(result.price ?? 0))
      if (slip.invoice !== result.invoice) held.say(`${name}: has the invoice ${slip.invoice}`)
    }
    if (!counted) return
    const { gross, deductions, net, charges, shares, taken } = counted
    held.money(`${name}, gross`, BigInt(slip.gross), gross)
    held.money(`${name}, deductions`, BigInt(slip.deductions), deductions + takenOf(counted))
    held.money(`${name}, net`, BigInt(slip.net), net - takenOf(counted))
    const stored = sharesOf.get(slip.id) ?? []
    held.count(`${name}, growers`, stored.length, shares.size)
    for (const { grower, code, ...share } of stored) {
      const right = shares.get(grower) ?? { grams: 0n, gross: 0n, net: 0n }
      held.weight(`${name}, kilograms of ${code}`, gramsOf(share.kilograms), right.grams)
      held.money(`${name}, gross of ${code}`, BigInt(share.gross), right.gross)
      held.money(`${name}, net of ${code}`, BigInt(share.net), right.net - takenOf(counted, grower))
    }
    const wanted = new Map(charges)
    for (const { cents, ...one } of taken) wanted.set(partOf({ kind: 'CLAIM', ...one }), cents)
    for (const [grower, share] of shares)
      wanted.set(partOf({ kind: 'GROWER', grower, claim: null }), share.net - takenOf(counted, grower))
    if (shares.size === 0) wanted.set('GROWER', net)
    const legs = Map.groupBy(legsOf.get(slip.id) ?? [], partOf)
    for (const part of new Set([...wanted.keys(), ...legs.keys()])) {
      const own = legs.get(part) ?? []
      const cents = wanted.get(part) ?? 0n
      held.count(`${name}, legs of ${part}`, own.length, cents > 0n ? 1 : 0)
      held.money(
        `${name}, leg of ${part}`,
        sumOf(own, (leg) => BigInt(leg.cents)),
        cents,
      )
    }
  }

  function figuresOf(): Map<string, Figures> {
    const sum = (slips: readonly RawSlip[], of: (lot: CountedLot) => bigint) =>
      sumOf(slips, ({ id }) => (lots.has(id) ? of(lots.get(id)!) : 0n))
    const counted = [...Map.groupBy(living, saleOf)].map(([sale, slips]): [string, Figures] => [
      sale,
      {
        lots: slips.length,
        gross: sum(slips, ({ gross }) => gross),
        deductions: sum(slips, (lot) => lot.deductions + takenOf(lot)),
        net: sum(slips, (lot) => lot.net - takenOf(lot)),
        paid: sum(
          slips.filter((slip) => isPaid(slip)),
          ({ gross }) => gross,
        ),
      },
    ])
    return new Map(counted)
  }
}
