import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { cherryRateFlow, cherryRates } from '#contract/cherryRates.ts'
import { firstTabOf } from '#client/kit/prepareList.ts'
import { cherryRatesSource } from '#client/rates/cherryRateDecisions.ts'
import { guardedBy, inside, listSearch, preparing } from './inside.ts'

const cherryRatesScreen = createRoute({
  getParentRoute: () => inside,
  path: '/rates/cherry',
  validateSearch: listSearch,
  beforeLoad: guardedBy(cherryRates.all),
  loader: preparing(
    () => cherryRatesSource,
    (user) => firstTabOf(cherryRateFlow, user),
  ),
  staticData: { area: 'rates', screen: 'cherryRates' },
  component: lazyRouteComponent(() => import('#client/rates/CherryRatesScreen.tsx'), 'CherryRatesScreen'),
})

/** The screens of rates. */
export const rateRoutes = [cherryRatesScreen] as const
