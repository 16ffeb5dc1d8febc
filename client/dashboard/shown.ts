import { IconLayoutDashboard } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { guardedBy, inside } from '#client/kit/places/routes.ts'
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
