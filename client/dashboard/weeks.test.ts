import { expect, test } from 'vitest'
import { beginsMonth, everyWeek, runsOn } from './weeks.ts'

const week = (monday: string, approvedKg = 1) => ({ week: monday, approvedKg, pendingKg: 0, beforeKg: 0 })

test('weeks without a delivery stand between those with one', () => {
  const weeks = everyWeek([week('2026-09-28'), week('2026-10-19', 5)])
  expect(weeks.map(({ week: monday }) => monday)).toEqual(['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19'])
  expect(weeks.map(({ approvedKg }) => approvedKg)).toEqual([1, 0, 0, 5])
  expect(everyWeek([])).toEqual([])
  expect(everyWeek([week('2026-10-05')])).toEqual([week('2026-10-05')])
})

test('a season over the turn of the year is whole', () => {
  const weeks = everyWeek([week('2026-10-05'), week('2027-09-27')])
  expect(weeks).toHaveLength(52)
  expect(weeks.filter((_, at) => beginsMonth(weeks, at))).toHaveLength(12)
})

test('a week runs from its Monday to its Sunday', () => {
  const runs = (today: string) => runsOn(week('2026-11-23'), today)
  expect([runs('2026-11-22'), runs('2026-11-23'), runs('2026-11-29'), runs('2026-11-30')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('the name of a month stands where it begins, and not for the last days of one', () => {
  const weeks = everyWeek([week('2026-09-28'), week('2026-11-09')])
  const marks = weeks.flatMap(({ week: monday }, at) => (beginsMonth(weeks, at) ? [monday] : []))
  expect(marks).toEqual(['2026-10-05', '2026-11-02'])
})
