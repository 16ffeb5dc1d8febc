import { IconCash } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from '#client/kit/routes.ts'
import { inMenu, show } from '#client/kit/show.ts'

export const payouts = inMenu(
  { Icon: IconCash },
  listRoute('/money/payouts', {
    call: 'payouts.list',
    from: () => import('./payoutsSource.ts'),
    choose: ({ payoutsSource }) => payoutsSource,
    area: 'money',
    screen: 'payouts',
    component: lazyRouteComponent(() => import('./PayoutsScreen.tsx'), 'PayoutsScreen'),
  }),
)

export const waysOn = show('waysOn', {
  to: '/money/payouts/ways',
  area: 'money',
  parent: 'payouts',
  view: async () => (await import('./wayOnView.tsx')).wayOnView,
  Screen: lazyRouteComponent(() => import('./WaysOnScreen.tsx'), 'WaysOnScreen'),
})
