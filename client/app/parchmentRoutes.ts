import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute, reviewRoute } from './inside.ts'

const parent = { name: 'parchment', to: '/ccarf/delivery/parchment' } as const
const list = listRoute('/ccarf/delivery/parchment', {
  call: 'parchments.list',
  from: () => import('#client/parchment/parchmentCalls.ts'),
  choose: ({ parchmentsSource }, { user }) => parchmentsSource(user),
  area: 'cherry',
  screen: 'parchment',
  component: lazyRouteComponent(() => import('#client/parchment/ParchmentsScreen.tsx'), 'ParchmentsScreen'),
})
const detail = listRoute('/ccarf/delivery/parchment/$id/details', {
  call: 'parchments.rows',
  from: () => import('#client/parchment/parchmentCalls.ts'),
  choose: ({ parchmentRowsSource }, { id = '' }) => parchmentRowsSource(id),
  area: 'cherry',
  parent,
  screen: 'detail',
  component: lazyRouteComponent(() => import('#client/parchment/ParchmentDetailScreen.tsx'), 'ParchmentDetailScreen'),
})
const review = reviewRoute('/ccarf/delivery/parchment/$id/review', {
  area: 'cherry',
  parent,
  component: lazyRouteComponent(() => import('#client/parchment/ParchmentReviewScreen.tsx'), 'ParchmentReviewScreen'),
})

/** The screens of CCARF parchment. */
export const parchmentRoutes = [list, detail, review] as const
