import { expect, test } from 'vitest'
import { dayAfter } from '#server/facts/days.ts'
import { holidaysOf } from '#server/facts/publicHolidays.ts'
import { isWorkingDay, workingDaysBetween } from '#server/facts/workingDays.ts'
import { businessDate, startOfDay } from '#server/kit/clock.ts'
import { daysOffIn, problemsOf, usualDays } from './usualDays.ts'

const holidays = [2026, 2027, 2028].flatMap((year) => holidaysOf(year, []))
const daysOff = daysOffIn(holidays)
const said = (saleDate: string, off = daysOff) => {
  const { dispatchCutoff, catalogueClose, promptDate } = usualDays(saleDate, off)
  return [dispatchCutoff, catalogueClose, promptDate]
}

test('a Tuesday among working days: dispatch until Thursday twelve days before, catalogue on Monday, payment in a week', () => {
  expect(said('2026-12-08')).toEqual(['2026-11-26T13:00:00.000Z', '2026-12-07T14:00:00.000Z', '2026-12-15'])
})

test('dispatch that would end on Christmas Day ends on the working day before', () => {
  expect(said('2027-01-06')[0]).toBe('2026-12-24T13:00:00.000Z')
})

test('dispatch that would end on a Sunday ends on Friday', () => {
  // A sale on a Friday.
  expect(said('2026-12-18')[0]).toBe('2026-12-04T13:00:00.000Z')
})

test('the catalogue of a sale after Easter closes on Thursday before Good Friday', () => {
  expect(said('2027-03-30')[1]).toBe('2027-03-25T14:00:00.000Z')
})

test('New Year’s Day is no day of payment', () => {
  expect(said('2026-12-29')[2]).toBe('2027-01-06')
})

test('a gazetted day off counts as one, and a holiday that is worked does not', () => {
  const gazetted = [
    { day: '2026-12-07', name: 'Election', dayOff: true },
    { day: '2026-12-25', name: 'Christmas Day', dayOff: false },
  ]
  const off = daysOffIn([2026, 2027].flatMap((year) => holidaysOf(year, gazetted)))
  expect(said('2026-12-08', off)[1]).toBe('2026-12-04T14:00:00.000Z')
  expect(said('2027-01-06', off)[0]).toBe('2026-12-25T13:00:00.000Z')
})

test('on every working day of two years the course holds, and nothing of it is refused', () => {
  let sales = 0
  for (let day = '2027-01-01'; day < '2028-12-15'; day = dayAfter(day, 1)) {
    if (!isWorkingDay(day, daysOff)) {
      expect([day, problemsOf(usualDays(day, daysOff), holidays).saleDate]).toEqual([day, expect.any(String)])
      continue
    }
    sales += 1
    const days = usualDays(day, daysOff)
    const [cutoff, close] = [new Date(days.dispatchCutoff), new Date(days.catalogueClose)]
    expect([day, isWorkingDay(businessDate(cutoff), daysOff)]).toEqual([day, true])
    expect([day, workingDaysBetween(businessDate(close), day, daysOff)]).toEqual([day, 1])
    expect([day, workingDaysBetween(day, days.promptDate, daysOff)]).toEqual([day, 5])
    expect([day, cutoff < close && close < startOfDay(day)]).toEqual([day, true])
    expect([day, problemsOf(days, holidays)]).toEqual([day, {}])
  }
  expect(sales).toBeGreaterThan(480)
})

const usual = usualDays('2026-12-08', daysOff)
test.each([
  ['a sale on a Saturday', usualDays('2026-12-05', daysOff), { saleDate: 'Choose a day from Monday to Friday' }],
  ['a sale at Christmas', usualDays('2026-12-25', daysOff), { saleDate: 'Nobody works on that day: Christmas Day' }],
  [
    'dispatch on the day of the sale',
    { ...usual, dispatchCutoff: '2026-12-08T06:00:00Z' },
    {
      dispatchCutoff: 'The dispatch ends before the day of the sale',
      catalogueClose: 'The catalogue closes after the dispatch',
    },
  ],
  [
    'dispatch of last season',
    { ...usual, dispatchCutoff: '2026-10-01T06:00:00Z' },
    { dispatchCutoff: 'The dispatch ends at most 60 days before the sale' },
  ],
  [
    'a catalogue that closes on the morning of the sale',
    { ...usual, catalogueClose: '2026-12-08T05:00:00Z' },
    { catalogueClose: 'The catalogue stands one working day before the sale at the latest' },
  ],
  [
    'a catalogue that closes before the dispatch',
    { ...usual, catalogueClose: '2026-11-26T12:59:59Z' },
    { catalogueClose: 'The catalogue closes after the dispatch' },
  ],
  [
    'payment on the day of the sale',
    { ...usual, promptDate: '2026-12-08' },
    { promptDate: 'Buyers pay after the day of the sale' },
  ],
  [
    'payment six working days after',
    { ...usual, promptDate: '2026-12-16' },
    { promptDate: 'Buyers pay within five working days after the sale' },
  ],
])('%s is refused beside its field', (_, days, problems) => {
  expect(problemsOf(days, holidays)).toEqual(problems)
})

test('the last moment of the working day before, and earlier payment, are within the bounds', () => {
  const days = { ...usual, catalogueClose: '2026-12-07T21:00:00Z', promptDate: '2026-12-09' }
  expect(problemsOf(days, holidays)).toEqual({})
})
