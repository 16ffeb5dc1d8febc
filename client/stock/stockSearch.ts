import type { SearchSchemaInput } from '@tanstack/react-router'
import type { PriceLevel } from '#contract/stock/prices.ts'
import { dayIn, parseListSearch, type ListSearch, type RawSearch } from '#client/kit/lists/listState.ts'

/** What the address of stock says besides: of which grower, between which days or in which season, and how it is shown. */
export type StockSearch = {
  growerCode?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  season?: string | undefined
  grade?: string | undefined
  county?: string | undefined
  level?: PriceLevel | undefined
  /** Whose parts are open. */
  of?: string | undefined
  as?: 'tables' | undefined
}

// The router reads a number as one.
function textIn(value: unknown, shape: RegExp): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && shape.test(text) ? text : undefined
}

/** Reads what an address of stock asks for; a broken value is as if it were not there. */
export const parseStock = (search: RawSearch): StockSearch => ({
  growerCode: textIn(search['growerCode'], /^.{1,40}$/),
  startDate: dayIn(search['startDate']),
  endDate: dayIn(search['endDate']),
  season: textIn(search['season'], /^\d{4}\/\d{4}$/),
  grade: textIn(search['grade'], /^\w{1,4}$/),
  county: textIn(search['county'], /^\d{1,4}$/),
  level: textIn(search['level'], /^(?:county|society|season)$/) as PriceLevel | undefined, // border: as the shape says
  of: textIn(search['of'], /^.{1,40}$/),
  as: search['as'] === 'tables' ? 'tables' : undefined,
})

/** The same with the search of its list. */
export const stockSearch = (search: RawSearch & StockSearch & SearchSchemaInput): ListSearch & StockSearch => ({
  ...parseListSearch(search),
  ...parseStock(search),
})
