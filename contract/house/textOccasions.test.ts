import { describe, expect, test } from 'vitest'
import { segment, textOccasions, textOf, type TextOccasion } from './textOccasions.ts'

const delivered = {
  deliveries: 1,
  correction: false,
  kilograms: 12_345.678,
  from: '2026-11-21',
  to: '2026-11-21',
  season: '2026/2027',
  totalKg: 1_234_567.891,
}
const changed = { account: true, mobile: true, coolingHours: 720 }
const loanFacts = {
  reference: 'LN123456789ABC',
  amountCents: 123_456_700,
  netCents: 119_752_999,
  owedCents: 123_456_799,
  institution: 'Kenya Commercial and Agricultural Microfinance Bank',
  ending: '345',
  cameBack: false,
}
const paidFacts = {
  season: '2026/2027',
  netCents: 119_752_999,
  recoveredCents: 123_456_799,
  institution: 'Kenya Commercial and Agricultural Microfinance Bank',
  ending: '345',
}
/** The longest facts that each occasion can have. */
const longest: Record<TextOccasion, object[]> = {
  delivery_approved: [
    delivered,
    { ...delivered, deliveries: 214, from: '2026-10-01' },
    { ...delivered, correction: true, kilograms: -12_345.678 },
  ],
  change_asked: [changed],
  change_approved: [changed],
  loan_approved: [loanFacts],
  loan_authorised: [loanFacts],
  loan_paid: [loanFacts],
  loan_failed: [loanFacts, { ...loanFacts, cameBack: true }],
  cherry_paid: [paidFacts, { ...paidFacts, recoveredCents: 0 }],
  cherry_failed: [paidFacts],
  cherry_returned: [paidFacts],
}
const kinds = Object.keys(longest) as TextOccasion[] // border: the keys of the list
const each = kinds.flatMap((occasion) =>
  (['en', 'sw'] as const).flatMap((language) =>
    longest[occasion].map((facts) => ({ occasion, language, told: facts })),
  ),
)
const plain = { society: 'Othameru Farmers Co-operative Society', name: 'Wanjiku Kamau' }
const long = {
  society: 'Mũrang’a Hills and Valleys United Coffee Growers and Marketing Society',
  name: 'Nyokabi Wangũi wa Mwangi Kĩmani-Ndũng’u 李',
}

test.each(each)('$occasion in $language is one segment, and nothing of the sentence is lost', (one) => {
  const text = textOf({ ...one, ...long })
  expect(text).toMatch(/^[A-Za-z0-9 @$_!"#%&'()*+,\-./:;<=>?]+$/)
  expect(text.length).toBeLessThanOrEqual(segment)
  const whole = textOf({ ...one, ...plain, name: 'W K' })
  // Behind the names stand the same words, but for the institution, which is shortened as they are.
  const behind = (all: string): string =>
    all.replace(/^.*?: .*?, /, '').replace(/(?:to|inatumwa|imelipwa) \S.*?, a/, 'a')
  expect(behind(text)).toBe(behind(whole))
})

describe('what a farmer reads', () => {
  const read = (occasion: TextOccasion, facts: object, language: 'en' | 'sw' = 'en') =>
    textOf({ occasion, language, told: facts, ...plain })

  test('kilograms of one day, of several, and of a correction', () => {
    const facts = { ...delivered, kilograms: 52.25, totalKg: 812.5 }
    expect(read('delivery_approved', facts)).toBe(
      'Othameru FCS: Wanjiku Kamau, 52.25 kg of cherry of 21/11/2026 approved. Season 2026/2027: 812.5 kg.',
    )
    expect(read('delivery_approved', { ...facts, deliveries: 3, from: '2026-11-02' }, 'sw')).toBe(
      'Othameru FCS: Wanjiku Kamau, mizigo 3, kilo 52.25 za matunda ya 02/11/2026 hadi 21/11/2026 zimeidhinishwa. Msimu 2026/2027: kilo 812.5.',
    )
    expect(read('delivery_approved', { ...facts, correction: true, kilograms: -3 })).toContain('corrected by -3 kg')
  })

  test('which detail changed, and no cooling-off where no money moves', () => {
    expect(read('change_asked', { account: true, mobile: false, coolingHours: 48 })).toBe(
      'Othameru FCS: Wanjiku Kamau, somebody asked to change your bank account. Not you? Tell your society at once.',
    )
    expect(read('change_approved', { account: false, mobile: true, coolingHours: 0 }, 'sw')).toBe(
      'Othameru FCS: Wanjiku Kamau, namba yako ya simu imebadilishwa. Si wewe? Ambia chama chako mara moja.',
    )
    expect(read('change_approved', changed)).toContain('were changed. No money goes there for 720 hours.')
  })

  test('money with cents only where there are some, and the end of the account only', () => {
    const facts = { ...loanFacts, netCents: 145_500, owedCents: 150_050, institution: 'Co-operative Bank' }
    expect(read('loan_paid', facts)).toBe(
      'Othameru FCS: Wanjiku Kamau, KES 1,455 of loan LN123456789ABC was paid to Co-operative Bank, account ending 345. To repay: KES 1,500.50.',
    )
    expect(read('loan_failed', { ...facts, cameBack: true }, 'sw')).toContain('imerudi kutoka benki. Huna deni')
    const paid = { ...paidFacts, netCents: 267_750, recoveredCents: 0, institution: 'Co-operative Bank' }
    expect(read('cherry_paid', paid)).toBe(
      'Othameru FCS: Wanjiku Kamau, KES 2,677.50 for cherry of 2026/2027 was paid to Co-operative Bank, account ending 345.',
    )
    expect(read('cherry_paid', { ...paid, recoveredCents: 5_070_000 }, 'sw')).toContain('Iliyokatwa: KES 50,700.')
  })
})

test('every occasion has a switch of its own', () => {
  const names = Object.values(textOccasions).map(({ setting }) => setting)
  expect(new Set(names).size).toBe(names.length)
})
