import { expect, test } from 'vitest'
import { ageGroup, byAge, workingDaysBetween } from './workingDays.ts'

// 13 November 2026 is a Friday.
test('weekends do not make a record older', () => {
  expect(workingDaysBetween('2026-11-13', '2026-11-13')).toBe(0)
  expect(workingDaysBetween('2026-11-13', '2026-11-14')).toBe(0)
  expect(workingDaysBetween('2026-11-13', '2026-11-15')).toBe(0)
  expect(workingDaysBetween('2026-11-13', '2026-11-16')).toBe(1)
  expect(workingDaysBetween('2026-11-14', '2026-11-16')).toBe(1)
  expect(workingDaysBetween('2026-11-09', '2026-11-13')).toBe(4)
  expect(workingDaysBetween('2026-11-09', '2026-11-16')).toBe(5)
})

test('weeks and years are counted as day by day', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000)
  const text = (n: number) => day(n).toISOString().slice(0, 10)
  for (let from = 0; from < 8; from += 1) {
    let working = 0
    for (let to = from + 1; to < 800; to += 1) {
      if (day(to).getUTCDay() % 6 !== 0) working += 1
      expect([text(from), text(to), workingDaysBetween(text(from), text(to))]).toEqual([text(from), text(to), working])
    }
  }
})

test('a record from tomorrow, by a clock that went wrong, is new', () => {
  expect(workingDaysBetween('2026-11-17', '2026-11-16')).toBe(0)
})

test('the groups have no gap and no overlap', () => {
  expect([0, 1, 2, 3, 4, 7, 8, 300].map(ageGroup)).toEqual([
    'upTo1',
    'upTo1',
    'upTo3',
    'upTo3',
    'upTo7',
    'upTo7',
    'above7',
    'above7',
  ])
})

test('records are added up by the day they came in on', () => {
  const arrived = [
    { day: '2026-11-16', n: 3 },
    { day: '2026-11-13', n: 2 },
    { day: '2026-11-11', n: 5 },
    { day: '2026-10-01', n: 1 },
  ]
  expect(byAge(arrived, '2026-11-16')).toEqual({ upTo1: 5, upTo3: 5, upTo7: 0, above7: 1 })
})
