import { describe, expect, test } from 'vitest'
import { timelineStages, type TimelineStage } from '#contract/outturns/timeline.ts'
import { ofSocieties, timelineOf, type MoneyFacts, type StageFacts, type TimelineFacts } from './timelineStages.ts'

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
      ofSocieties: false,
      due: null,
      lateDays: 0,
      turn: null,
      names: [],
      people: [],
    })
    expect(SCHEDULED.state).toBe('AHEAD')
  })
})

describe('an outturn of several societies', () => {
  const of = (name: string, facts: Partial<MoneyFacts>): MoneyFacts => {
    const own: StageFacts = { ...none, turn: 'SOCIETY', names: [name] }
    return { CREDITED: own, CONVERTED: own, SCHEDULED: own, IN_ACCOUNT: own, ...facts }
  }
  const paid = {
    CREDITED: whole('2026-12-05'),
    CONVERTED: { ...whole('2026-12-06'), done: 1, of: 1 },
    SCHEDULED: { ...whole('2026-12-07'), done: 1, of: 1 },
    IN_ACCOUNT: { ...whole('2026-12-08'), done: 156, of: 156 },
  }

  test('says how many have come so far and names those that have not, whichever was read first', () => {
    const othaya = of('Othaya', paid)
    const kirima = of('Kirima', { CREDITED: { ...whole('2026-12-09'), done: 1, of: 1 } })
    for (const each of [
      [othaya, kirima],
      [kirima, othaya],
    ])
      expect(ofSocieties(each)).toMatchObject({
        CREDITED: { done: 3, of: 3, on: '2026-12-09', names: [] },
        CONVERTED: { done: 1, of: 2, on: '2026-12-06', turn: 'SOCIETY', names: ['Kirima'] },
        SCHEDULED: { done: 1, of: 2, names: ['Kirima'] },
        IN_ACCOUNT: { done: 1, of: 2, on: '2026-12-08', names: ['Kirima'] },
      })
  })

  test('waits where members of one are still to be paid', () => {
    const waits = { ...paid, IN_ACCOUNT: { ...none, done: 136, of: 156, turn: 'BANK' as const, names: [] } }
    expect(ofSocieties([of('Othaya', waits), of('Kirima', paid)])).toMatchObject({
      SCHEDULED: { done: 2, of: 2 },
      IN_ACCOUNT: { done: 1, of: 2, ofSocieties: true, turn: 'BANK', names: [] },
    })
  })

  test('of one society nothing is counted anew, and of none it is hidden', () => {
    expect(ofSocieties([of('Othaya', paid)])).toEqual(paid)
    expect(ofSocieties([])).toEqual({ CREDITED: null, CONVERTED: null, SCHEDULED: null, IN_ACCOUNT: null })
  })
})
