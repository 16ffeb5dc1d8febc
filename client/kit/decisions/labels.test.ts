import { expect, test } from 'vitest'
import { titleCase } from './labels.ts'

test('each word of a title begins with a capital, and what stands behind an apostrophe is no word', () => {
  expect(['farmer upload', 'buyer’s payment', 'RTGS file', 'e-slip'].map(titleCase)).toEqual([
    'Farmer Upload',
    'Buyer’s Payment',
    'RTGS File',
    'E-Slip',
  ])
})
