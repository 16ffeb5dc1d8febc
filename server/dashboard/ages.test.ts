import { expect, test } from 'vitest'
import { agesSince } from './ages.ts'

test('on a Monday, one working day reaches back to Friday, and seven to the Thursday of the week before last', () => {
  expect(agesSince('2026-11-16', new Set())).toEqual([
    { key: 'upTo1', since: '2026-11-13' },
    { key: 'upTo3', since: '2026-11-11' },
    { key: 'upTo7', since: '2026-11-05' },
  ])
})

test('a holiday between makes every group reach back one day further', () => {
  expect(agesSince('2026-12-28', new Set(['2026-12-25']))).toEqual([
    { key: 'upTo1', since: '2026-12-24' },
    { key: 'upTo3', since: '2026-12-22' },
    { key: 'upTo7', since: '2026-12-16' },
  ])
})
