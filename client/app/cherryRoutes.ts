import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { anySearch, guardedBy, inside, listSearch, preparing } from './inside.ts'

const deliveries = createRoute({
  getParentRoute: () => inside,
  path: '/cherry/deliveries',
  validateSearch: listSearch,
  beforeLoad: guardedBy('cherryDeliveries.list'),
  loader: preparing(
    () => import('#client/deliveries/deliveryCalls.ts'),
    ({ deliveriesSource }) => deliveriesSource,
  ),
  staticData: { area: 'cherry', screen: 'deliveries' },
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
const deliveryUploads = createRoute({
  getParentRoute: () => inside,
  path: '/cherry/uploads',
  validateSearch: listSearch,
  beforeLoad: guardedBy('cherryDeliveryUploads.list'),
  loader: preparing(
    () => import('#client/deliveries/deliveryUploadSources.ts'),
    ({ deliveryUploadsSource }, { user }) => deliveryUploadsSource(user),
  ),
  staticData: { area: 'cherry', screen: 'deliveryUploads' },
  component: lazyRouteComponent(() => import('#client/deliveries/DeliveryUploadsScreen.tsx'), 'DeliveryUploadsScreen'),
})
const uploadDetail = createRoute({
  getParentRoute: () => inside,
  path: '/cherry/uploads/$id/details',
  validateSearch: listSearch,
  beforeLoad: guardedBy('cherryDeliveryUploads.rows'),
  loader: preparing(
    () => import('#client/deliveries/deliveryUploadSources.ts'),
    ({ uploadedDeliveriesSource }, { id = '' }) => uploadedDeliveriesSource(id),
  ),
  staticData: { area: 'cherry', parent: { name: 'deliveryUploads', to: '/cherry/uploads' }, screen: 'detail' },
  component: lazyRouteComponent(
    () => import('#client/deliveries/DeliveryUploadDetailScreen.tsx'),
    'DeliveryUploadDetailScreen',
  ),
})
const uploadReview = createRoute({
  getParentRoute: () => inside,
  path: '/cherry/uploads/$id/review',
  validateSearch: anySearch,
  beforeLoad: guardedBy('uploads.review'),
  staticData: { area: 'cherry', parent: { name: 'deliveryUploads', to: '/cherry/uploads' }, screen: 'review' },
  component: lazyRouteComponent(
    () => import('#client/deliveries/DeliveryUploadReviewScreen.tsx'),
    'DeliveryUploadReviewScreen',
  ),
})
const factoriesScreen = createRoute({
  getParentRoute: () => inside,
  path: '/cherry/factories',
  validateSearch: listSearch,
  beforeLoad: guardedBy('factories.list'),
  loader: preparing(
    () => import('#client/deliveries/factoryChangeDecisions.ts'),
    ({ factoryChangesSource }, { user }) => factoryChangesSource(user),
  ),
  staticData: { area: 'cherry', screen: 'factories' },
  component: lazyRouteComponent(() => import('#client/deliveries/FactoriesScreen.tsx'), 'FactoriesScreen'),
})

/** The screens of cherry: deliveries, their files and factories. */
export const cherryRoutes = [deliveries, entry, deliveryUploads, uploadDetail, uploadReview, factoriesScreen] as const
