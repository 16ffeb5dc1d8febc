import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideRounded, inShillings, shareOf, splitByWeight, toAmount, toCents, toGrams, worthOf } from './money.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
const sumOf = (parts: readonly bigint[]): bigint => parts.reduce((all, part) => all + part, 0n)

test('cents go to the wire and come back', () => {
  fc.assert(fc.property(amount, (cents) => toCents(toAmount(cents)) === cents))
  expect(toCents(0.29)).toBe(29n)
  expect(toCents(-16_005.1)).toBe(-1_600_510n)
})

describe('rounding', () => {
  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [4n, 3n, 1n],
    [5n, 3n, 2n],
    [0n, 7n, 0n],
  ])('%s by %s is %s', (dividend, divisor, rounded) => expect(divideRounded(dividend, divisor)).toBe(rounded))

  test('is never further off than half of one', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.bigInt(1n, 10n ** 9n), (dividend, divisor) => {
        const off = 2n * (dividend - divideRounded(dividend, divisor) * divisor)
        return off <= divisor && off >= -divisor
      }),
    )
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError)
  })

  test('takes three percent of an amount, and prices kilograms', () => {
    expect(shareOf(1_650_000n, 300)).toBe(49_500n)
    expect(shareOf(150n, 300)).toBe(5n)
    expect(toGrams('12.5')).toBe(12_500n)
    expect(toGrams('-0.125')).toBe(-125n)
    expect(toGrams('7')).toBe(7_000n)
    expect(worthOf('12.345', 4_550n)).toBe(56_170n)
  })
})

describe('splitting', () => {
  const weights = fc.array(fc.bigInt(0n, 10n ** 12n), { minLength: 1, maxLength: 60 })

  test('gives all of it away, nobody more than one off a whole share, and nothing for nothing', () => {
    fc.assert(
      fc.property(amount, weights, (total, weighting) => {
        const parts = splitByWeight(total, weighting)
        const sum = sumOf(weighting)
        if (sum === 0n) return sumOf(parts) === 0n
        const isFair = parts.every((part, at) => {
          const exact = total * (weighting[at] ?? 0n)
          return part * sum - exact < sum && exact - part * sum < sum && (weighting[at] !== 0n || part === 0n)
        })
        return sumOf(parts) === total && isFair
      }),
    )
  })

  test('gives who has more never less', () => {
    fc.assert(
      fc.property(amount, weights, (total, weighting) => {
        const parts = splitByWeight(total, weighting)
        return weighting.every((weight, a) =>
          weighting.every((other, b) => weight <= other || (parts[a] ?? 0n) >= (parts[b] ?? 0n)),
        )
      }),
    )
  })

  test('breaks a tie for the first, and splits nothing negative', () => {
    expect(splitByWeight(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    expect(splitByWeight(101n, [1n, 1n, 1n])).toEqual([34n, 34n, 33n])
    expect(() => splitByWeight(-1n, [1n])).toThrow(RangeError)
    expect(() => splitByWeight(1n, [2n, -1n])).toThrow(RangeError)
  })
})

test('a sentence says shillings and cents', () => {
  expect(inShillings(-123_456_705n)).toBe('-KES 1,234,567.05')
  expect(inShillings(5n)).toBe('KES 0.05')
})
