import {
  IconArrowsExchange,
  IconBarrierBlock,
  IconBuildingBank,
  IconListDetails,
  IconTransfer,
} from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guardedBy, inside, listRoute } from '#client/kit/places/routes.ts'
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

const schedules = show('communalPayments', {
  to: '/farmers/schedule/view',
  area: 'payments',
  Icon: IconListDetails,
  acts: [
    {
      says: 'schedule',
      call: 'communalPayments.save',
      makes: 'communalPayments',
      Icon: IconListDetails,
      at: { to: '/farmers/schedule/new' },
    },
  ],
  view: async () => (await import('./communalPaymentView.tsx')).communalPaymentView,
  Screen: lazyRouteComponent(() => import('./CommunalPaymentsScreen.tsx'), 'CommunalPaymentsScreen'),
})

/** The lines of one schedule, at the two addresses of the specification. */
const linesAt = <const Path extends string>(path: Path) =>
  listRoute(path, {
    call: 'scheduleLines.list',
    from: () => import('./scheduleLineSource.ts'),
    choose: ({ scheduleLineSource }, { id = '' }) => scheduleLineSource(id),
    area: 'payments',
    parent: 'communalPayments',
    screen: 'detail',
    component: lazyRouteComponent(() => import('./ScheduleScreen.tsx'), 'ScheduleScreen'),
  })

/** Payment schedules: their list, the lines of one, the wizard that computes one, and the address of the list that the specification gives besides. */
export const communalPayments = {
  ...schedules,
  routes: [
    ...schedules.routes,
    linesAt('/farmers/schedule/details/view/$id'),
    linesAt('/farmers/schedule/details/approve/$id'),
    createRoute({
      getParentRoute: () => inside,
      path: '/farmers/schedule/new',
      beforeLoad: guardedBy('communalPayments.save'),
      staticData: { area: 'payments', parent: 'communalPayments', screen: 'detail' },
      component: lazyRouteComponent(() => import('./ScheduleWizard.tsx'), 'ScheduleWizard'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/farmers/communalRates/view',
      beforeLoad: () => {
        throw redirect({ to: '/farmers/schedule/view', replace: true })
      },
    }),
  ] as const,
}
