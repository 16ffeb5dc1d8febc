import { expect, test } from 'vitest'
import { editDistance, nearest } from './nearest.ts'

const listOf = (...names: (readonly [value: string, ...forms: string[]])[]) =>
  new Map(names.flatMap(([value, ...forms]) => forms.map((form) => [form, value] as const)))
const banks = listOf(
  ['11', 'CO-OPERATIVE BANK OF KENYA', 'COOPERATIVE BANK OF KENYA', '11'],
  ['68', 'EQUITY BANK KENYA', 'EQUITY BANK'],
  ['12', 'NATIONAL BANK OF KENYA'],
  ['01', 'KCB BANK KENYA', '1'],
  ['75', 'DIB BANK KENYA'],
  ['70', 'FAMILY BANK'],
  ['05', 'BANK OF INDIA'],
)
const counties = listOf(
  ...['NYERI', 'NYANDARUA', 'KIAMBU', 'KIRINYAGA', "MURANG'A"].map((name) => [name, name] as const),
)

test.each([
  ['Nyerri', 'NYERI'],
  ['kiambuu', 'KIAMBU'],
  ['Kirinyaga county', 'KIRINYAGA'],
  ['Muranga', "MURANG'A"],
])('%s is taken for %s', (written, name) => expect(nearest(written, counties)).toBe(name))

test.each(['', '  ', 'X', 'NY', 'Mombasa', 'Nairobi', 'Nyamira'])('"%s" is taken for no county', (written) =>
  expect(nearest(written, counties)).toBeNull(),
)

test.each(['Coop Bank', 'CO-OP BANK', 'coop', 'Cooperative Bank', 'Cooperativ Bank of Kenya', 'Co-operatve Bank'])(
  '%s is taken for the Co-operative Bank, in its official form',
  (written) => expect(nearest(written, banks)).toBe('CO-OPERATIVE BANK OF KENYA'),
)

test.each(['Barclays Bank', 'Cop Bank', 'Bank of Nowhere', 'Chase Bank', 'K Bank', 'Bank', 'of Kenya', 'Bank Kenya'])(
  '%s is taken for no bank rather than for another one',
  (written) => expect(nearest(written, banks)).toBeNull(),
)

test('a part of a name means it when it can mean no other', () => {
  expect(nearest('Equity', banks)).toBe('EQUITY BANK KENYA')
  expect(nearest('Equity Bank Kenya Ltd', banks)).toBe('EQUITY BANK KENYA')
})

test('a name that is as near as another is a question', () => {
  expect(nearest('Mahina', listOf(['1', 'MAHIGA'], ['2', 'MAHIRA']))).toBeNull()
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
