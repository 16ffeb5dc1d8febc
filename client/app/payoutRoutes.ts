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

/** The screens of money on its way. */
export const payoutRoutes = [desk] as const
