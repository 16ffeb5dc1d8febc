import type { TablerIcon } from '@tabler/icons-react'
import { search, shortestSearch, type Hit, type HitGroup } from '#contract/house/search.ts'
import { doors } from '#client/kit/places/allowed.built.ts'
import { addressOf } from '#client/kit/places/places.ts'
import type { Address } from '#client/kit/places/show.ts'
import type { ScreenName } from '#client/kit/places/routes.ts'
import { useCall } from '#client/kit/queries.ts'
import { everyScreen } from '../records.ts'

/** What the search found of one kind, with the screen that shows it. */
export type Found = HitGroup & {
  screen: ScreenName
  Icon: TablerIcon
  at: (id: string) => Address
  /** The list of all that match. */
  all: Address
}

/** The farmers of the register, for whom other things are done. */
export const farmerKind = 'registered_farmer'

/** Where each kind of record is seen, in the order of the menu. */
const seenAt = everyScreen.flatMap(({ menu, record, found }) => {
  if (!menu) return []
  const { name: screen, Icon, to } = menu
  if (found) return { kind: found.kind, at: found.at, screen, Icon, to }
  return record
    ? { kind: doors[record.name].kind, at: (id: string) => addressOf(record.place, id), screen, Icon, to }
    : []
})

/** The records of every kind that the server finds for what was typed. */
export function useSearch(typed: string) {
  const isLongEnough = typed.length >= shortestSearch
  const { data, isFetching, error, refetch } = useCall(
    search.find,
    { query: { search: typed } },
    // A refusal is said at once, and tried again by hand.
    { enabled: isLongEnough, retry: false },
  )
  const groups = isLongEnough ? (data?.groups ?? []) : []
  const found: Found[] = seenAt.flatMap(({ kind, to, ...place }) => {
    const group = groups.find((one) => one.kind === kind)
    const all = { to, search: { tab: 'all', search: typed } }
    return group ? { ...group, ...place, all } : []
  })
  const farmers: readonly Hit[] = found.find(({ kind }) => kind === farmerKind)?.hits ?? []
  return { found, farmers, searching: isLongEnough && isFetching, failed: isLongEnough && error !== null, refetch }
}
