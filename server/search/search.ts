import { search, type HitGroup } from '#contract/house/search.ts'
import { listQuery } from '#contract/kit/listScreen.ts'
import type { Searched } from '#server/kit/records/findHits.ts'
import { mayCall, serve, type Route } from '#server/kit/web/serve.ts'

/** Looks in every list that the user may read, each behind its own walls and in their order. */
export const searchRoutes = (lists: readonly Searched[]): Route[] =>
  serve(search, {
    find: async ({ tx, actor, organisation, query }) => {
      const listing = { tx, actor, organisation, query: listQuery.parse(query) }
      const groups: HitGroup[] = []
      // One after the other: they share the one connection of the call.
      for (const { list, find } of lists)
        if (mayCall(list, actor)) {
          const group = await find(listing)
          if (group.hits.length > 0) groups.push(group)
        }
      return { groups }
    },
  })
