import { expect, test } from 'vitest'
import { farmerUploadFlow } from '#contract/farmers/farmerUploads.ts'
import type { Decisions } from '../decisions/decisions.ts'
import { nextOf } from './useNextDecision.ts'

type Row = { id: string; version: number; steps: Record<string, string | null> }
const waits = (id: string): Row => ({ id, version: 1, steps: { approve: null, decline: null } })
const own = (id: string): Row => ({ id, version: 1, steps: { approve: 'own_submission', decline: 'own_submission' } })
const decisions: Decisions<Row> = { flow: farmerUploadFlow, title: ({ id }) => id, headline: () => null, take: {} }
const after = (rows: readonly Row[], decided: Row) => nextOf({ decisions, rows, rowId: ({ id }) => id }, decided)?.id

test('a decision leads to the next record of the page that the user can decide', () => {
  const rows = [waits('a'), waits('b'), own('c'), waits('d')]
  expect(after(rows, waits('b'))).toBe('d')
})

test('at the end of the page it leads to the nearest one before', () => {
  expect(after([waits('a'), own('b'), waits('c')], waits('c'))).toBe('a')
})

test('a record that a search had found alone leads to none of the page', () => {
  expect(after([waits('a')], waits('a'))).toBeUndefined()
  expect(after([own('a'), waits('b')], waits('b'))).toBeUndefined()
})

test('a record that has left the page leads to its first one', () => {
  expect(after([waits('x'), waits('y')], waits('gone'))).toBe('x')
})
