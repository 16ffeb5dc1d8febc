import { gramsOf, shown, sumOf } from './rawTables.ts'
import type { RawCured, RawFeeRule, RawLeg, RawSlip } from './rawSales.ts'

// What one sold lot comes to, counted from its weight, its price and the fee rule of its day, in whole cents and grams.

/** What a sold lot comes to: whose it is, and who gets what of it. */
export type CountedLot = {
  gross: bigint
  /** Before anybody's claim is taken. */
  deductions: bigint
  net: bigint
  charges: Map<string, bigint>
  /** By grower, before anybody's claim is taken. */
  shares: Map<string, { grams: bigint; gross: bigint; net: bigint }>
  taken: TakenClaim[]
}
/** What a claim took of the part of a grower. */
type TakenClaim = { claim: string; grower: string; cents: bigint }

/** Holds what stands somewhere against what was counted, and keeps each difference in a sentence that names the record. */
export type Held = {
  say: (difference: string) => void
  money: (what: string, stored: bigint, counted: bigint) => void
  weight: (what: string, stored: bigint, counted: bigint) => void
  count: (what: string, stored: number, counted: number) => void
}
export function holdInto(differences: string[]): Held {
  const say = (difference: string): void => void differences.push(difference)
  const differ = (what: string, stored: string, counted: string): void => {
    if (stored !== counted) say(`${what}: ${stored} stands there, ${counted} is right`)
  }
  return {
    say,
    money: (what, stored, counted) => differ(what, shown(stored), shown(counted)),
    weight: (what, stored, counted) => differ(what, `${kilograms(stored)} kg`, `${kilograms(counted)} kg`),
    count: (what, stored, counted) => differ(what, String(stored), String(counted)),
  }
}
const kilograms = (grams: bigint): string => `${grams / 1000n}.${String(grams % 1000n).padStart(3, '0')}`

export const saleOf = ({ season, sale }: { season: string; sale: number }): string => `${season} (${sale})`
export const isPaid = ({ status }: RawSlip): boolean => status === 'PAID' || status === 'COLLECTED'
/** What one part of a lot is: a charge, or what a grower gets, or what a claim takes of it. */
export const partOf = ({ kind, grower, claim }: Pick<RawLeg, 'kind' | 'grower' | 'claim'>): string =>
  ['GROWER', 'CLAIM'].includes(kind) ? [kind, grower, claim].filter(Boolean).join(' ') : kind
/** What claims have taken of the part of a grower, or of all of them. */
export const takenOf = ({ taken }: CountedLot, grower?: string): bigint =>
  sumOf(
    taken.filter((one) => grower === undefined || one.grower === grower),
    ({ cents }) => cents,
  )

/** To the nearest whole, half of one up. */
const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

/** The price is for 50 kg. */
export const grossOf = (weight: string, priceCents: bigint): bigint => halfUp(gramsOf(weight) * priceCents, 50_000n)

/** Parts of a total by weight that add up to it: what is left of whole parts goes to the largest remainders, of equal ones to the first. */
export function divided(total: bigint, weights: readonly bigint[]): bigint[] {
  const all = sumOf(weights, (weight) => weight)
  const parts = weights.map((weight) => ({ whole: (total * weight) / all, rest: (total * weight) % all }))
  for (let left = total - sumOf(parts, ({ whole }) => whole); left > 0n; left -= 1n) {
    const next = parts.reduce((most, part) => (part.rest > most.rest ? part : most))
    next.whole += 1n
    next.rest = -1n
  }
  return parts.map(({ whole }) => whole)
}

/** Parchment that this much clean coffee was milled from, in grams: its part of the outturn's, else as 79.8 percent of it. */
function parchmentOf(clean: bigint, { brought, dispatched }: Milled): bigint {
  const isKnown = brought > 0n && dispatched >= clean
  return isKnown ? halfUp(brought * clean, dispatched) : halfUp(clean * 10_000n, 7_980n)
}
/** Grams of an outturn: parchment that was brought, and clean coffee that was dispatched. */
type Milled = { brought: bigint; dispatched: bigint }
type Charged = { rule: RawFeeRule; milled: Milled; receivedOn: string | null; cured: RawCured | undefined }

const dayMs = 86_400_000

/** What is taken of a lot before its grower is paid, in the order of the law and as far as the proceeds go. */
export function chargesOf(slip: RawSlip, gross: bigint, { rule, milled, receivedOn, cured }: Charged) {
  const share = (hundredths: string) => halfUp(gross * BigInt(hundredths), 10_000n)
  const packages = BigInt(slip.bags) + (slip.pockets > 0 ? 1n : 0n)
  const days = (Date.parse(slip.saleDate) - Date.parse(receivedOn ?? slip.saleDate)) / dayMs
  const stored = BigInt(days > 0 ? days : 0)
  const ofEstate = (cents: string | null | undefined) =>
    cured?.currency === 'KES' ? halfUp(BigInt(cents ?? 0) * 1_000_000n, BigInt(rule.shillings)) : BigInt(cents ?? 0)
  const wanted = {
    DSS: share(rule.dss),
    EXCHANGE: share(rule.exchange),
    BROKER: share(rule.broker),
    MILLER: halfUp(parchmentOf(gramsOf(slip.kilograms), milled) * BigInt(rule.milling), 1_000_000n),
    WAREHOUSE: packages * BigInt(rule.handling) + packages * stored * BigInt(rule.storage) + BigInt(rule.warrant),
    TRANSPORT: ofEstate(cured?.transport),
    DRYING: ofEstate(cured?.drying),
    HAND_SORTING: ofEstate(cured?.handSorting),
  }
  let left = gross
  const taken = new Map<string, bigint>()
  for (const [kind, cents] of Object.entries(wanted)) {
    const part = cents < left ? cents : left
    left -= part
    if (part > 0n) taken.set(kind, part)
  }
  return taken
}
