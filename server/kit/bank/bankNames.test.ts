import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlaceholderName, nameMatch, tidyName } from './bankNames.ts'

const matches = (farmer: string, account: string) => nameMatch(farmer, account).matches

test('the same person written in another order, case or accent matches', () => {
  expect(nameMatch('Wanjiku Njeri Kamau', 'KAMAU WANJIKU NJERI')).toEqual({ score: 1, matches: true })
  expect(nameMatch("Peter Mũrang'a", 'muranga PETER')).toEqual({ score: 1, matches: true })
  expect(nameMatch("Mary Ng'ang’a", 'NGANGA, MARY')).toEqual({ score: 1, matches: true })
  expect(nameMatch('Kĩrĩma Estate Ltd', 'KIRIMA ESTATE LIMITED')).toEqual({ score: 1, matches: true })
})

test('a left-out middle name, initials and titles still match', () => {
  expect(matches('Wanjiku Njeri Kamau', 'Wanjiku Kamau')).toBe(true)
  expect(matches('Wanjiku Kamau', 'Mrs. Wanjiku Njeri Kamau')).toBe(true)
  expect(matches('John Mwangi Kamau', 'J.M. Kamau')).toBe(true)
  expect(matches('John Kamau', 'J Kamau')).toBe(true)
})

test('another person does not match, however much is shared', () => {
  expect(matches('Wanjiku Njeri Kamau', 'Wanjiku Achieng Otieno')).toBe(false)
  expect(matches('John Mwangi Kamau', 'John Mwangi Njoroge')).toBe(false)
  expect(matches('John Kamau', 'John')).toBe(false)
  expect(matches('John Kamau', 'J K')).toBe(false)
  expect(matches('John Kamau', 'J O Kipchoge')).toBe(false)
  expect(nameMatch('John Kamau', 'Achieng Otieno').score).toBe(0)
  expect(nameMatch('', '')).toEqual({ score: 0, matches: false })
  expect(matches('!!!', '???')).toBe(false)
})

test('a placeholder names nobody', () => {
  const nobody = [
    'Whitelist',
    'WHITE LIST',
    '',
    '   ',
    'N/A',
    'n.a.',
    '0112345',
    '-',
    'null',
    'Not Available',
    '\u200b',
  ]
  const people = ['Wanjiku', 'Nancy', 'Nil Otieno', 'Kirima Estate 2', 'Mũ']
  expect([...nobody, ...people].filter(isPlaceholderName)).toEqual(nobody)
})

test('a tidied name has no control or direction characters and is short', () => {
  expect(tidyName(' Wanjiku\u0000\t \u202eKamau\r\n')).toBe('Wanjiku Kamau')
  expect(tidyName('x'.repeat(1_000_000))).toHaveLength(140)
})

const names = [
  'Wanjiku',
  'Njeri',
  'Kamau',
  "Ng'ang'a",
  'Mũrang’a',
  'Otieno',
  'Achieng',
  'Kipchoge',
  'Wairimũ',
  'Mary',
  'J',
  'K',
]
const name = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })

test('for all names: symmetric, between 0 and 1, and never thrown by any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        name.map((all) => all.join(' ')),
        fc.string({ unit: 'binary' }),
      ),
      fc.string({ unit: 'binary' }),
      (a, b) => {
        const there = nameMatch(a, b)
        expect(there).toEqual(nameMatch(b, a))
        expect(there.score >= 0 && there.score <= 1).toBe(true)
      },
    ),
  )
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(nameMatch(a.join(' '), b.join(' '))).toEqual(nameMatch(b.join(' '), a.join(' ')))
    }),
  )
})

test('for all names: order, case, accents, apostrophes, punctuation and titles change nothing', () => {
  const changed = (all: string[]) =>
    fc
      .tuple(
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.constantFrom('', 'Mr ', 'MRS. ', 'Dr. '),
        fc.boolean(),
      )
      .map(([words, title, isUpper]) => {
        const text =
          title +
          words
            .join(',  ')
            .normalize('NFD')
            .replace(/[\p{M}'’]/gu, '')
        return isUpper ? text.toUpperCase() : text.toLowerCase()
      })
  const pair = name.chain((all) => fc.tuple(fc.constant(all.join(' ')), changed(all)))
  fc.assert(
    fc.property(pair, name, ([plain, other], account) => {
      expect(nameMatch(plain, other)).toEqual({ score: 1, matches: true })
      expect(nameMatch(other, account.join(' '))).toEqual(nameMatch(plain, account.join(' ')))
    }),
  )
})

test('for all names: people who share no name and no initial score nothing', () => {
  const one = fc.constantFrom('Wanjiku Njeri', 'Njeri Wairimu', 'Wairimu')
  const other = fc.constantFrom('Otieno Achieng', 'Achieng Kipchoge', 'Kamau O')
  fc.assert(
    fc.property(one, other, (a, b) => {
      expect(nameMatch(a, b)).toEqual({ score: 0, matches: false })
    }),
  )
})
