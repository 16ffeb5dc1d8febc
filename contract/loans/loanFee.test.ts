import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOf } from '#contract/kit/money.ts'
import { loanSum, wholeAmounts } from './loanFee.ts'

const amount = fc.bigInt({ min: 1n, max: 10n ** 14n })
const share = fc.integer({ min: 0, max: 2_000 })

test('the fund’s own example: of 16,500 three percent are 495', () => {
  expect(loanSum(1_650_000n, { hundredths: 300, addedOn: false })).toEqual({
    amountCents: 1_650_000n,
    feeCents: 49_500n,
    netCents: 1_600_500n,
    owedCents: 1_650_000n,
  })
  expect(loanSum(1_650_000n, { hundredths: 300, addedOn: true })).toMatchObject({
    netCents: 1_650_000n,
    owedCents: 1_699_500n,
  })
})

test('half a cent goes up, less goes down', () => {
  expect([shareOf(50n, 300), shareOf(49n, 300), shareOf(16n, 300), shareOf(17n, 300)]).toEqual([2n, 1n, 0n, 1n])
})

test('a fee is never further than half a cent from the share, and never falls when the amount grows', () => {
  fc.assert(
    fc.property(amount, share, (cents, hundredths) => {
      const off = shareOf(cents, hundredths) * 10_000n - cents * BigInt(hundredths)
      expect(off > -5_000n && off <= 5_000n).toBe(true)
      expect(shareOf(cents + 1n, hundredths) >= shareOf(cents, hundredths)).toBe(true)
    }),
  )
})

test('what is paid and the fee are what is owed, and nobody is paid more than the amount', () => {
  fc.assert(
    fc.property(amount, share, fc.boolean(), (amountCents, hundredths, addedOn) => {
      const sum = loanSum(amountCents, { hundredths, addedOn })
      expect(sum.netCents + sum.feeCents).toBe(sum.owedCents)
      expect(sum.netCents >= 0n && sum.netCents <= amountCents && sum.owedCents >= amountCents).toBe(true)
    }),
  )
})

test('the nearest amounts that M-PESA can pay leave no cents, and nothing between them would do', () => {
  expect(wholeAmounts(16_550, { hundredths: 300, addedOn: false })).toEqual({ below: 16_500, above: 16_600 })
  expect(wholeAmounts(16_600, { hundredths: 300, addedOn: false })).toEqual({ below: 16_600, above: 16_600 })
  expect(wholeAmounts(99, { hundredths: 300, addedOn: false })).toEqual({ below: null, above: 100 })
  expect(wholeAmounts(7, { hundredths: 300, addedOn: true })).toEqual({ below: 7, above: 7 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), share, fc.boolean(), (shillings, hundredths, addedOn) => {
      const netOf = (amount: number) => loanSum(BigInt(amount) * 100n, { hundredths, addedOn }).netCents
      const { below, above } = wholeAmounts(shillings, { hundredths, addedOn })
      expect(below === null || below <= shillings).toBe(true)
      expect(above >= shillings && above - shillings < 10_000).toBe(true)
      for (const amount of [below ?? above, above]) expect(netOf(amount) % 100n).toBe(0n)
      for (let between = (below ?? 0) + 1; between < above; between += 1)
        if (netOf(between) % 100n === 0n) throw new Error(`${between} would do`)
    }),
    { numRuns: 200 },
  )
})
