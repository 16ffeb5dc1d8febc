import { afterEach, beforeEach, expect, test } from 'vitest'
import { setClock } from '../clock.ts'
import { readConfig } from '../../config.ts'
import { takeToken } from './rateLimit.ts'

let at = Date.parse('2026-11-21T06:00:00Z')
let who = ''
const house = { config: readConfig({}) }
beforeEach(() => {
  setClock(() => at)
  who = `somebody ${(at += 1)}`
})
afterEach(() => setClock(null))
const take = (times: number) =>
  Array.from({ length: times }, () => takeToken(house, who, 'stranger')).filter((wait) => wait > 0)

test('a burst is let through, the request after it has to wait for the next token', () => {
  expect(take(60)).toEqual([])
  expect(takeToken(house, who, 'stranger')).toBeCloseTo(0.1)
  at += 100
  expect(takeToken(house, who, 'stranger')).toBe(0)
})

test('nobody pays for another', () => {
  take(60)
  expect(takeToken(house, `${who} else`, 'stranger')).toBe(0)
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
  expect(takeToken({ config: readConfig({}) }, who, 'stranger')).toBe(0)
})
