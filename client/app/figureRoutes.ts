import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { figures } from './screens.ts'
import { guardedBy, inside, listSearch } from './inside.ts'

const text = z.string().max(20).optional().catch(undefined)

const Dashboard = lazyRouteComponent(() => import('#client/dashboard/DashboardScreen.tsx'), 'DashboardScreen')
const dashboardSearch = z.looseObject({ season: text, as: text })
const dashboard = createRoute({
  getParentRoute: () => inside,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  beforeLoad: guardedBy(figures),
  staticData: { screen: 'dashboard' },
  component: Dashboard,
})
const dashboardOfSociety = createRoute({
  getParentRoute: () => inside,
  path: '/dashboard/$organisationCode',
  validateSearch: dashboardSearch,
  beforeLoad: guardedBy(figures),
  staticData: { parent: { name: 'dashboard', to: '/dashboard' }, screen: 'dashboard' },
  component: Dashboard,
})

const qualityRoute = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    validateSearch: listSearch,
    beforeLoad: guardedBy(figures),
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
  qualityRoute('/farmers/quality', Quality),
  qualityRoute('/farmers/quality/$organisationCode', Quality),
  qualityRoute('/farmers/quality/$organisationCode/$finding', WorkList),
] as const
