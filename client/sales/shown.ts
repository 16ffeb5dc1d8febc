import { IconCalendarEvent } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { show } from '#client/kit/places/show.ts'

export const sales = show('sales', {
  to: '/sales',
  area: 'trade',
  Icon: IconCalendarEvent,
  acts: [
    {
      says: 'sale',
      call: 'sales.propose',
      makes: 'sales',
      Icon: IconCalendarEvent,
      at: { to: '/sales', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./saleView.tsx')).saleView,
  Screen: lazyRouteComponent(() => import('./SalesScreen.tsx'), 'SalesScreen'),
})
