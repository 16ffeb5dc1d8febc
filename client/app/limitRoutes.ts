import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { anySearch, guardedBy, inside, listSearch, preparing } from './inside.ts'

const files = createRoute({
  getParentRoute: () => inside,
  path: '/farmers/limits/files',
  validateSearch: listSearch,
  beforeLoad: guardedBy('limitFiles.list'),
  loader: preparing(
    () => import('#client/limits/limitSources.ts'),
    ({ limitFilesSource }, { user }) => limitFilesSource(user),
  ),
  staticData: { area: 'cherry', screen: 'limitFiles' },
  component: lazyRouteComponent(() => import('#client/limits/LimitFilesScreen.tsx'), 'LimitFilesScreen'),
})
const detail = createRoute({
  getParentRoute: () => inside,
  path: '/farmers/limits/$id/details',
  validateSearch: listSearch,
  beforeLoad: guardedBy('limitFiles.rows'),
  loader: preparing(
    () => import('#client/limits/limitSources.ts'),
    ({ limitFileRowsSource }, { id = '' }) => limitFileRowsSource(id),
  ),
  staticData: { area: 'cherry', parent: { name: 'limitFiles', to: '/farmers/limits/files' }, screen: 'detail' },
  component: lazyRouteComponent(() => import('#client/limits/LimitFileDetailScreen.tsx'), 'LimitFileDetailScreen'),
})
const review = createRoute({
  getParentRoute: () => inside,
  path: '/farmers/limits/$id/review',
  validateSearch: anySearch,
  beforeLoad: guardedBy('uploads.review'),
  staticData: { area: 'cherry', parent: { name: 'limitFiles', to: '/farmers/limits/files' }, screen: 'review' },
  component: lazyRouteComponent(() => import('#client/limits/LimitFileReviewScreen.tsx'), 'LimitFileReviewScreen'),
})
const list = createRoute({
  getParentRoute: () => inside,
  path: '/farmers/limits',
  validateSearch: listSearch,
  beforeLoad: guardedBy('limits.active'),
  loader: preparing(
    () => import('#client/limits/limitSources.ts'),
    ({ limitsSource }, { user }) => limitsSource(user),
  ),
  staticData: { area: 'cherry', screen: 'limits' },
  component: lazyRouteComponent(() => import('#client/limits/LimitsScreen.tsx'), 'LimitsScreen'),
})

/** The screens of limits and of the files that raise them. */
export const limitRoutes = [files, detail, review, list] as const
