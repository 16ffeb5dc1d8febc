import { IconArrowsExchange } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { show } from '#client/kit/places/show.ts'

export const conversionRates = show('conversionRates', {
  to: '/rates/conversion',
  area: 'payments',
  Icon: IconArrowsExchange,
  view: async () => (await import('./conversionRateView.tsx')).conversionRateView,
  Screen: lazyRouteComponent(() => import('./ConversionRatesScreen.tsx'), 'ConversionRatesScreen'),
})
