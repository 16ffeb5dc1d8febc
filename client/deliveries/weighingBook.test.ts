import { expect, test } from 'vitest'
import { entryOf } from './entries.ts'
import { differenceOf, waitingOf } from './weighingBook.ts'

const entry = (factoryId: string, deliveredOn: string, currentDelivery: string) =>
  entryOf(
    { factoryId, deliveredOn, currentDelivery, memberNumber: 'OT0001', receiptNumber: '' },
    { id: currentDelivery, at: 0 },
  )

test('what waits on the device counts for its own factory and its own day only', () => {
  const entries = [
    entry('a', '2026-11-22', '10.5'),
    entry('a', '2026-11-22', '20'),
    entry('b', '2026-11-22', '40'),
    entry('a', '2026-11-21', '80'),
    { ...entry('a', '2026-11-22', '160'), state: 'saved' as const },
  ]
  expect(waitingOf(entries, 'a', '2026-11-22')).toBe(30.5)
})

test('the difference from the book is exact to the gram, and nothing while no total is typed', () => {
  expect(differenceOf(0.1 + 0.2, '0.3')).toBe(0)
  expect(differenceOf(1250.5, '1300')).toBe(-49.5)
  expect(differenceOf(1250.5, '')).toBeNull()
  expect(differenceOf(1250.5, '.')).toBeNull()
})
