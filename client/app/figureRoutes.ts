import { createRoute, lazyRouteComponent, type RouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import type { CallName } from './allowed.built.ts'
import { guardedBy, inside, listSearch } from './inside.ts'

const text = (value: unknown) => (typeof value === 'string' && value.length <= 20 ? value : undefined)
type Asked = { season?: string | undefined; as?: string | undefined }

const Dashboard = lazyRouteComponent(() => import('#client/dashboard/DashboardScreen.tsx'), 'DashboardScreen')
const dashboardSearch = ({ season, as }: Asked & SearchSchemaInput): Asked => ({ season: text(season), as: text(as) })
const dashboard = createRoute({
  getParentRoute: () => inside,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  beforeLoad: guardedBy('dashboard.read'),
  staticData: { screen: 'dashboard' },
  component: Dashboard,
})
const dashboardOfSociety = createRoute({
  getParentRoute: () => inside,
  path: '/dashboard/$organisationCode',
  validateSearch: dashboardSearch,
  beforeLoad: guardedBy('dashboard.read'),
  staticData: { parent: { name: 'dashboard', to: '/dashboard' }, screen: 'dashboard' },
  component: Dashboard,
})

const qualityRoute = <const Path extends string>(path: Path, call: CallName, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    validateSearch: listSearch,
    beforeLoad: guardedBy(call),
    staticData: {
      area: 'farmers',
      ...(path === '/farmers/quality'
        ? { screen: 'quality' }
        : {
            parent: { name: 'quality', to: '/farmers/quality' },
            screen: path.endsWith('$finding') ? 'workList' : 'quality',
          }),
    },
    component,
  })
const Quality = lazyRouteComponent(() => import('#client/dataQuality/DataQualityScreen.tsx'), 'DataQualityScreen')
const WorkList = lazyRouteComponent(() => import('./FindingScreen.tsx'), 'FindingScreen')

/** Dashboards, and the quality of the data with its work lists. */
export const figureRoutes = [
  dashboard,
  dashboardOfSociety,
  qualityRoute('/farmers/quality', 'dataQuality.report', Quality),
  qualityRoute('/farmers/quality/$organisationCode', 'dataQuality.report', Quality),
  qualityRoute('/farmers/quality/$organisationCode/$finding', 'dataQuality.farmers', WorkList),
] as const
