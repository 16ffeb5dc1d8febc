import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardedBy, inside, listSearch, preparing } from './inside.ts'

const cherryRatesScreen = createRoute({
  getParentRoute: () => inside,
  path: '/rates/cherry',
  validateSearch: listSearch,
  beforeLoad: guardedBy('cherryRates.all'),
  loader: preparing(
    () => import('#client/rates/cherryRateDecisions.ts'),
    ({ cherryRatesSource }) => cherryRatesSource,
  ),
  staticData: { area: 'rates', screen: 'cherryRates' },
  component: lazyRouteComponent(() => import('#client/rates/CherryRatesScreen.tsx'), 'CherryRatesScreen'),
})

/** The screens of rates. */
export const rateRoutes = [cherryRatesScreen] as const
