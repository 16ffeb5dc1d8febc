import { expect, test } from 'vitest'
import { dayAfter, weekdayOf } from './days.ts'
import { holidaysOf } from './publicHolidays.ts'
import { earliestDay, workingDaysBetween } from './workingDays.ts'

const none = new Set<string>()

// 13 November 2026 is a Friday.
test('weekends do not make a record older', () => {
  expect(workingDaysBetween('2026-11-13', '2026-11-13', none)).toBe(0)
  expect(workingDaysBetween('2026-11-13', '2026-11-14', none)).toBe(0)
  expect(workingDaysBetween('2026-11-13', '2026-11-15', none)).toBe(0)
  expect(workingDaysBetween('2026-11-13', '2026-11-16', none)).toBe(1)
  expect(workingDaysBetween('2026-11-14', '2026-11-16', none)).toBe(1)
  expect(workingDaysBetween('2026-11-09', '2026-11-13', none)).toBe(4)
  expect(workingDaysBetween('2026-11-09', '2026-11-16', none)).toBe(5)
})

test('Jamhuri Day on a Saturday costs no working day, Christmas on a Friday costs one', () => {
  const daysOff = new Set(['2026-12-12', '2026-12-25'])
  expect(workingDaysBetween('2026-12-11', '2026-12-14', daysOff)).toBe(1)
  expect(workingDaysBetween('2026-12-24', '2026-12-25', daysOff)).toBe(0)
  expect(workingDaysBetween('2026-12-24', '2026-12-28', daysOff)).toBe(1)
  expect(workingDaysBetween('2026-12-25', '2026-12-28', daysOff)).toBe(1)
})

test('weeks and years are counted as day by day, with the holidays of three years and any other days off', () => {
  const first = '2026-01-01'
  const gazetted = [0, 80, 147, 300, 433].map((days) => ({ day: dayAfter(first, days), name: 'Idd', dayOff: true }))
  const holidays = [2026, 2027, 2028].flatMap((year) => holidaysOf(year, gazetted))
  for (const daysOff of [none, new Set(holidays.map(({ day }) => day))])
    for (let start = 0; start < 30; start += 1) {
      const from = dayAfter(first, start)
      let working = 0
      for (let days = 1; days < 800; days += 1) {
        const to = dayAfter(from, days)
        if (weekdayOf(to) < 5 && !daysOff.has(to)) working += 1
        expect([from, to, workingDaysBetween(from, to, daysOff)]).toEqual([from, to, working])
      }
    }
})

test('a record from tomorrow, by a clock that went wrong, is new', () => {
  expect(workingDaysBetween('2026-11-17', '2026-11-16', none)).toBe(0)
})

test('the earliest day of an age is the last that is not older, on every day around Christmas and Easter', () => {
  const daysOff = new Set([2026, 2027].flatMap((year) => holidaysOf(year, [])).map(({ day }) => day))
  for (let n = 0; n < 140; n += 1) {
    const today = dayAfter('2026-12-01', n)
    for (const age of [0, 1, 3, 7]) {
      const day = earliestDay(today, age, daysOff)
      expect(workingDaysBetween(day, today, daysOff)).toBeLessThanOrEqual(age)
      expect(workingDaysBetween(dayAfter(day, -1), today, daysOff)).toBeGreaterThan(age)
    }
  }
})
