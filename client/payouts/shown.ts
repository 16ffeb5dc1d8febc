import { IconCash, IconGavel } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from '#client/kit/places/routes.ts'
import { inMenu, show } from '#client/kit/places/show.ts'

export const payouts = inMenu(
  {
    Icon: IconCash,
    found: { kind: 'payout', at: (id) => ({ to: '/money/payouts', search: { open: id } }) },
  },
  listRoute('/money/payouts', {
    call: 'payouts.list',
    from: () => import('./payoutsSource.ts'),
    choose: ({ payoutsSource }) => payoutsSource,
    area: 'payments',
    screen: 'payouts',
    component: lazyRouteComponent(() => import('./PayoutsScreen.tsx'), 'PayoutsScreen'),
  }),
)

export const payoutResolutions = show('payoutResolutions', {
  to: '/money/payouts/resolutions',
  area: 'payments',
  tabOf: 'payouts',
  Icon: IconGavel,
  view: async () => (await import('./payoutResolutionView.tsx')).payoutResolutionView,
  Screen: lazyRouteComponent(() => import('./PayoutResolutionsScreen.tsx'), 'PayoutResolutionsScreen'),
})
