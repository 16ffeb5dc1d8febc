import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { dayAfter } from '#server/facts/days.ts'
import { businessDate, setClock } from '#server/kit/clock.ts'
import type { Season } from '#server/facts/seasons.ts'
import { checkCorrection, checkDelivery, seasonOn, type Facts } from './deliveryRules.ts'

// As the migration and the seed make them: every crop year of the table, open.
const seasons: readonly Season[] = Array.from({ length: 15 }, (_, index) => {
  const year = 2021 + index
  return { name: `${year}/${year + 1}`, startsOn: `${year}-10-01`, endsOn: `${year + 1}-09-30`, open: true }
})
const day = fc
  .integer({ min: Date.UTC(2021, 9, 1) / 86_400_000, max: Date.UTC(2036, 8, 30) / 86_400_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const member = { id: 'm', memberNumber: 'OT0001', fullName: 'A B', idNumber: '1' }
const facts = (today: string, more: Partial<Facts> = {}): Facts => ({
  today,
  seasons,
  mostKg: 15_000,
  backdatedDays: 400,
  organisationCode: 'CF4100',
  members: new Map([['OT0001', member]]),
  factories: new Map(),
  ...more,
})
const entry = { memberNumber: 'OT0001', kilograms: 10 }
afterEach(() => setClock(null))

test('any day lies in exactly one season: the one that the crop year gives it', () => {
  fc.assert(
    fc.property(day, (date) => {
      const holding = seasons.filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
      expect(holding.map(({ name }) => name)).toEqual([seasonOfDate(date)])
      expect(seasonOn(seasons, date)?.name).toBe(seasonOfDate(date))
    }),
    { numRuns: 3000 },
  )
})

test('a delivery is accepted exactly when its day is in its season, not to come and not too long ago', () => {
  fc.assert(
    fc.property(
      day,
      day,
      fc.constantFrom(...seasons),
      fc.integer({ min: 1, max: 400 }),
      (today, date, season, most) => {
        const checked = checkDelivery(
          { ...entry, season: season.name, deliveredOn: date },
          facts(today, { backdatedDays: most }),
        )
        const isRight = seasonOfDate(date) === season.name && date <= today && date >= dayAfter(today, -most)
        expect('delivery' in checked).toBe(isRight)
        if ('delivery' in checked) expect(checked.delivery).toMatchObject({ season: season.name, deliveredOn: date })
      },
    ),
    { numRuns: 3000 },
  )
})

test('without a season the day tells it; without a day it is today; a correction of a past season falls on its last day', () => {
  fc.assert(
    fc.property(day, fc.constantFrom(...seasons), (today, season) => {
      expect(checkDelivery(entry, facts(today))).toMatchObject({
        delivery: { season: seasonOfDate(today), deliveredOn: today },
      })
      const corrected = checkCorrection({ ...entry, kilograms: -1, season: season.name }, facts(today))
      const lastDay = season.endsOn < today ? season.endsOn : today
      if (season.startsOn <= today)
        expect(corrected).toMatchObject({ delivery: { season: season.name, deliveredOn: lastDay } })
      else expect('fields' in corrected).toBe(true)
    }),
  )
})

test('a closed season takes nothing', () => {
  const closed = seasons.map((season) => ({ ...season, open: season.name !== '2025/2026' }))
  fc.assert(
    fc.property(day, (date) => {
      const { fields } = {
        fields: {},
        ...checkDelivery({ ...entry, deliveredOn: date }, facts(date, { seasons: closed })),
      }
      expect(Object.keys(fields)).toEqual(seasonOfDate(date) === '2025/2026' ? ['deliveredOn'] : [])
    }),
  )
})

test('the season turns at midnight in Nairobi, between 30 September and 1 October', () => {
  for (const [moment, date, season] of [
    ['2026-09-30T20:59:59.999Z', '2026-09-30', '2025/2026'],
    ['2026-09-30T21:00:00.000Z', '2026-10-01', '2026/2027'],
    ['2026-10-01T20:59:59.999Z', '2026-10-01', '2026/2027'],
    ['2027-09-30T20:59:59.999Z', '2027-09-30', '2026/2027'],
  ] as const) {
    setClock(() => Date.parse(moment))
    expect([businessDate(), seasonOfDate(businessDate())]).toEqual([date, season])
    expect(checkDelivery(entry, facts(businessDate()))).toMatchObject({ delivery: { deliveredOn: date, season } })
  }
})
