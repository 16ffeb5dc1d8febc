import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  centsPerKilogram,
  divideDown,
  divideRounded,
  fromGrams,
  inShillings,
  inWords,
  kilogramsInWords,
  shareOf,
  splitByWeight,
  toAmount,
  toCents,
  toGrams,
  toRate,
  worthOf,
} from './money.ts'

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
    for (const divisor of [0n, -1n])
      expect(() => divideRounded(1n, divisor)).toThrow(new RangeError('money is divided by what is positive only'))
  })

  test('down leaves off what is left over, and cuts nothing negative', () => {
    expect(divideDown(7n, 2n)).toBe(3n)
    expect(divideDown(0n, 1n)).toBe(0n)
    const refusal = new RangeError('only what is not negative is cut')
    expect(() => divideDown(-1n, 2n)).toThrow(refusal)
    expect(() => divideDown(1n, 0n)).toThrow(refusal)
    expect(() => divideDown(1n, -1n)).toThrow(refusal)
  })

  test('takes three percent of an amount, and prices kilograms', () => {
    expect(shareOf(1_650_000n, 300)).toBe(49_500n)
    expect(shareOf(150n, 300)).toBe(5n)
    expect(toGrams('12.5')).toBe(12_500n)
    expect(toGrams('-0.125')).toBe(-125n)
    expect(toGrams('7')).toBe(7_000n)
    expect(toGrams('0.1239')).toBe(123n)
    expect(worthOf('12.345', 4_550n)).toBe(56_170n)
  })

  test('of grams and rates has the places of the wire', () => {
    expect([0n, 7n, 125n, 12_050n].map(fromGrams)).toEqual(['0.000', '0.007', '0.125', '12.050'])
    expect(toRate(129_250_000n)).toBe(129.25)
    expect(toRate('1')).toBe(0.000001)
  })

  test('for each kilogram promises no more than there is, and nothing for nothing', () => {
    expect(centsPerKilogram(100n, '3')).toBe(33n)
    expect(centsPerKilogram(1n, '0.5')).toBe(2n)
    expect(centsPerKilogram(100n, '0')).toBe(0n)
    expect(centsPerKilogram(100n, '-3')).toBe(0n)
    expect(centsPerKilogram(0n, '3')).toBe(0n)
    expect(centsPerKilogram(-100n, '3')).toBe(0n)
    expect(centsPerKilogram(-100n, '-3')).toBe(0n)
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
    const refusal = new RangeError('only what is not negative is split')
    expect(() => splitByWeight(-1n, [1n])).toThrow(refusal)
    expect(() => splitByWeight(1n, [2n, -1n])).toThrow(refusal)
  })

  test('gives what is left to the largest remainders, not to the largest weights', () => {
    expect(splitByWeight(10n, [5n, 3n, 3n])).toEqual([4n, 3n, 3n])
    expect(splitByWeight(10n, [3n, 5n, 3n])).toEqual([3n, 4n, 3n])
    expect(splitByWeight(5n, [0n, 0n])).toEqual([0n, 0n])
    expect(splitByWeight(0n, [1n, 2n])).toEqual([0n, 0n])
  })
})

test('a sentence says shillings and cents', () => {
  expect(inShillings(-123_456_705n)).toBe('-KES 1,234,567.05')
  expect(inShillings(5n)).toBe('KES 0.05')
  expect(inShillings(0n)).toBe('KES 0.00')
  expect(inWords(100_000n, 'USD')).toBe('USD 1,000.00')
})

test('kilograms of a sentence are grouped and end where they say something', () => {
  const said = [0n, 125n, 60_000n, 1_434_000n, 3_233_080n, 1_234_567_005n].map(kilogramsInWords)
  expect(said).toEqual(['0', '0.125', '60', '1,434', '3,233.08', '1,234,567.005'])
})
