import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { anySearch, guardedBy, inside, listSearch, preparing } from './inside.ts'

const parent = { name: 'parchment', to: '/ccarf/delivery/parchment' } as const
const list = createRoute({
  getParentRoute: () => inside,
  path: '/ccarf/delivery/parchment',
  validateSearch: listSearch,
  beforeLoad: guardedBy('parchments.list'),
  loader: preparing(
    () => import('#client/parchment/parchmentCalls.ts'),
    ({ parchmentsSource }, { user }) => parchmentsSource(user),
  ),
  staticData: { area: 'cherry', screen: 'parchment' },
  component: lazyRouteComponent(() => import('#client/parchment/ParchmentsScreen.tsx'), 'ParchmentsScreen'),
})
const detail = createRoute({
  getParentRoute: () => inside,
  path: '/ccarf/delivery/parchment/$id/details',
  validateSearch: listSearch,
  beforeLoad: guardedBy('parchments.rows'),
  loader: preparing(
    () => import('#client/parchment/parchmentCalls.ts'),
    ({ parchmentRowsSource }, { id = '' }) => parchmentRowsSource(id),
  ),
  staticData: { area: 'cherry', parent, screen: 'detail' },
  component: lazyRouteComponent(() => import('#client/parchment/ParchmentDetailScreen.tsx'), 'ParchmentDetailScreen'),
})
const review = createRoute({
  getParentRoute: () => inside,
  path: '/ccarf/delivery/parchment/$id/review',
  validateSearch: anySearch,
  beforeLoad: guardedBy('uploads.review'),
  staticData: { area: 'cherry', parent, screen: 'review' },
  component: lazyRouteComponent(() => import('#client/parchment/ParchmentReviewScreen.tsx'), 'ParchmentReviewScreen'),
})

/** The screens of CCARF parchment. */
export const parchmentRoutes = [list, detail, review] as const
