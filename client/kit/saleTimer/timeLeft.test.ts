import { expect, test } from 'vitest'
import { minutesToSay, onTheClock, timeLeft } from './timeLeft.ts'

const day = 86_400_000

test('a second that has begun is left whole, and nothing is left only when it is over', () => {
  expect(onTheClock(timeLeft(1))).toBe('00:00:01')
  expect(onTheClock(timeLeft(1000))).toBe('00:00:01')
  expect(onTheClock(timeLeft(1001))).toBe('00:00:02')
  expect(onTheClock(timeLeft(0))).toBe('00:00:00')
  expect(onTheClock(timeLeft(-5000))).toBe('00:00:00')
})

test('days stand beside the clock', () => {
  expect(timeLeft(2 * day + 3 * 3_600_000 + 14 * 60_000 + 7000)).toEqual({ days: 2, hours: 3, minutes: 14, seconds: 7 })
  expect(timeLeft(day)).toEqual({ days: 1, hours: 0, minutes: 0, seconds: 0 })
  expect(timeLeft(day - 1000)).toEqual({ days: 0, hours: 23, minutes: 59, seconds: 59 })
})

test('it is said aloud an hour, ten minutes and one minute before, and in no other second of the day', () => {
  const spoken = Array.from({ length: 86_400 }, (_, second) => minutesToSay(timeLeft(second * 1000))).filter(Boolean)
  expect(spoken).toEqual([1, 10, 60])
  expect(minutesToSay(timeLeft(day + 60_000))).toBeUndefined()
})
