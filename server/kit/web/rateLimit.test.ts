import { afterEach, beforeEach, expect, test } from 'vitest'
import { setClock } from '../clock.ts'
import { readConfig } from '../../config.ts'
import { Refused } from '../refused.ts'
import { takeToken } from './rateLimit.ts'

let at = Date.parse('2026-11-21T06:00:00Z')
let who = ''
const house = { config: readConfig({}) }
beforeEach(() => {
  setClock(() => at)
  who = `somebody ${(at += 1)}`
})
afterEach(() => setClock(null))
/** 0 where the token is given, or for how many seconds the refusal says to wait. */
function wait(of = house, whose = who): unknown {
  try {
    takeToken(of, whose, 'stranger')
    return 0
  } catch (error) {
    return error instanceof Refused && error.code === 'rate.limited' ? error.details?.['retryAfterSeconds'] : error
  }
}
const take = (times: number) => Array.from({ length: times }, () => wait()).filter((seconds) => seconds !== 0)

test('a burst is let through, the request after it has to wait for the next token', () => {
  expect(take(60)).toEqual([])
  expect(wait()).toBeCloseTo(0.1)
  at += 100
  expect(wait()).toBe(0)
})

test('nobody pays for another', () => {
  take(60)
  expect(wait(house, `${who} else`)).toBe(0)
})

test('a long rest fills the bucket and not more', () => {
  take(60)
  at += 3_600_000
  expect(take(61)).toHaveLength(1)
})

test('a clock that is set back locks nobody out', () => {
  take(10)
  at -= 3_600_000
  expect(take(50)).toEqual([])
})

test('what one server has counted, another has not', () => {
  take(60)
  expect(wait({ config: readConfig({}) })).toBe(0)
})
