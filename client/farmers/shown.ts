import {
  IconBuildingCommunity,
  IconChartBar,
  IconFileDownload,
  IconFileSpreadsheet,
  IconGauge,
  IconMapPin,
  IconPencilCheck,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { parseListSearch } from '#client/kit/lists/listState.ts'
import { guardedBy, inside, listRoute } from '#client/kit/places/routes.ts'
import { inMenu, show, showUpload, type Address } from '#client/kit/places/show.ts'

const sources = () => import('./farmerSources.ts')
const FarmersScreen = lazyRouteComponent(() => import('./FarmersScreen.tsx'), 'FarmersScreen')
const farmersRoute = <const Path extends string>(path: Path) =>
  listRoute(path, {
    call: 'farmers.ofOrganisation',
    from: sources,
    choose: ({ farmersSource }, { user }) => farmersSource(user),
    area: 'farmers',
    screen: 'farmers',
    component: FarmersScreen,
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
  staticData: { area: 'farmers', parent: 'farmers', screen: 'farmer' },
  component: lazyRouteComponent(() => import('./FarmerScreen.tsx'), 'FarmerScreen'),
})
const tabOf =
  (tab: string) =>
  ({ id }: { id: string }): Address => ({ to: '/farmers/farmer/$id', params: { id }, search: { tab } })
/** The register, under both addresses of the specification, and the page of a farmer. */
export const farmers = inMenu(
  {
    Icon: IconUsers,
    found: { kind: 'registered_farmer', at: (id) => ({ to: '/farmers/farmer/$id', params: { id } }) },
    actsFor: [
      { says: 'statement', call: 'loanStatements.statement', Icon: IconFileDownload, at: tabOf('loans') },
      { says: 'limit', call: 'loanStatements.limit', Icon: IconGauge, at: tabOf('limit') },
      { says: 'change', call: 'updateRequests.edit', Icon: IconPencilCheck, at: tabOf('identity') },
    ],
  },
  farmersRoute('/farmers/view'),
  farmersRoute('/farmers/farmers'),
  farmer,
)

export const createdFarmers = show('createdFarmers', {
  to: '/farmers/created',
  area: 'farmers',
  tabOf: 'farmers',
  Icon: IconUserPlus,
  acts: [
    {
      says: 'farmer',
      call: 'createdFarmers.create',
      Icon: IconUserPlus,
      at: { to: '/farmers/created', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('#client/farmers/created/createdFarmerView.tsx')).createdFarmerView,
  Screen: lazyRouteComponent(() => import('#client/farmers/created/CreatedFarmersScreen.tsx'), 'CreatedFarmersScreen'),
})

const farmerUploadView = async () => (await import('./farmerUploadView.tsx')).farmerUploadView
const Uploads = lazyRouteComponent(async () => ({ Screen: await (await farmerUploadView()).List() }), 'Screen')
export const farmerUploads = showUpload('farmerUploads', {
  to: '/farmers/uploads',
  detail: '/farmers/$id/details',
  review: '/farmers/uploads/$id/review',
  area: 'farmers',
  tabOf: 'farmers',
  Icon: IconFileSpreadsheet,
  view: farmerUploadView,
  Screen: Uploads,
})
/** The second address that the specification gives the same list. */
export const farmerFiles = {
  routes: [
    listRoute('/farmers/files', {
      call: 'farmerUploads.list',
      from: farmerUploadView,
      choose: ({ source }, { user }) => source(user, {}),
      area: 'farmers',
      screen: 'farmerUploads',
      component: Uploads,
    }),
  ],
} as const

export const farmerCompanyUploads = showUpload('farmerCompanyUploads', {
  to: '/farmers/farmercompany',
  detail: '/farmercompany/$id/details',
  review: '/farmercompany/$id/review',
  area: 'farmers',
  tabOf: 'farmers',
  Icon: IconBuildingCommunity,
  view: async () => (await import('./farmerUploadView.tsx')).farmerCompanyUploadView,
})

export const updateRequests = show('updateRequests', {
  to: '/farmers/updates',
  area: 'farmers',
  tabOf: 'farmers',
  Icon: IconPencilCheck,
  view: async () => (await import('./updateRequestView.tsx')).updateRequestView,
  Screen: lazyRouteComponent(() => import('./UpdateRequestsScreen.tsx'), 'UpdateRequestsScreen'),
})

export const plots = show('plots', {
  to: '/farmers/plots',
  area: 'farmers',
  tabOf: 'farmers',
  Icon: IconMapPin,
  view: async () => (await import('#client/farmers/plots/plotView.tsx')).plotView,
  Screen: lazyRouteComponent(() => import('#client/farmers/plots/PlotsScreen.tsx'), 'PlotsScreen'),
})

export const farmersSummary = inMenu(
  { Icon: IconChartBar },
  listRoute('/farmers/summary', {
    call: 'farmers.summary',
    from: sources,
    choose: ({ summarySource }, { user }) => summarySource(user),
    area: 'reports',
    screen: 'summary',
    component: lazyRouteComponent(() => import('./FarmersSummaryScreen.tsx'), 'FarmersSummaryScreen'),
  }),
  listRoute('/farmers/summary/$organisationCode', {
    call: 'farmers.ofSociety',
    from: sources,
    choose: ({ farmersSource }, { user, organisationCode }) => farmersSource(user, organisationCode),
    area: 'reports',
    parent: 'summary',
    screen: 'farmers',
    component: FarmersScreen,
  }),
)
