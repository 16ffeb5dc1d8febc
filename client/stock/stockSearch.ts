import type { SearchSchemaInput } from '@tanstack/react-router'
import { dayIn, parseListSearch, type ListSearch, type RawSearch } from '#client/kit/lists/listState.ts'

/** What the address of stock says besides: of which grower, between which days or in which season, and how it is shown. */
export type StockSearch = {
  growerCode?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  season?: string | undefined
  grade?: string | undefined
  as?: 'tables' | undefined
}

const textIn = (value: unknown, shape: RegExp) => (typeof value === 'string' && shape.test(value) ? value : undefined)

/** Reads what an address of stock asks for; a broken value is as if it were not there. */
export const parseStock = ({ growerCode, startDate, endDate, season, grade, as }: RawSearch): StockSearch => ({
  growerCode: textIn(growerCode, /^.{1,40}$/),
  startDate: dayIn(startDate),
  endDate: dayIn(endDate),
  season: textIn(season, /^\d{4}\/\d{4}$/),
  grade: textIn(grade, /^\w{1,4}$/),
  as: as === 'tables' ? as : undefined,
})

/** The same with the search of its list. */
export const stockSearch = (search: RawSearch & StockSearch & SearchSchemaInput): ListSearch & StockSearch => ({
  ...parseListSearch(search),
  ...parseStock(search),
})
