import { useNavigate, useSearch } from '@tanstack/react-router'
import { organisations } from '#contract/house/organisations.ts'
import { organisationTypes, sellsCoffee } from '#contract/house/organisationTypes.ts'
import { seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { businessToday } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { parseStock, type StockSearch } from './stockSearch.ts'

/** What the address asks of stock, and how that is changed; a change starts at the first page. */
export function useStock() {
  const search: object = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: StockSearch) =>
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, ...changes, page: undefined })) as never, // border: one part of several routes
      replace: true,
      resetScroll: false,
    })
  return { ...parseStock({ ...search }), change }
}

/** Among whose coffee a user chooses: that of every grower, of those it offers it for, or the own alone. */
export function useReach(): 'all' | 'offered' | 'own' {
  const { organisationType: type } = actorOf(useUser())
  return organisationTypes[type].sees === 'all' ? 'all' : sellsCoffee(type) ? 'offered' : 'own'
}

/** The growers whose coffee a broker or marketer offers; nobody else asks for them. */
export function useOfferedGrowers() {
  const reach = useReach()
  const { data = [] } = useCall(organisations.growers, {}, { enabled: reach === 'offered' })
  return data
}

/** The season that runs, and those before it that stock is asked for. */
export function seasonsOffered(): readonly [string, ...string[]] {
  const current = seasonOfDate(businessToday())
  const before = seasonBefore(current)
  return [current, before, seasonBefore(before), seasonBefore(seasonBefore(before))]
}
