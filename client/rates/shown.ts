import { IconCoins } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { show } from '#client/kit/places/show.ts'

export const cherryRates = show('cherryRates', {
  to: '/rates/cherry',
  area: 'cherry',
  Icon: IconCoins,
  acts: [
    {
      says: 'cherryRate',
      call: 'cherryRates.update',
      makes: 'cherryRates',
      Icon: IconCoins,
      at: { to: '/rates/cherry', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./cherryRateView.tsx')).cherryRateView,
  Screen: lazyRouteComponent(() => import('./CherryRatesScreen.tsx'), 'CherryRatesScreen'),
})
