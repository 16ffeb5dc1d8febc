import { expect, test } from 'vitest'
import { agesSince, earliestDay, workingDaysBetween } from './workingDays.ts'

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

test('the earliest day of an age is the last that is not older, on every day of the week', () => {
  const dayMs = 86_400_000
  const before = (day: string) => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)
  for (let n = 0; n < 14; n += 1) {
    const today = new Date(Date.UTC(2026, 10, 9) + n * dayMs).toISOString().slice(0, 10)
    for (const age of [0, 1, 3, 7]) {
      const day = earliestDay(today, age)
      expect(workingDaysBetween(day, today)).toBeLessThanOrEqual(age)
      expect(workingDaysBetween(before(day), today)).toBeGreaterThan(age)
    }
  }
})

test('on a Monday, one working day reaches back to Friday, and seven to the Thursday of the week before last', () => {
  expect(agesSince('2026-11-16')).toEqual([
    { key: 'upTo1', since: '2026-11-13' },
    { key: 'upTo3', since: '2026-11-11' },
    { key: 'upTo7', since: '2026-11-05' },
  ])
})
