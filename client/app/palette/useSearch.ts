import type { TablerIcon } from '@tabler/icons-react'
import { outturnNumber } from '#contract/house/outturns.ts'
import { seasonOfDate } from '#contract/house/seasons.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { search, shortestSearch, type Hit, type HitGroup } from '#contract/house/search.ts'
import { businessToday } from '#client/kit/format.ts'
import { allowed, doors } from '#client/kit/places/allowed.built.ts'
import { addressOf } from '#client/kit/places/places.ts'
import type { Address } from '#client/kit/places/show.ts'
import type { ScreenName } from '#client/kit/places/routes.ts'
import { useCall } from '#client/kit/queries.ts'
import { may, useUser } from '#client/kit/user.ts'
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

const outturnScreen = everyScreen.find(({ menu }) => menu?.name === 'outturn')?.menu

/** Everything about an outturn of this season, where its number was typed. */
function outturnPage(typed: string, user: SessionUser): Found[] {
  const outturn = outturnNumber().read(typed, { year: 9999, lists: {} })
  if (typeof outturn !== 'string' || !outturnScreen || !may(user, allowed[outturnScreen.call])) return []
  const { name: screen, Icon, to } = outturnScreen
  const at = (id: string) => ({ to, search: { outturn: id, season: seasonOfDate(businessToday()) } })
  const hit = { id: outturn, title: outturn, organisationName: '', matched: null, facts: [] }
  return [{ kind: screen, screen, Icon, at, all: at(outturn), hits: [hit], more: false }]
}

/** The records of every kind that the server finds for what was typed. */
export function useSearch(typed: string) {
  const user = useUser()
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
  return {
    found: [...outturnPage(typed, user), ...found],
    farmers,
    searching: isLongEnough && isFetching,
    failed: isLongEnough && error !== null,
    refetch,
  }
}
