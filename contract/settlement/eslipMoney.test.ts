import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toGrams } from '#contract/kit/money.ts'
import { grossCents } from '#contract/results/grossCents.ts'
import {
  chargesOf,
  legKinds,
  packagesOf,
  sharesOf,
  sumOf,
  takeClaims,
  usualParchment,
  type FeeRates,
  type SoldLot,
} from './eslipMoney.ts'

// The worked example of the trade: 2,580 kg of AA at USD 395 for 50 kg.
const rates: FeeRates = {
  brokerHundredths: 100,
  dssHundredths: 30,
  exchangeHundredths: 50,
  millingCents: 6_000n,
  handlingCents: 120n,
  storageCents: 0n,
  warrantCents: 0n,
}
const lot: SoldLot = {
  grossCents: grossCents('2580', '395'),
  kilograms: '2580',
  parchmentKilograms: '3233.08',
  bags: 43,
  pockets: 0,
  daysStored: 9,
  transportCents: 0n,
  dryingCents: 0n,
  handSortingCents: 0n,
}

describe('one lot', () => {
  test('the worked example of the trade comes out to the cent', () => {
    expect(lot.grossCents).toBe(2_038_200n)
    const charges = chargesOf(lot, rates)
    expect(charges).toEqual([
      { kind: 'DSS', amountCents: 6_115n, basis: '0.3 % of 20,382.00' },
      { kind: 'EXCHANGE', amountCents: 10_191n, basis: '0.5 % of 20,382.00' },
      { kind: 'BROKER', amountCents: 20_382n, basis: '1 % of 20,382.00' },
      { kind: 'MILLER', amountCents: 19_398n, basis: '3,233.08 kg of parchment at 60.00 per tonne' },
      { kind: 'WAREHOUSE', amountCents: 5_160n, basis: '43 packages at 1.20' },
    ])
    expect(sumOf(charges)).toBe(61_246n)
    expect(lot.grossCents - sumOf(charges)).toBe(1_976_954n)
  })

  test('a price is of 50 kg while a bag has 60', () => {
    expect(grossCents('60', '100')).toBe(12_000n)
  })

  test('the kilograms beyond whole bags are a package too', () => {
    expect([packagesOf({ bags: 43, pockets: 0 }), packagesOf({ bags: 43, pockets: 1 })]).toEqual([43, 44])
    expect(packagesOf({ bags: 0, pockets: 59 })).toBe(1)
  })

  test('parchment that nobody recorded is what is usual for the clean coffee', () => {
    expect(usualParchment('2580')).toBe(3_233_083n)
    const [miller] = chargesOf({ ...lot, parchmentKilograms: null }, rates).filter(({ kind }) => kind === 'MILLER')
    expect(miller).toMatchObject({ amountCents: 19_398n })
  })

  test('storage, the warrant and the charges of estate cured coffee are each named', () => {
    const charges = chargesOf(
      { ...lot, transportCents: 1_500n, dryingCents: 250n, handSortingCents: 75n },
      { ...rates, storageCents: 2n, warrantCents: 500n },
    )
    expect(charges.slice(-4)).toEqual([
      {
        kind: 'WAREHOUSE',
        amountCents: 5_160n + 774n + 500n,
        basis: '43 packages at 1.20, 9 days at 0.02, warrant 5.00',
      },
      { kind: 'TRANSPORT', amountCents: 1_500n, basis: 'As agreed for the lot' },
      { kind: 'DRYING', amountCents: 250n, basis: 'As agreed for the lot' },
      { kind: 'HAND_SORTING', amountCents: 75n, basis: 'As agreed for the lot' },
    ])
  })

  test('one package is not several', () => {
    const small = chargesOf({ ...lot, bags: 0, pockets: 46 }, rates)
    expect(small.find(({ kind }) => kind === 'WAREHOUSE')?.basis).toBe('1 package at 1.20')
  })

  test('nobody is charged more than the lot fetched', () => {
    const charges = chargesOf({ ...lot, grossCents: 10_000n }, rates)
    expect(sumOf(charges)).toBe(10_000n)
    expect(charges.at(-1)).toEqual({
      kind: 'MILLER',
      amountCents: 9_820n,
      basis: '3,233.08 kg of parchment at 60.00 per tonne, as far as the proceeds go',
    })
  })
})

const cents = (max: bigint) => fc.bigInt({ min: 0n, max })
const anyLot = fc.record<SoldLot>({
  grossCents: cents(10n ** 10n),
  kilograms: fc.integer({ min: 1, max: 100_000_000 }).map((grams) => (grams / 1000).toFixed(3)),
  parchmentKilograms: fc.option(fc.integer({ min: 1, max: 150_000_000 }).map((grams) => (grams / 1000).toFixed(3))),
  bags: fc.integer({ min: 0, max: 2_000 }),
  pockets: fc.integer({ min: 0, max: 59 }),
  daysStored: fc.integer({ min: 0, max: 400 }),
  transportCents: cents(1_000_000n),
  dryingCents: cents(1_000_000n),
  handSortingCents: cents(1_000_000n),
})
const anyRates = fc.record<FeeRates>({
  brokerHundredths: fc.integer({ min: 0, max: 100 }),
  dssHundredths: fc.integer({ min: 0, max: 30 }),
  exchangeHundredths: fc.integer({ min: 0, max: 50 }),
  millingCents: cents(20_000n),
  handlingCents: cents(1_000n),
  storageCents: cents(100n),
  warrantCents: cents(5_000n),
})
const kinds = Object.keys(legKinds)

test('whatever a lot fetches and whatever is charged: no part is negative or nothing, they stand in order, and something or nothing is left', () => {
  fc.assert(
    fc.property(anyLot, anyRates, (any, charged) => {
      const charges = chargesOf(any, charged)
      expect(charges.every(({ amountCents }) => amountCents > 0n)).toBe(true)
      expect(sumOf(charges) <= any.grossCents).toBe(true)
      const places = charges.map(({ kind }) => kinds.indexOf(kind))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(new Set(places).size).toBe(places.length)
      const statutory = sumOf(charges.filter(({ kind }) => ['DSS', 'EXCHANGE', 'BROKER'].includes(kind)))
      // 1.8 percent at most, and a half cent for each of the three.
      expect(statutory * 10_000n <= any.grossCents * 180n + 15_000n).toBe(true)
    }),
  )
})

test('shares of a bulked lot add up to its weight, its gross and its net, and two kilograms never get less than one', () => {
  const growers = fc.array(fc.integer({ min: 1, max: 30_000_000 }), { minLength: 1, maxLength: 25 })
  fc.assert(
    fc.property(growers, cents(10n ** 10n), fc.integer({ min: 0, max: 10_000 }), (grams, grossCents, kept) => {
      const brought = grams.map((each, at) => ({
        growerId: String(at),
        outturn: '12AB0001',
        kilograms: (each / 1000).toFixed(3),
      }))
      const netCents = (grossCents * BigInt(kept)) / 10_000n
      const split = sharesOf(brought, { kilograms: '754', grossCents, netCents })
      expect(split.reduce((all, share) => all + toGrams(share.kilograms), 0n)).toBe(754_000n)
      expect(split.reduce((all, share) => all + share.grossCents, 0n)).toBe(grossCents)
      expect(split.reduce((all, share) => all + share.netCents, 0n)).toBe(netCents)
      const byWeight = split.toSorted((a, b) => Number(toGrams(a.kilograms) - toGrams(b.kilograms)))
      for (const [at, share] of byWeight.entries()) {
        const before = byWeight[at - 1]
        if (before && before.kilograms !== share.kilograms) expect(before.netCents <= share.netCents).toBe(true)
      }
    }),
  )
})

test('claims take the oldest first and never more than there is or than is owed', () => {
  const claims = fc.array(cents(10n ** 9n), { maxLength: 8 })
  fc.assert(
    fc.property(cents(10n ** 9n), claims, (net, owed) => {
      const open = owed.map((left, at) => ({ id: String(at), lenderId: 'lender', leftCents: left }))
      const { taken, leftCents } = takeClaims(net, open)
      expect(taken.reduce((all, { takenCents }) => all + takenCents, leftCents)).toBe(net)
      expect(taken.every(({ takenCents, leftCents: left }) => takenCents > 0n && takenCents <= left)).toBe(true)
      // Who comes later gets something only once everybody before has got all.
      const firstShort = taken.findIndex(({ takenCents, leftCents: left }) => takenCents < left)
      if (firstShort !== -1) expect([firstShort, leftCents]).toEqual([taken.length - 1, 0n])
    }),
  )
})
