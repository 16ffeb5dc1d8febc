import { describe, expect, test } from 'vitest'
import { timelineStages, type TimelineStage } from '#contract/outturns/timeline.ts'
import { timelineOf, type StageFacts, type TimelineFacts } from './timelineStages.ts'

const none: StageFacts = { done: 0, of: 0, on: null, due: null, turn: 'BROKER', names: ['Savanna'] }
const whole = (on: string): StageFacts => ({ ...none, done: 2, of: 2, on })
const factsWith = (given: Partial<TimelineFacts>): TimelineFacts =>
  ({ ...Object.fromEntries(timelineStages.map((stage) => [stage, none])), ...given }) as TimelineFacts
const statesOf = (facts: Partial<TimelineFacts>, today = '2026-12-09') =>
  Object.fromEntries(
    timelineOf(factsWith(facts), today, new Set(['2026-12-08'])).map((one) => [one.stage, one]),
  ) as Record<TimelineStage, ReturnType<typeof timelineOf>[number]>

const untilSold = {
  DELIVERED: whole('2026-10-05'),
  MILLED: whole('2026-10-20'),
  DISPATCHED: whole('2026-11-10'),
  CATALOGUED: whole('2026-11-28'),
  SOLD: whole('2026-12-01'),
}

describe('how far an outturn has come', () => {
  test('the turn stands on the first stage that is not done, and what follows waits for nobody', () => {
    const { SOLD, PAID, CREDITED } = statesOf({
      ...untilSold,
      PAID: { ...none, of: 2, due: '2026-12-10', turn: 'BUYER' },
    })
    expect(SOLD).toMatchObject({ state: 'DONE', on: '2026-12-01', turn: null, names: [] })
    expect(PAID).toMatchObject({ state: 'NOW', turn: 'BUYER', due: '2026-12-10', lateDays: 0 })
    expect(CREDITED).toMatchObject({ state: 'AHEAD', turn: null, names: [] })
  })

  test('what is overdue says so in working days: neither a Sunday nor a day off counts', () => {
    const paid = { ...none, of: 2, due: '2026-12-04', turn: 'BUYER' as const }
    // Friday the 4th; Monday the 7th counts, the 8th is off, the 9th counts.
    expect(statesOf({ ...untilSold, PAID: paid }).PAID).toMatchObject({ state: 'LATE', lateDays: 2 })
    expect(statesOf({ ...untilSold, PAID: paid }, '2026-12-04').PAID).toMatchObject({ state: 'NOW', lateDays: 0 })
    expect(statesOf({ ...untilSold, PAID: paid }, '2026-12-06').PAID).toMatchObject({ state: 'NOW', lateDays: 0 })
  })

  test('one lot that is paid of two is on its way, and a second stage that has begun goes on beside it', () => {
    const { PAID, CREDITED } = statesOf({
      ...untilSold,
      PAID: { ...none, done: 1, of: 2, on: '2026-12-07' },
      CREDITED: { ...none, done: 1, of: 2, on: '2026-12-08', turn: 'BANK' },
    })
    expect(PAID).toMatchObject({ state: 'NOW', done: 1, of: 2 })
    expect(CREDITED).toMatchObject({ state: 'NOW', turn: 'BANK' })
  })

  test('what the reader may not know is hidden, and says neither a day nor a number', () => {
    const { CONVERTED, SCHEDULED } = statesOf({ ...untilSold, CONVERTED: null })
    expect(CONVERTED).toEqual({
      stage: 'CONVERTED',
      state: 'HIDDEN',
      on: null,
      done: 0,
      of: 0,
      due: null,
      lateDays: 0,
      turn: null,
      names: [],
      people: [],
    })
    expect(SCHEDULED.state).toBe('AHEAD')
  })
})
