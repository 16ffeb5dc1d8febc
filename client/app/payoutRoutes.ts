import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardedBy, inside, listSearch, preparing } from './inside.ts'

const desk = createRoute({
  getParentRoute: () => inside,
  path: '/money/payouts',
  validateSearch: listSearch,
  beforeLoad: guardedBy('payouts.list'),
  loader: preparing(
    () => import('#client/payouts/payoutsSource.ts'),
    ({ payoutsSource }) => payoutsSource,
  ),
  staticData: { area: 'money', screen: 'payouts' },
  component: lazyRouteComponent(() => import('#client/payouts/PayoutsScreen.tsx'), 'PayoutsScreen'),
})

const waysOn = createRoute({
  getParentRoute: () => inside,
  path: '/money/payouts/ways',
  validateSearch: listSearch,
  beforeLoad: guardedBy('waysOn.list'),
  loader: preparing(
    () => import('#client/payouts/payoutsSource.ts'),
    ({ waysOnSource }) => waysOnSource,
  ),
  staticData: { area: 'money', parent: { name: 'payouts', to: '/money/payouts' }, screen: 'waysOn' },
  component: lazyRouteComponent(() => import('#client/payouts/WaysOnScreen.tsx'), 'WaysOnScreen'),
})

/** The screens of money on its way. */
export const payoutRoutes = [desk, waysOn] as const
