import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from './inside.ts'

const desk = listRoute('/money/payouts', {
  call: 'payouts.list',
  from: () => import('#client/payouts/payoutsSource.ts'),
  choose: ({ payoutsSource }) => payoutsSource,
  area: 'money',
  screen: 'payouts',
  component: lazyRouteComponent(() => import('#client/payouts/PayoutsScreen.tsx'), 'PayoutsScreen'),
})

const waysOn = listRoute('/money/payouts/ways', {
  call: 'waysOn.list',
  from: () => import('#client/payouts/payoutsSource.ts'),
  choose: ({ waysOnSource }) => waysOnSource,
  area: 'money',
  parent: { name: 'payouts', to: '/money/payouts' },
  screen: 'waysOn',
  component: lazyRouteComponent(() => import('#client/payouts/WaysOnScreen.tsx'), 'WaysOnScreen'),
})

/** The screens of money on its way. */
export const payoutRoutes = [desk, waysOn] as const
