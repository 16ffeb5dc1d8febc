import { expect, test } from 'vitest'
import { dayAfter, daysBetween, weekdayOf } from './days.ts'
import { easterSunday, holidaysOf, type Gazetted } from './publicHolidays.ts'

const daysOf = (year: number, gazetted: Gazetted[] = []) =>
  holidaysOf(year, gazetted).map(({ day, name, origin }) => `${day} ${name}, ${origin}`)

test('Easter is where the almanacs have it', () => {
  const almanac = ['1954-04-18', '1981-04-19', '2000-04-23', '2011-04-24', '2019-04-21', '2024-03-31', '2025-04-20']
  const later = ['2026-04-05', '2027-03-28', '2028-04-16', '2029-04-01', '2030-04-21', '2038-04-25', '2049-04-18']
  const far = ['2076-04-19', '2285-03-22']
  for (const day of [...almanac, ...later, ...far]) expect(easterSunday(Number(day.slice(0, 4)))).toBe(day)
})

test('the holidays of 2026, as the law has them', () => {
  expect(daysOf(2026)).toEqual([
    "2026-01-01 New Year's Day, LAW",
    '2026-04-03 Good Friday, LAW',
    '2026-04-06 Easter Monday, LAW',
    '2026-05-01 Labour Day, LAW',
    '2026-06-01 Madaraka Day, LAW',
    '2026-10-10 Mazingira Day, LAW',
    '2026-10-20 Mashujaa Day, LAW',
    '2026-12-12 Jamhuri Day, LAW',
    '2026-12-25 Christmas Day, LAW',
    '2026-12-26 Boxing Day, LAW',
  ])
})

// The gazette of December 2021 and of December 2022.
test('a Sunday is moved to Monday, and past a Monday that is a holiday itself', () => {
  expect(daysOf(2021).slice(-2)).toEqual(['2021-12-25 Christmas Day, LAW', '2021-12-27 Boxing Day, MOVED'])
  expect(daysOf(2022).slice(-2)).toEqual(['2022-12-26 Boxing Day, LAW', '2022-12-27 Christmas Day, MOVED'])
  expect(daysOf(2023)[0]).toBe("2023-01-02 New Year's Day, MOVED")
})

test('the gazette adds a day off, which a Sunday moves past, and takes one away', () => {
  const idd = { day: '2022-12-27', name: 'Idd-ul-Azha', dayOff: true }
  expect(daysOf(2022, [idd]).slice(-2)).toEqual(['2022-12-27 Idd-ul-Azha, GAZETTE', '2022-12-28 Christmas Day, MOVED'])
  const worked = { day: '2026-10-20', name: 'Mashujaa Day', dayOff: false }
  expect(holidaysOf(2026, [worked]).find(({ day }) => day === '2026-10-20')).toEqual({ ...worked, origin: 'GAZETTE' })
  expect(daysOf(2026, [idd])).toEqual(daysOf(2026))
})

test('in every year and whatever is gazetted: ten days by law, none on a Sunday or twice, none before its own day or far after it', () => {
  for (let year = 1963; year < 2163; year += 1) {
    const easter = easterSunday(year)
    expect([weekdayOf(easter), easter >= `${year}-03-22` && easter <= `${year}-04-25`]).toEqual([6, true])
    const gazetted = [year % 363, (year * 7) % 363].map((days) => ({
      day: dayAfter(`${year}-01-02`, days),
      name: 'Idd',
      dayOff: true,
    }))
    for (const declared of [[], gazetted]) {
      const found = holidaysOf(year, declared)
      const days = found.map(({ day }) => day)
      expect(days).toEqual([...new Set(days)].sort())
      const off = new Set(declared.map(({ day }) => day))
      const byLaw = found.filter(({ origin }) => origin !== 'GAZETTE')
      // A gazetted day may be a day by law at once; else all ten are there.
      expect(byLaw.length + [...off].filter((day) => isFixed(day) || isAtEaster(day, easter)).length).toBe(10)
      expect(byLaw.filter(({ day }) => weekdayOf(day) === 6)).toEqual([])
      for (const { day, origin } of byLaw)
        if (origin === 'LAW') expect([day, isFixed(day) || isAtEaster(day, easter)]).toEqual([day, true])
        else expect([day, weekdayOf(day) < 4, isMovedRight(day, days)]).toEqual([day, true, true])
    }
  }
})

const dates = ['01-01', '05-01', '06-01', '10-10', '10-20', '12-12', '12-25', '12-26']
const isFixed = (day: string) => dates.includes(day.slice(5)) && weekdayOf(day) !== 6
const isAtEaster = (day: string, easter: string) => [-2, 1].includes(daysBetween(easter, day))

/** Between the Sunday and the day it was moved to there is nothing but holidays. */
function isMovedRight(day: string, days: readonly string[]): boolean {
  let before = dayAfter(day, -1)
  while (days.includes(before) && weekdayOf(before) !== 6) before = dayAfter(before, -1)
  return weekdayOf(before) === 6 && dates.includes(before.slice(5))
}
