import { expect, test } from 'vitest'
import { editDistance, nearest } from './nearest.ts'

const banks = ['35', '01', 'CO-OPERATIVE BANK OF KENYA', 'EQUITY BANK', 'EQUITY BANK KENYA', 'NATIONAL BANK OF KENYA']
const counties = ['NYERI', 'NYANDARUA', 'KIAMBU', 'KIRINYAGA', "MURANG'A"]

test.each([
  ['Nyerri', 'NYERI'],
  ['kiambuu', 'KIAMBU'],
  ['Kirinyaga county', 'KIRINYAGA'],
  ['Muranga', "MURANG'A"],
])('%s is taken for %s', (written, name) => expect(nearest(written, counties)).toBe(name))

test.each(['', '  ', 'X', 'NY', 'Mombasa', 'Nairobi'])('"%s" is taken for no county', (written) =>
  expect(nearest(written, counties)).toBeNull(),
)

test('a part of a name means it when it can mean no other', () => {
  expect(nearest('Equity', banks)).toBe('EQUITY BANK')
  expect(nearest('Equity Bank Kenya Ltd', banks)).toBe('EQUITY BANK KENYA')
  expect(nearest('Bank', banks)).toBeNull()
  expect(nearest('of Kenya', banks)).toBeNull()
})

test('a code that stands in a text by chance is not what is meant', () => {
  expect(nearest('Wing 3501', banks)).toBeNull()
})

test('the edit distance counts insertions, deletions and replacements', () => {
  expect(editDistance('', 'ABC')).toBe(3)
  expect(editDistance('ABC', '')).toBe(3)
  expect(editDistance('KITTEN', 'SITTING')).toBe(3)
  expect(editDistance('SAME', 'SAME')).toBe(0)
})
