import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from './inside.ts'

const cherryRatesScreen = listRoute('/rates/cherry', {
  call: 'cherryRates.all',
  from: () => import('#client/rates/cherryRateDecisions.ts'),
  choose: ({ cherryRatesSource }) => cherryRatesSource,
  area: 'rates',
  screen: 'cherryRates',
  component: lazyRouteComponent(() => import('#client/rates/CherryRatesScreen.tsx'), 'CherryRatesScreen'),
})

/** The screens of rates. */
export const rateRoutes = [cherryRatesScreen] as const
