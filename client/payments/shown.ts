import { IconArrowsExchange, IconBarrierBlock, IconBuildingBank, IconTransfer } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { show } from '#client/kit/places/show.ts'

export const conversionRates = show('conversionRates', {
  to: '/rates/conversion',
  area: 'payments',
  Icon: IconArrowsExchange,
  acts: [
    {
      says: 'dealCode',
      call: 'conversionRates.update',
      makes: 'conversionRates',
      Icon: IconArrowsExchange,
      at: { to: '/rates/conversion', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./conversionRateView.tsx')).conversionRateView,
  Screen: lazyRouteComponent(() => import('./ConversionRatesScreen.tsx'), 'ConversionRatesScreen'),
})

export const societyAccounts = show('societyAccounts', {
  to: '/money/accounts',
  area: 'payments',
  Icon: IconBuildingBank,
  call: 'societyAccounts.list',
  acts: [
    {
      says: 'account',
      call: 'societyAccounts.propose',
      makes: 'societyAccounts',
      Icon: IconBuildingBank,
      at: { to: '/money/accounts', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./societyAccountView.tsx')).societyAccountView,
  Screen: lazyRouteComponent(() => import('./SocietyAccountsScreen.tsx'), 'SocietyAccountsScreen'),
})

export const societyTransfers = show('societyTransfers', {
  to: '/money/transfers',
  area: 'payments',
  Icon: IconTransfer,
  acts: [
    {
      says: 'transfer',
      call: 'societyTransfers.order',
      makes: 'societyTransfers',
      Icon: IconTransfer,
      at: { to: '/money/transfers', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./societyTransferView.tsx')).societyTransferView,
  Screen: lazyRouteComponent(() => import('./SocietyTransfersScreen.tsx'), 'SocietyTransfersScreen'),
})

export const communalRates = show('communalRates', {
  to: '/rates/communal',
  area: 'payments',
  Icon: IconBarrierBlock,
  acts: [
    {
      says: 'floor',
      call: 'communalRates.set',
      makes: 'communalRates',
      Icon: IconBarrierBlock,
      at: { to: '/rates/communal', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./communalRateView.tsx')).communalRateView,
  Screen: lazyRouteComponent(() => import('./CommunalRatesScreen.tsx'), 'CommunalRatesScreen'),
})
