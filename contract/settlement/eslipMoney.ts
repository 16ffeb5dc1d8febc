import { counted } from '#contract/kit/counted.ts'
import {
  amountInWords,
  divideRounded,
  fromGrams,
  kilogramsInWords,
  shareOf,
  splitByWeight,
  toGrams,
} from '#contract/kit/money.ts'

/** Kinds of legs of an e-slip, in the order in which they are taken from what a lot fetched. The last is what is left. */
export const legKinds = {
  DSS: { label: 'Direct settlement' },
  EXCHANGE: { label: 'Exchange and regulator' },
  BROKER: { label: 'Broker' },
  MILLER: { label: 'Miller' },
  WAREHOUSE: { label: 'Warehouse' },
  TRANSPORT: { label: 'Transport' },
  DRYING: { label: 'Drying' },
  HAND_SORTING: { label: 'Hand sorting' },
  CLAIM: { label: 'Lodged claim' },
  GROWER: { label: 'Grower' },
} as const
export type LegKind = keyof typeof legKinds
type ChargeKind = Exclude<LegKind, 'CLAIM' | 'GROWER'>

/** What is charged on a sale. Shares in hundredths of a percent of the gross; the rest in cents of a dollar. */
export type FeeRates = {
  brokerHundredths: number
  dssHundredths: number
  exchangeHundredths: number
  /** For each tonne of parchment that was milled. */
  millingCents: bigint
  /** For each package, once. */
  handlingCents: bigint
  /** For each package and day. */
  storageCents: bigint
  /** For each lot, once. */
  warrantCents: bigint
}

/** What of a sold lot its charges follow from. Money in cents of a dollar, weights in kilograms as PostgreSQL writes them. */
export type SoldLot = {
  grossCents: bigint
  /** Of clean coffee. */
  kilograms: string
  /** Parchment that the lot was milled from; null where no record of it says so. */
  parchmentKilograms: string | null
  bags: number
  pockets: number
  daysStored: number
  transportCents: bigint
  dryingCents: bigint
  handSortingCents: bigint
}

export type Charge = {
  kind: ChargeKind
  amountCents: bigint
  /** How it was worked out, as the e-slip prints it. */
  basis: string
}

/** Clean coffee of a hundred kilograms of washed parchment, in hundredths of a percent: the measured median. Source: domain 3.2. */
const usualRecovery = 7_980n

/** Parchment that so much clean coffee usually comes of, in grams, rounded. */
export const usualParchment = (kilograms: string): bigint => divideRounded(toGrams(kilograms) * 10_000n, usualRecovery)

/** Bags of 60 kg, and one more for the kilograms beyond them. Source: domain 3.4. */
export const packagesOf = ({ bags, pockets }: Pick<SoldLot, 'bags' | 'pockets'>): number => bags + (pockets > 0 ? 1 : 0)

/**
 * What is taken from the proceeds of a lot before its grower is paid, each part rounded once. Nobody is charged more than the lot
 * fetched: what the proceeds no longer cover is left off, in the order of the legs. Parts of nothing are left out.
 */
export function chargesOf(lot: SoldLot, rates: FeeRates): Charge[] {
  const { grossCents } = lot
  const share = (kind: ChargeKind, hundredths: number): Charge => ({
    kind,
    amountCents: shareOf(grossCents, hundredths),
    basis: `${written(hundredths)} % of ${amountInWords(grossCents)}`,
  })
  const parchmentGrams =
    lot.parchmentKilograms === null ? usualParchment(lot.kilograms) : toGrams(lot.parchmentKilograms)
  const packages = packagesOf(lot)
  const stored = BigInt(packages) * BigInt(lot.daysStored)
  const charges: Charge[] = [
    share('DSS', rates.dssHundredths),
    share('EXCHANGE', rates.exchangeHundredths),
    share('BROKER', rates.brokerHundredths),
    {
      kind: 'MILLER',
      amountCents: divideRounded(parchmentGrams * rates.millingCents, 1_000_000n),
      basis: `${kilogramsInWords(parchmentGrams)} kg of parchment at ${amountInWords(rates.millingCents)} per tonne`,
    },
    {
      kind: 'WAREHOUSE',
      amountCents: BigInt(packages) * rates.handlingCents + stored * rates.storageCents + rates.warrantCents,
      basis: [
        `${counted(packages, 'package')} at ${amountInWords(rates.handlingCents)}`,
        ...(stored > 0n && rates.storageCents > 0n
          ? [`${counted(lot.daysStored, 'day')} at ${amountInWords(rates.storageCents)}`]
          : []),
        ...(rates.warrantCents > 0n ? [`warrant ${amountInWords(rates.warrantCents)}`] : []),
      ].join(', '),
    },
    { kind: 'TRANSPORT', amountCents: lot.transportCents, basis: 'As agreed for the lot' },
    { kind: 'DRYING', amountCents: lot.dryingCents, basis: 'As agreed for the lot' },
    { kind: 'HAND_SORTING', amountCents: lot.handSortingCents, basis: 'As agreed for the lot' },
  ]
  let left = grossCents
  return charges.flatMap((charge) => {
    const amountCents = charge.amountCents < left ? charge.amountCents : left
    left -= amountCents
    if (amountCents === 0n) return []
    return [
      amountCents === charge.amountCents
        ? charge
        : { ...charge, amountCents, basis: `${charge.basis}, as far as the proceeds go` },
    ]
  })
}

export const sumOf = (parts: readonly { amountCents: bigint }[]): bigint =>
  parts.reduce((all, { amountCents }) => all + amountCents, 0n)

/** What a grower brought to a lot, in kilograms of parchment where it was bulked; a lot that was not has one grower. */
type BroughtToLot = { growerId: string; outturn: string; kilograms: string }
type WholeLot = { kilograms: string; grossCents: bigint; netCents: bigint }

/** What each grower has of the clean coffee, gross and net of a lot: by what it brought, to the gram and the cent, the largest remainders first. */
export function sharesOf<Brought extends BroughtToLot>(
  brought: readonly Brought[],
  { kilograms, grossCents, netCents }: WholeLot,
): (Brought & WholeLot)[] {
  const weights = brought.map((one) => toGrams(one.kilograms))
  const clean = splitByWeight(toGrams(kilograms), weights)
  const gross = splitByWeight(grossCents, weights)
  const net = splitByWeight(netCents, weights)
  return brought.map((one, at) => ({
    ...one,
    kilograms: fromGrams(clean[at] ?? 0n),
    grossCents: gross[at] ?? 0n,
    netCents: net[at] ?? 0n,
  }))
}

/** What a lender may still take, the oldest claim first. */
export type OpenClaim = { id: string; lenderId: string; leftCents: bigint }

/** Takes claims from what a grower would get, the oldest first, as far as it goes. What is left is the grower's. */
export function takeClaims<Claim extends OpenClaim>(
  netCents: bigint,
  claims: readonly Claim[],
): { taken: (Claim & { takenCents: bigint })[]; leftCents: bigint } {
  let leftCents = netCents
  const taken = claims.flatMap((claim) => {
    const takenCents = claim.leftCents < leftCents ? claim.leftCents : leftCents
    leftCents -= takenCents
    return takenCents > 0n ? [{ ...claim, takenCents }] : []
  })
  return { taken, leftCents }
}

/** Cents of a dollar as an e-slip prints them: 20,382.00. */
/** Hundredths of a percent without the places that say nothing: 1, 0.3. */
const written = (hundredths: number): string => String(hundredths / 100)
