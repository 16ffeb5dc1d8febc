import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardedBy, inside, listRoute, reviewRoute } from './inside.ts'

const deliveries = listRoute('/cherry/deliveries', {
  call: 'cherryDeliveries.list',
  from: () => import('#client/deliveries/deliveryCalls.ts'),
  choose: ({ deliveriesSource }) => deliveriesSource,
  area: 'cherry',
  screen: 'deliveries',
  component: lazyRouteComponent(() => import('#client/deliveries/DeliveriesScreen.tsx'), 'DeliveriesScreen'),
})
const entry = createRoute({
  getParentRoute: () => inside,
  path: '/cherry/deliveries/entry',
  beforeLoad: guardedBy('cherryDeliveries.enterBatch'),
  staticData: {
    area: 'cherry',
    parent: { name: 'deliveries', to: '/cherry/deliveries' },
    screen: 'deliveryEntry',
  },
  component: lazyRouteComponent(() => import('#client/deliveries/DeliveryEntryScreen.tsx'), 'DeliveryEntryScreen'),
})
const deliveryUploads = listRoute('/cherry/uploads', {
  call: 'cherryDeliveryUploads.list',
  from: () => import('#client/deliveries/deliveryUploadSources.ts'),
  choose: ({ deliveryUploadsSource }, { user }) => deliveryUploadsSource(user),
  area: 'cherry',
  screen: 'deliveryUploads',
  component: lazyRouteComponent(() => import('#client/deliveries/DeliveryUploadsScreen.tsx'), 'DeliveryUploadsScreen'),
})
const uploadDetail = listRoute('/cherry/uploads/$id/details', {
  call: 'cherryDeliveryUploads.rows',
  from: () => import('#client/deliveries/deliveryUploadSources.ts'),
  choose: ({ uploadedDeliveriesSource }, { id = '' }) => uploadedDeliveriesSource(id),
  area: 'cherry',
  parent: { name: 'deliveryUploads', to: '/cherry/uploads' },
  screen: 'detail',
  component: lazyRouteComponent(
    () => import('#client/deliveries/DeliveryUploadDetailScreen.tsx'),
    'DeliveryUploadDetailScreen',
  ),
})
const uploadReview = reviewRoute('/cherry/uploads/$id/review', {
  area: 'cherry',
  parent: { name: 'deliveryUploads', to: '/cherry/uploads' },
  component: lazyRouteComponent(
    () => import('#client/deliveries/DeliveryUploadReviewScreen.tsx'),
    'DeliveryUploadReviewScreen',
  ),
})
const factoriesScreen = listRoute('/cherry/factories', {
  call: 'factories.list',
  from: () => import('#client/deliveries/factoryChangeDecisions.ts'),
  choose: ({ factoryChangesSource }, { user }) => factoryChangesSource(user),
  area: 'cherry',
  screen: 'factories',
  component: lazyRouteComponent(() => import('#client/deliveries/FactoriesScreen.tsx'), 'FactoriesScreen'),
})

/** The screens of cherry: deliveries, their files and factories. */
export const cherryRoutes = [deliveries, entry, deliveryUploads, uploadDetail, uploadReview, factoriesScreen] as const
