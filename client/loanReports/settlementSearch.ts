import type { SearchSchemaInput } from '@tanstack/react-router'
import { dayIn, parseListSearch, type ListSearch, type RawSearch } from '#client/kit/lists/listState.ts'

/** The days between which the accounts are read. */
export type SettlementPeriod = { from?: string | undefined; to?: string | undefined }

/** Reads the period of the accounts from an address; a broken value is as if it were not there. */
export const parsePeriod = ({ from, to }: RawSearch): SettlementPeriod => ({ from: dayIn(from), to: dayIn(to) })

/** What the address of the accounts says. */
export const settlementSearch = (
  search: RawSearch & SettlementPeriod & SearchSchemaInput,
): ListSearch & SettlementPeriod => ({
  ...parseListSearch(search),
  ...parsePeriod(search),
})
