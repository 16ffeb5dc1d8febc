import type { SearchSchemaInput } from '@tanstack/react-router'
import { parseListSearch, type ListSearch } from '#client/kit/lists/listState.ts'

/** The days between which the accounts are read. */
export type SettlementPeriod = { from?: string | undefined; to?: string | undefined }
type Given = { [name: string]: unknown }

const day = (value: unknown) => {
  const text = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
  // The 31st of February is written like a day, and is none.
  return text && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ? text : undefined
}

/** Reads what an address asks of the accounts; a broken value is as if it were not there. */
export const parsePeriod = ({ from, to }: Given): SettlementPeriod => ({ from: day(from), to: day(to) })

/** What the address of the accounts says. */
export const settlementSearch = (
  search: Given & SettlementPeriod & SearchSchemaInput,
): ListSearch & SettlementPeriod => ({
  ...parseListSearch(search),
  ...parsePeriod(search),
})
