import { expect, test } from 'vitest'
import { basisIn } from './legBasis.ts'

test.each([
  ['0.3 % of 20,382.00', '0.3 % ya 20,382.00'],
  ['3,233.08 kg of parchment at 60.00 per tonne', 'kilo 3,233.08 za parchment kwa 60.00 kila tani'],
  ['930.251 of 1,434 kg', 'kilo 930.251 kati ya 1,434'],
  ['1 package at 1.20', 'magunia 1 kwa 1.20'],
  [
    '43 packages at 1.20, 9 days at 0.02, warrant 5.00, as far as the proceeds go',
    'magunia 43 kwa 1.20, siku 9 kwa 0.02, waranti 5.00, kadiri fedha zilivyotosha',
  ],
  ['As agreed for the lot', 'Kama ilivyokubaliwa kwa loti'],
  ['AGM 2026/04', 'AGM 2026/04'],
  ['04TH2011', '04TH2011'],
])('how a leg was worked out is said in Swahili too: %s', (english, swahili) => {
  expect([basisIn('en', english), basisIn('sw', english)]).toEqual([english, swahili])
})

test('kilograms of e-slips that were drawn before are grouped too', () => {
  expect(basisIn('en', '930.251 of 1434.000 kg')).toBe('930.251 of 1,434 kg')
  expect(basisIn('en', '3,233.080 kg of parchment at 60.00 per tonne')).toBe(
    '3,233.08 kg of parchment at 60.00 per tonne',
  )
  expect(basisIn('sw', '930.251 of 1434.000 kg')).toBe('kilo 930.251 kati ya 1,434')
})
