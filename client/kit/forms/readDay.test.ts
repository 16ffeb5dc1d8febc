import { expect, test } from 'vitest'
import { dayBeside, readDay } from './readDay.ts'

const read = (text: string) => readDay(text, '2026-11-22')

test('a day is read as people write it, the day always before the month', () => {
  for (const text of [
    '22 Nov 2026',
    '22 November 2026',
    '22nov26',
    '22/11/2026',
    '22.11.26',
    '22-11-2026',
    '221126',
    '2026-11-22',
  ])
    expect([text, read(text)]).toEqual([text, '2026-11-22'])
  expect(read('3/4/2026')).toBe('2026-04-03')
  expect(read('11/22/2026')).toBeNull()
})

test('months are known in Swahili too', () => {
  expect(['3 Mac 2026', '3 Mei 2026', '3 Ago 2026', '3 Okt 2026', '3 Des 2025'].map(read)).toEqual([
    '2026-03-03',
    '2026-05-03',
    '2026-08-03',
    '2026-10-03',
    '2025-12-03',
  ])
})

test('today and yesterday are one key away, in both languages', () => {
  expect(['t', 'leo', 'y', 'jana'].map(read)).toEqual(['2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21'])
})

test('without a year it is the last such day', () => {
  expect([read('20 Nov'), read('23 Nov'), read('5/10')]).toEqual(['2026-11-20', '2025-11-23', '2026-10-05'])
})

test('what no calendar has is no day', () => {
  expect(['31 Feb 2026', '0/1/2026', '22 Xyz 2026', 'Nov 22', '22', '', '29 Feb 2025'].map(read)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
  expect(read('29 Feb 2024')).toBe('2024-02-29')
  expect(dayBeside('2026-03-01', -1)).toBe('2026-02-28')
})
