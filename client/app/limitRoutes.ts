import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute, reviewRoute } from './inside.ts'

const files = listRoute('/farmers/limits/files', {
  call: 'limitFiles.list',
  from: () => import('#client/limits/limitSources.ts'),
  choose: ({ limitFilesSource }, { user }) => limitFilesSource(user),
  area: 'cherry',
  screen: 'limitFiles',
  component: lazyRouteComponent(() => import('#client/limits/LimitFilesScreen.tsx'), 'LimitFilesScreen'),
})
const detail = listRoute('/farmers/limits/$id/details', {
  call: 'limitFiles.rows',
  from: () => import('#client/limits/limitSources.ts'),
  choose: ({ limitFileRowsSource }, { id = '' }) => limitFileRowsSource(id),
  area: 'cherry',
  parent: { name: 'limitFiles', to: '/farmers/limits/files' },
  screen: 'detail',
  component: lazyRouteComponent(() => import('#client/limits/LimitFileDetailScreen.tsx'), 'LimitFileDetailScreen'),
})
const review = reviewRoute('/farmers/limits/$id/review', {
  area: 'cherry',
  parent: { name: 'limitFiles', to: '/farmers/limits/files' },
  component: lazyRouteComponent(() => import('#client/limits/LimitFileReviewScreen.tsx'), 'LimitFileReviewScreen'),
})
const list = listRoute('/farmers/limits', {
  call: 'limits.active',
  from: () => import('#client/limits/limitSources.ts'),
  choose: ({ limitsSource }, { user }) => limitsSource(user),
  area: 'cherry',
  screen: 'limits',
  component: lazyRouteComponent(() => import('#client/limits/LimitsScreen.tsx'), 'LimitsScreen'),
})

/** The screens of limits and of the files that raise them. */
export const limitRoutes = [files, detail, review, list] as const
