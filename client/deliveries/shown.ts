import { IconBuildingFactory2, IconFileSpreadsheet, IconKeyboard, IconScale } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { refusal } from '#contract/kit/workflow.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { enteringDeliveries } from '#client/kit/places/allowed.built.ts'
import { guardedBy, inside } from '#client/kit/places/routes.ts'
import { inMenu, show, showUpload } from '#client/kit/places/show.ts'

const entering = { call: 'cherryDeliveries.create', makes: 'cherryDeliveries', Icon: IconScale } as const

export const cherryDeliveries = show('cherryDeliveries', {
  to: '/cherry/deliveries',
  area: 'cherry',
  Icon: IconScale,
  acts: [{ says: 'delivery', ...entering, at: { to: '/cherry/deliveries', search: { create: 'Y' } } }],
  actsFor: [
    {
      says: 'delivery',
      ...entering,
      at: ({ memberNumber }) => ({ to: '/cherry/deliveries', search: { create: 'Y', member: memberNumber } }),
    },
  ],
  view: async () => (await import('./deliveryView.tsx')).deliveryView,
  Screen: lazyRouteComponent(() => import('./DeliveriesScreen.tsx'), 'DeliveriesScreen'),
})

export const deliveryEntry = inMenu(
  {
    Icon: IconKeyboard,
    tabOf: 'cherryDeliveries',
    // The server asks the same rule.
    for: (user) => refusal(enteringDeliveries, { status: 'PENDING_APPROVAL', makers: [] }, actorOf(user)) === null,
  },
  createRoute({
    getParentRoute: () => inside,
    path: '/cherry/deliveries/entry',
    beforeLoad: guardedBy('cherryDeliveries.enterBatch'),
    staticData: { area: 'cherry', parent: 'cherryDeliveries', screen: 'deliveryEntry' },
    component: lazyRouteComponent(() => import('./DeliveryEntryScreen.tsx'), 'DeliveryEntryScreen'),
  }),
)

export const cherryDeliveryUploads = showUpload('cherryDeliveryUploads', {
  to: '/cherry/uploads',
  detail: '/cherry/uploads/$id/details',
  review: '/cherry/uploads/$id/review',
  area: 'cherry',
  tabOf: 'cherryDeliveries',
  Icon: IconFileSpreadsheet,
  view: async () => (await import('./deliveryUploadView.ts')).deliveryUploadView,
})

export const factories = show('factories', {
  to: '/cherry/factories',
  area: 'cherry',
  tabOf: 'cherryDeliveries',
  Icon: IconBuildingFactory2,
  call: 'factories.list',
  acts: [
    {
      says: 'factory',
      call: 'factories.propose',
      makes: 'cherryDeliveries',
      Icon: IconBuildingFactory2,
      at: { to: '/cherry/factories', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./factoryChangeView.tsx')).factoryChangeView,
  Screen: lazyRouteComponent(() => import('./FactoriesScreen.tsx'), 'FactoriesScreen'),
})
