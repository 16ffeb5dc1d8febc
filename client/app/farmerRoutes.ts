import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { parseListSearch } from '#client/kit/listState.ts'
import { guardedBy, inside, listRoute } from './inside.ts'

const updates = listRoute('/farmers/updates', {
  call: 'updateRequests.all',
  from: () => import('#client/farmers/farmerSources.ts'),
  choose: ({ updatesSource }, { user }) => updatesSource(user),
  area: 'farmers',
  screen: 'updates',
  component: lazyRouteComponent(() => import('#client/farmers/UpdateRequestsScreen.tsx'), 'UpdateRequestsScreen'),
})
const plots = listRoute('/farmers/plots', {
  call: 'plots.list',
  from: () => import('#client/farmers/farmerSources.ts'),
  choose: ({ plotsSource }, { user }) => plotsSource(user),
  area: 'farmers',
  screen: 'plots',
  component: lazyRouteComponent(() => import('#client/farmers/PlotsScreen.tsx'), 'PlotsScreen'),
})
const farmer = createRoute({
  getParentRoute: () => inside,
  path: '/farmers/farmer/$id',
  validateSearch: (search: { tab?: string | undefined; page?: number; size?: number } & SearchSchemaInput) => {
    const { tab } = search
    const { page, size } = parseListSearch(search)
    return { tab: typeof tab === 'string' && tab.length <= 40 ? tab : undefined, page, size }
  },
  beforeLoad: guardedBy('farmerPage.page'),
  staticData: { area: 'farmers', parent: { name: 'farmers', to: '/farmers/view' }, screen: 'farmer' },
  component: lazyRouteComponent(() => import('#client/farmers/FarmerScreen.tsx'), 'FarmerScreen'),
})

/** The page of a farmer, what is asked to be changed of farmers, and where their plots are. */
export const farmerRoutes = [updates, plots, farmer] as const
