import { expect, test } from 'vitest'
import { formats } from './format.ts'

const english = formats('en')
const swahili = formats('sw')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('numbers are grouped, weights carry their unit and money its currency', () => {
  expect(english.number(1248)).toBe('1,248')
  expect(english.number(1.5)).toBe('1.5')
  expect(plain(english.weight(66026.9))).toBe('66,026.9 kg')
  expect(plain(english.weight(3))).toBe('3.0 kg')
  expect(plain(english.money(48262475.1))).toBe('KES 48,262,475.10')
  expect(plain(english.money(12, 'USD'))).toBe('USD 12.00')
  expect(plain(english.money(-12))).toBe('KES −12.00')
  expect(english.amount(-48262475.1)).toBe('−48,262,475.10')
})

test('times are those of Nairobi, whatever the machine says', () => {
  expect(english.date('2026-11-20T21:30:00Z')).toBe('21 Nov 2026')
  expect(english.dateTime('2026-11-20T21:30:00Z')).toBe('21 Nov 2026, 00:30')
  expect(english.date('2026-11-20')).toBe('20 Nov 2026')
  expect(swahili.date('2026-11-20')).toBe('20 Nov 2026')
})

test('an age names its two largest units', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(english.age('2026-11-16T20:00:00Z', now)).toBe('3 d 16 h')
  expect(english.age('2026-11-20T07:55:00Z', now)).toBe('4 h 5 min')
  expect(english.age('2026-11-20T11:57:30Z', now)).toBe('2 min')
  expect(english.age('2026-11-20T12:00:05Z', now)).toBe('0 min')
  expect(swahili.age('2026-11-16T20:00:00Z', now)).toBe('siku 3 saa 16')
})

test('file sizes are short', () => {
  expect(plain(english.fileSize(0))).toBe('0 B')
  expect(plain(english.fileSize(980))).toBe('980 B')
  expect(plain(english.fileSize(1_234))).toBe('1.2 kB')
  expect(plain(english.fileSize(48_200_000))).toBe('48 MB')
})
