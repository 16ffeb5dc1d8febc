import { expect, test } from 'vitest'
import { farmerList } from '#contract/farmers/farmers.ts'
import { fittingRows, rowsOnPage } from './rowsOnPage.ts'

test('as many rows as the window has room for', () => {
  expect(fittingRows(768, 'comfortable')).toBe(9)
  expect(fittingRows(900, 'comfortable')).toBe(12)
  expect(fittingRows(1080, 'comfortable')).toBe(16)
  expect(fittingRows(1080, 'compact')).toBe(21)
})

test('what stands around the rows leaves room for fewer', () => {
  expect(fittingRows(900, 'comfortable', 455)).toBe(10)
})

test('never so few that a page says nothing, never more than one request should bring', () => {
  expect(fittingRows(563, 'comfortable')).toBeUndefined()
  expect(fittingRows(564, 'comfortable')).toBe(5)
  expect(fittingRows(9000, 'compact')).toBe(50)
})

test('who has no window has the declared size', () => {
  expect(rowsOnPage(farmerList)).toBe(farmerList.pageSize)
})
