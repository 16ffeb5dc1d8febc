/**
 * Cents as the wire says them, a number of shillings or dollars with two places: exact for every amount below 2^53 cents. A sum
 * that the database made comes as text.
 */
export const toAmount = (cents: bigint | string): number => Number(cents) / 100

/** The cents of an amount with at most two places. */
export const toCents = (amount: number): bigint => BigInt(Math.round(amount * 100))

/** The one rounding of money: to the nearest whole, half of one away from zero. Throws a RangeError for a divisor that is not positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  if (divisor <= 0n) throw new RangeError('money is divided by what is positive only')
  const size = dividend < 0n ? -dividend : dividend
  const rounded = (2n * size + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}

/** The whole of a quotient of what is not negative; what is left over is left off. Throws a RangeError otherwise. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n || divisor <= 0n) throw new RangeError('only what is not negative is cut')
  return dividend / divisor
}

/** A share of an amount, in hundredths of a percent, rounded. */
export const shareOf = (cents: bigint, hundredths: number): bigint => divideRounded(cents * BigInt(hundredths), 10_000n)

/** Grams in kilograms with at most three places, written as PostgreSQL writes a numeric: 12.5, 0.125. */
export function toGrams(kilograms: string): bigint {
  const [whole = '', places = ''] = kilograms.replace('-', '').split('.')
  const grams = BigInt(whole + places.padEnd(3, '0').slice(0, 3))
  return kilograms.startsWith('-') ? -grams : grams
}

const inGroups = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Grams as a sentence says them in kilograms, without places that say nothing: 1,434 and 3,233.08. Not for what is negative. */
export function kilogramsInWords(grams: bigint): string {
  const places = String(grams % 1000n)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return `${inGroups(String(grams / 1000n))}${places && `.${places}`}`
}

/** Grams as kilograms with three places: 0.125. Not for what is negative. */
export const fromGrams = (grams: bigint): string => `${grams / 1000n}.${String(grams % 1000n).padStart(3, '0')}`

/** What kilograms are worth at so many cents each, rounded. */
export const worthOf = (kilograms: string, centsPerKilogram: bigint): bigint =>
  divideRounded(toGrams(kilograms) * centsPerKilogram, 1_000n)

/**
 * What so many cents give for each kilogram: whole cents, what is left over stays behind, so that nobody is promised more than there
 * is. Nothing for no kilograms. Source: the communal rate, domain of payments.
 */
export function centsPerKilogram(cents: bigint, kilograms: string): bigint {
  const grams = toGrams(kilograms)
  return grams <= 0n || cents <= 0n ? 0n : (cents * 1_000n) / grams
}

/**
 * Splits a total by weights so that the parts add up to it: each gets its whole share, and what is left goes, one at a time, to
 * the largest remainders, of equal ones to the first. Nobody has a share of a total whose weights are all nothing. Throws a
 * RangeError for a negative total or weight. Method: Hamilton's, of the largest remainder.
 */
export function splitByWeight(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (total < 0n || weights.some((weight) => weight < 0n)) throw new RangeError('only what is not negative is split')
  if (sum === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => (total * weight) / sum)
  const left = Number(total - parts.reduce((all, part) => all + part, 0n))
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: (total * weight) % sum }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1))
  for (const { at } of byRemainder.slice(0, left)) parts[at] = (parts[at] ?? 0n) + 1n
  return parts
}

/** A rate of exchange as the wire says it, with six places, from its millionths. */
export const toRate = (micros: bigint | string): number => Number(micros) / 1_000_000

/** Cents as a sentence says an amount whose currency is known: 1,234.50. Not for what is negative. */
export function amountInWords(cents: bigint): string {
  const digits = String(cents).padStart(3, '0')
  return `${inGroups(digits.slice(0, -2))}.${digits.slice(-2)}`
}

/** Money in a sentence: KES 1,234,567.05. */
export const inWords = (cents: bigint, currency: 'KES' | 'USD'): string =>
  `${cents < 0n ? '-' : ''}${currency} ${amountInWords(cents < 0n ? -cents : cents)}`

/** Shillings and cents in a sentence. */
export const inShillings = (cents: bigint): string => inWords(cents, 'KES')
