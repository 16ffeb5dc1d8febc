import type { Workflow } from '#contract/kit/workflow.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { decides } from '../decisions/actor.ts'
import { parseListSearch, type ListTab } from './listState.ts'
import { queryClient } from '../queries.ts'
import { listPageQuery, type ListSource } from './useListPage.ts'

/** The tab a list starts with: what waits for the user, where there is something to decide. */
export const firstTabOf = (flow: Workflow | undefined, user: SessionUser): ListTab =>
  decides(flow, user) ? 'waiting' : 'all'

type Prepared = { source: ListSource; search: object; user: SessionUser }

/** Requests the page of a list while its screen is still on its way. */
export function prepareList({ source, search, user }: Prepared): void {
  const firstTab = source.waits === 'all' ? 'waiting' : firstTabOf(source.waits, user)
  const parsed = parseListSearch({ ...search })
  void queryClient.prefetchQuery(listPageQuery(source, parsed, parsed.tab ?? firstTab))
}
