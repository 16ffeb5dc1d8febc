import { expect, test } from 'vitest'
import { countMarks, marked, nextUnmarked, type Marks } from './queue.ts'

const ids = ['a', 'b', 'c']
const none: Marks = new Map()

test('a review goes on to the next record, round to what was left before, and ends when all are marked', () => {
  expect(nextUnmarked(ids, none, undefined)).toBe('a')
  expect(nextUnmarked(ids, marked(none, 'a', 'main'), 'a')).toBe('b')
  expect(nextUnmarked(ids, marked(none, 'c', 'skipped'), 'c')).toBe('a')
  const all = ids.reduce<Marks>((marks, id) => marked(marks, id, 'main'), none)
  expect(nextUnmarked(ids, all, 'b')).toBeUndefined()
})

test('what is undone has no mark any more, and the sum says what was done', () => {
  const marks = marked(marked(marked(none, 'a', 'main'), 'b', 'danger'), 'c', 'skipped')
  expect(countMarks(marks)).toEqual({ main: 1, danger: 1, skipped: 1 })
  expect(nextUnmarked(ids, marked(marks, 'b', undefined), 'c')).toBe('b')
})
