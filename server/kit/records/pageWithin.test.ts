import { expect, test } from 'vitest'
import { readSources } from '#test/kit/sourceFiles.ts'
import { pageWithin } from './pageWithin.ts'

const list = (length: number, cap = length) => {
  const all = Array.from({ length }, (_, at) => at)
  return (page: number, size: number) =>
    pageWithin({ page, size }, async (number) => ({
      data: all.slice(number * size, (number + 1) * size),
      counted: Math.min(length, cap),
    }))
}

test('a page within the list is read once and stays', async () => {
  expect(await list(5)(1, 2)).toMatchObject({ data: [2, 3], page: { number: 1, totalElements: 5, totalPages: 3 } })
})

test('beyond the end stands the last page, full or not', async () => {
  expect(await list(5)(9, 2)).toMatchObject({ data: [4], page: { number: 2, totalPages: 3 } })
  expect(await list(4)(2, 2)).toMatchObject({ data: [2, 3], page: { number: 1, totalPages: 2 } })
})

test('a list of nothing has only its first page', async () => {
  expect(await list(0)(3, 2)).toMatchObject({ data: [], page: { number: 0, totalElements: 0, totalPages: 0 } })
})

test('behind what was counted there may be more; at its end stands the last page that was counted', async () => {
  expect(await list(9, 4)(3, 2)).toMatchObject({ data: [6, 7], page: { number: 3, totalElements: 4, totalPages: 2 } })
  expect(await list(9, 4)(90, 2)).toMatchObject({ data: [2, 3], page: { number: 1, totalElements: 4, totalPages: 2 } })
})

test('no list numbers its pages by itself', () => {
  const makers = readSources().filter(
    ({ path, text, isTest }) =>
      path.startsWith('server/') && !isTest && /totalPages: (?!answer\.page\.|number\b)/.test(text),
  )
  expect(makers.map(({ path }) => path)).toEqual(['server/kit/records/pageWithin.ts'])
})
