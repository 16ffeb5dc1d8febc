import { divideRounded, toGrams } from '#contract/kit/money.ts'

/** Grams of the 50 kg that a price is for. A bag is 60: the trap of the trade. Source: domain 3.4. */
const gramsOfPrice = 50_000n

/** What a lot fetches, in cents of a dollar: kilograms and the price of 50 of them as plain numbers in text. Rounded once, half a cent up. */
export const grossCents = (kilograms: string, price: string): bigint => {
  const [whole = '', places = ''] = price.split('.')
  const priceCents = BigInt(whole + places.padEnd(2, '0').slice(0, 2))
  return divideRounded(toGrams(kilograms) * priceCents, gramsOfPrice)
}
