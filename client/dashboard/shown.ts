import { IconFileAnalytics, IconReportAnalytics, IconLayoutDashboard } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { guardedBy, inside, listRoute } from '#client/kit/places/routes.ts'
import { inMenu } from '#client/kit/places/show.ts'

const text = (value: unknown) => (typeof value === 'string' && value.length <= 20 ? value : undefined)
type DashboardSearch = { season?: string | undefined; as?: string | undefined; measure?: string | undefined }

const Dashboard = lazyRouteComponent(() => import('./DashboardScreen.tsx'), 'DashboardScreen')
const dashboardSearch = ({ season, as, measure }: DashboardSearch & SearchSchemaInput): DashboardSearch => ({
  season: text(season),
  as: text(as),
  measure: text(measure),
})

export const dashboard = inMenu(
  { Icon: IconLayoutDashboard },
  createRoute({
    getParentRoute: () => inside,
    path: '/dashboard',
    validateSearch: dashboardSearch,
    beforeLoad: guardedBy('dashboard.read'),
    staticData: { area: 'reports', screen: 'dashboard' },
    component: Dashboard,
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/dashboard/$organisationCode',
    validateSearch: dashboardSearch,
    beforeLoad: guardedBy('dashboard.read'),
    staticData: { area: 'reports', parent: 'dashboard', screen: 'dashboard' },
    component: Dashboard,
  }),
)

const reportScreen = () => import('./CountyReportsScreen.tsx')
export const countyReports = inMenu(
  {
    Icon: IconFileAnalytics,
    // A society reads of itself in its dashboard; the report compares many.
    for: (user) => organisationTypes[actorOf(user).organisationType].sees === 'all',
    news: 'county_report',
  },
  listRoute('/reports/counties', {
    call: 'countyReports.list',
    from: reportScreen,
    choose: ({ countyReportsSource }) => countyReportsSource,
    area: 'reports',
    screen: 'countyReports',
    component: lazyRouteComponent(reportScreen, 'CountyReportsScreen'),
  }),
)

const cherryScreen = () => import('./CherrySummaryScreen.tsx')
export const cherrySummary = inMenu(
  { Icon: IconReportAnalytics },
  listRoute('/reports/cherry', {
    call: 'cherrySummary.report',
    from: cherryScreen,
    choose: ({ cherrySummarySource }, { user }) => cherrySummarySource(user),
    area: 'reports',
    screen: 'cherrySummary',
    component: lazyRouteComponent(cherryScreen, 'CherrySummaryScreen'),
  }),
)
