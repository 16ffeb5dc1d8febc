import { IconChartBar, IconCoins, IconFileInvoice, IconPackages, IconTimeline } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organisationTypes, sellsCoffee } from '#contract/house/organisationTypes.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { guardedBy, inside, listRoute, preparing } from '#client/kit/places/routes.ts'
import { inMenu } from '#client/kit/places/show.ts'
import { stockSearch } from './stockSearch.ts'

/** Whoever grows coffee, sells it for growers, or sees every organisation. */
function followsStock(user: SessionUser): boolean {
  const { organisationType: type } = actorOf(user)
  return type === 'FARMER_SOCIETY' || sellsCoffee(type) || organisationTypes[type].sees === 'all'
}

const trackerRoute = {
  getParentRoute: () => inside,
  validateSearch: stockSearch,
  beforeLoad: guardedBy('stock.list'),
  loader: preparing(
    () => import('./stockSource.ts'),
    ({ stockSource }, { user, search }) => stockSource(user, search),
  ),
  staticData: { area: 'trade', screen: 'stock' },
  component: lazyRouteComponent(() => import('./StockTrackerScreen.tsx'), 'StockTrackerScreen'),
} as const
// The tabs of stock stand above one part of it too. Source: specification 3, stock details.
const detailsRoute = {
  getParentRoute: () => inside,
  validateSearch: stockSearch,
  beforeLoad: guardedBy('stock.details'),
  staticData: { area: 'trade', screen: 'stock' },
  component: lazyRouteComponent(() => import('./StockDetailsScreen.tsx'), 'StockDetailsScreen'),
} as const

/** Where the coffee of growers is, and one part of it from parchment to its buyer; each at both addresses of the specification. */
export const stock = inMenu(
  { Icon: IconPackages, for: followsStock },
  createRoute({ ...trackerRoute, path: '/grower/stock2' }),
  createRoute({ ...trackerRoute, path: '/grower/stock' }),
  createRoute({ ...detailsRoute, path: '/grower/stock2/$id' }),
  createRoute({ ...detailsRoute, path: '/grower/stock/$id' }),
)

export const stockGrades = inMenu(
  { Icon: IconChartBar, tabOf: 'stock', for: followsStock },
  createRoute({
    getParentRoute: () => inside,
    path: '/grower/stock2/grades',
    validateSearch: stockSearch,
    beforeLoad: guardedBy('stock.grades'),
    staticData: { area: 'trade', screen: 'stockGrades' },
    component: lazyRouteComponent(() => import('./StockGradesScreen.tsx'), 'StockGradesScreen'),
  }),
)

export const stockSummary = inMenu(
  { Icon: IconTimeline, tabOf: 'stock', for: followsStock },
  createRoute({
    getParentRoute: () => inside,
    path: '/grower/stock2/summary',
    validateSearch: stockSearch,
    beforeLoad: guardedBy('stock.summary'),
    staticData: { area: 'trade', screen: 'stockSummary' },
    component: lazyRouteComponent(() => import('./StockSummaryScreen.tsx'), 'StockSummaryScreen'),
  }),
)

const statementScreen = () => import('./SalesStatementScreen.tsx')
/** What growers had of their sold lots. */
export const salesStatement = inMenu(
  { Icon: IconFileInvoice, for: followsStock },
  listRoute('/grower/sales', {
    call: 'salesStatements.list',
    from: statementScreen,
    choose: ({ salesStatementSource }, { user }) => salesStatementSource(user),
    area: 'trade',
    screen: 'salesStatement',
    component: lazyRouteComponent(statementScreen, 'SalesStatementScreen'),
  }),
)

/** What coffee fetched and what of it reached those who grew it: of the own society, or of all for who sees everybody. */
export const prices = inMenu(
  {
    Icon: IconCoins,
    for: (user) => followsStock(user) && !sellsCoffee(actorOf(user).organisationType),
  },
  createRoute({
    getParentRoute: () => inside,
    path: '/reports/prices',
    validateSearch: stockSearch,
    beforeLoad: guardedBy('prices.figures'),
    staticData: { area: 'reports', screen: 'prices' },
    component: lazyRouteComponent(() => import('./PricesScreen.tsx'), 'PricesScreen'),
  }),
)
