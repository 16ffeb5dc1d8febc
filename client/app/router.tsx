import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import type { adminSources } from '#client/administration/adminSources.ts'
import { auditSearch } from '#client/audit/auditSearch.ts'
import { currentUser } from '#client/kit/user.ts'
import type { CallName } from './allowed.built.ts'
import { cherryRoutes } from './cherryRoutes.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { farmerRoutes } from './farmerRoutes.ts'
import { figureRoutes } from './figureRoutes.ts'
import { moneyRoutes } from './moneyRoutes.ts'
import { check, loanReportRoutes } from './loanReportRoutes.ts'
import { parchmentRoutes } from './parchmentRoutes.ts'
import { rateRoutes } from './rateRoutes.ts'
import { endings, type Ending } from '#client/session/endings.ts'
import { guardedBy, inside, listRoute, listSearch, preparing, reviewRoute, root } from './inside.ts'
import { limitRoutes } from './limitRoutes.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { firstScreenFor, type ScreenName } from './screens.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ from, ended }: { from?: string; ended?: Ending } & SearchSchemaInput) => ({
    from: typeof from === 'string' && from.length <= 2000 ? from : undefined,
    ended: endings.find((known) => known === ended),
  }),
  component: lazyRouteComponent(() => import('#client/session/SignInScreen.tsx'), 'SignInScreen'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation/$token',
  component: lazyRouteComponent(() => import('#client/session/InvitationScreen.tsx'), 'InvitationScreen'),
})

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: firstScreenFor(currentUser()), replace: true })
  },
})
const inboxScreen = createRoute({
  getParentRoute: () => inside,
  path: '/inbox',
  validateSearch: listSearch,
  loader: preparing(
    () => import('#client/inbox/inboxSource.ts'),
    ({ inboxSource }) => inboxSource,
  ),
  staticData: { screen: 'inbox' },
  component: lazyRouteComponent(() => import('#client/inbox/InboxScreen.tsx'), 'InboxScreen'),
})
const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  staticData: { screen: 'account' },
  component: lazyRouteComponent(() => import('#client/account/AccountScreen.tsx'), 'AccountScreen'),
})
const auditTrail = createRoute({
  getParentRoute: () => inside,
  path: '/audit',
  validateSearch: auditSearch,
  beforeLoad: guardedBy('audit.list'),
  loader: preparing(
    () => import('#client/audit/auditSource.ts'),
    ({ auditSource }, { search }) => auditSource(search),
  ),
  staticData: { area: 'administration', screen: 'audit' },
  component: lazyRouteComponent(() => import('#client/audit/AuditScreen.tsx'), 'AuditScreen'),
})

/** A list of administration with its screen. */
const adminRoute = <const Path extends string>(
  path: Path,
  name: keyof typeof adminSources,
  call: CallName,
  screen: ScreenName,
  component: RouteComponent,
) =>
  listRoute(path, {
    call,
    from: () => import('#client/administration/adminSources.ts'),
    choose: ({ adminSources }) => adminSources[name],
    area: 'administration',
    screen,
    component,
  })

const FarmersScreen = lazyRouteComponent(() => import('#client/farmers/FarmersScreen.tsx'), 'FarmersScreen')
const farmersRoute = <const Path extends string>(path: Path) =>
  listRoute(path, {
    call: 'farmers.ofOrganisation',
    from: () => import('#client/farmers/farmerSources.ts'),
    choose: ({ farmersSource }, { user }) => farmersSource(user),
    area: 'farmers',
    screen: 'farmers',
    component: FarmersScreen,
  })
const UploadsScreen = lazyRouteComponent(() => import('#client/farmers/FarmerUploadsScreen.tsx'), 'FarmerUploadsScreen')
const uploadsRoute = <const Path extends string>(path: Path) =>
  listRoute(path, {
    call: 'farmerUploads.list',
    from: () => import('#client/farmers/farmerSources.ts'),
    choose: ({ uploadsSource }, { user }) => uploadsSource(user, 'farmers'),
    area: 'farmers',
    screen: 'uploads',
    component: UploadsScreen,
  })
const companyUploads = listRoute('/farmers/farmercompany', {
  call: 'farmerCompanyUploads.list',
  from: () => import('#client/farmers/farmerSources.ts'),
  choose: ({ uploadsSource }, { user }) => uploadsSource(user, 'farmer_companies'),
  area: 'farmers',
  screen: 'companyUploads',
  component: lazyRouteComponent(
    () => import('#client/farmers/FarmerCompanyUploadsScreen.tsx'),
    'FarmerCompanyUploadsScreen',
  ),
})

const uploadDetail = listRoute('/farmers/$id/details', {
  call: 'farmerUploads.rows',
  from: () => import('#client/farmers/farmerSources.ts'),
  choose: ({ uploadRowsSource }, { id = '' }) => uploadRowsSource('farmers', id),
  area: 'farmers',
  parent: { name: 'uploads', to: '/farmers/uploads' },
  screen: 'detail',
  component: lazyRouteComponent(() => import('#client/farmers/UploadDetailScreen.tsx'), 'FarmerUploadDetailScreen'),
})
const companyUploadDetail = listRoute('/farmercompany/$id/details', {
  call: 'farmerCompanyUploads.rows',
  from: () => import('#client/farmers/farmerSources.ts'),
  choose: ({ uploadRowsSource }, { id = '' }) => uploadRowsSource('farmer_companies', id),
  area: 'farmers',
  parent: { name: 'companyUploads', to: '/farmers/farmercompany' },
  screen: 'detail',
  component: lazyRouteComponent(() => import('#client/farmers/UploadDetailScreen.tsx'), 'CompanyUploadDetailScreen'),
})
const uploadReview = reviewRoute('/farmers/uploads/$id/review', {
  area: 'farmers',
  parent: { name: 'uploads', to: '/farmers/uploads' },
  component: lazyRouteComponent(() => import('#client/farmers/UploadReviewScreen.tsx'), 'UploadReviewScreen'),
})
const summary = listRoute('/farmers/summary', {
  call: 'farmers.summary',
  from: () => import('#client/farmers/farmerSources.ts'),
  choose: ({ summarySource }, { user }) => summarySource(user),
  area: 'farmers',
  screen: 'summary',
  component: lazyRouteComponent(() => import('#client/farmers/FarmersSummaryScreen.tsx'), 'FarmersSummaryScreen'),
})
const farmersOfSociety = listRoute('/farmers/summary/$organisationCode', {
  call: 'farmers.ofSociety',
  from: () => import('#client/farmers/farmerSources.ts'),
  choose: ({ farmersSource }, { user, organisationCode }) => farmersSource(user, organisationCode),
  area: 'farmers',
  parent: { name: 'summary', to: '/farmers/summary' },
  screen: 'farmers',
  component: FarmersScreen,
})

const createdFarmersRoute = listRoute('/farmers/created', {
  call: 'createdFarmers.list',
  from: () => import('#client/farmers/createdFarmerDecisions.ts'),
  choose: ({ createdFarmersSource }, { user }) => createdFarmersSource(user),
  area: 'farmers',
  screen: 'createdFarmers',
  component: lazyRouteComponent(() => import('#client/farmers/CreatedFarmersScreen.tsx'), 'CreatedFarmersScreen'),
})

const routes = root.addChildren([
  signIn,
  invitation,
  check,
  inside.addChildren([
    start,
    inboxScreen,
    account,
    auditTrail,
    createdFarmersRoute,
    adminRoute(
      '/admin/changes',
      'changes',
      'adminChanges.list',
      'adminChanges',
      lazyRouteComponent(() => import('#client/administration/ChangesScreen.tsx'), 'ChangesScreen'),
    ),
    adminRoute(
      '/admin/users',
      'users',
      'adminUsers.list',
      'users',
      lazyRouteComponent(() => import('#client/administration/UsersScreen.tsx'), 'UsersScreen'),
    ),
    adminRoute(
      '/admin/roles',
      'roles',
      'adminRoles.list',
      'roles',
      lazyRouteComponent(() => import('#client/administration/RolesScreen.tsx'), 'RolesScreen'),
    ),
    adminRoute(
      '/admin/organisations',
      'organisations',
      'adminOrganisations.list',
      'organisations',
      lazyRouteComponent(() => import('#client/administration/OrganisationsScreen.tsx'), 'OrganisationsScreen'),
    ),
    adminRoute(
      '/admin/seasons',
      'seasons',
      'adminSettings.seasons',
      'seasons',
      lazyRouteComponent(() => import('#client/administration/SeasonsScreen.tsx'), 'SeasonsScreen'),
    ),
    adminRoute(
      '/admin/holidays',
      'holidays',
      'adminHolidays.list',
      'holidays',
      lazyRouteComponent(() => import('#client/administration/HolidaysScreen.tsx'), 'HolidaysScreen'),
    ),
    adminRoute(
      '/admin/settings',
      'settings',
      'adminSettings.list',
      'settings',
      lazyRouteComponent(() => import('#client/administration/SettingsScreen.tsx'), 'SettingsScreen'),
    ),
    adminRoute(
      '/admin/disclaimers',
      'disclaimers',
      'adminSettings.disclaimers',
      'disclaimers',
      lazyRouteComponent(() => import('#client/administration/DisclaimersScreen.tsx'), 'DisclaimersScreen'),
    ),
    adminRoute(
      '/admin/report',
      'report',
      'adminReports.makersAndCheckers',
      'makersAndCheckers',
      lazyRouteComponent(() => import('#client/administration/MakersAndCheckersScreen.tsx'), 'MakersAndCheckersScreen'),
    ),
    farmersRoute('/farmers/view'),
    farmersRoute('/farmers/farmers'),
    uploadsRoute('/farmers/uploads'),
    uploadsRoute('/farmers/files'),
    companyUploads,
    uploadDetail,
    companyUploadDetail,
    uploadReview,
    summary,
    farmersOfSociety,
    ...farmerRoutes,
    ...cherryRoutes,
    ...limitRoutes,
    ...rateRoutes,
    ...parchmentRoutes,
    ...moneyRoutes,
    ...loanReportRoutes,
    ...figureRoutes,
  ]),
])

/** Addresses are plain: `?page=2&search=0712`, every value a text, so that leading zeros stay. */
export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  trailingSlash: 'never',
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const told = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(told.map(([key, value]) => [key, String(value)])).toString()
    return text ? `?${text}` : ''
  },
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})
