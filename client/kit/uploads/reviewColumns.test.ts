import { describe, expect, it } from 'vitest'
import type { Review } from '#contract/uploads/uploads.ts'
import { columnOrder, columnWidth, moved } from './reviewColumns.ts'

const column = (key: string, required = true) => ({ key, title: key, required, rule: '' })
const problem = (at: number) => ({
  code: 'x',
  column: at,
  message: 'wrong',
  severity: 'error' as const,
  rows: 1,
  help: null,
  repair: null,
})
const review: Pick<Review, 'columns' | 'groups'> = {
  columns: [column('first'), column('middle', false), column('last'), column('id'), column('ward')],
  groups: [problem(4), problem(-1)],
}

describe('the columns of a review', () => {
  it('bring what is wrong next to who it is about', () => {
    expect(columnOrder(review, true)).toEqual([0, 2, 4, 1, 3])
  })
  it('stay as declared when all rows are shown', () => {
    expect(columnOrder(review, false)).toEqual([0, 1, 2, 3, 4])
  })
  it('are wider where a message must fit', () => {
    expect(columnWidth(review, 4)).toBeGreaterThan(columnWidth(review, 3))
  })
})

describe('the keyboard in the sheet', () => {
  const size = { rows: 3, columns: 5 }
  it('moves by arrows and stays inside', () => {
    expect(moved({ row: 0, column: 0 }, 'ArrowDown', size)).toEqual({ row: 1, column: 0 })
    expect(moved({ row: 2, column: 4 }, 'ArrowRight', size)).toEqual({ row: 2, column: 4 })
    expect(moved({ row: 1, column: 2 }, 'PageDown', size)).toEqual({ row: 2, column: 2 })
    expect(moved({ row: 1, column: 2 }, 'End', size)).toEqual({ row: 1, column: 4 })
  })
  it('leaves other keys alone', () => {
    expect(moved({ row: 0, column: 0 }, 'q', size)).toBeUndefined()
  })
})
