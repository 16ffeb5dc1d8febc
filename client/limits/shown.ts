import { IconFileDollar, IconGauge } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from '#client/kit/places/routes.ts'
import { inMenu, showUpload } from '#client/kit/places/show.ts'

export const limitFiles = showUpload('limitFiles', {
  to: '/farmers/limits/files',
  detail: '/farmers/limits/$id/details',
  review: '/farmers/limits/$id/review',
  area: 'limits',
  tabOf: 'limits',
  Icon: IconFileDollar,
  view: async () => (await import('./limitFileView.tsx')).limitFileView,
})

export const limits = inMenu(
  { Icon: IconGauge },
  listRoute('/farmers/limits', {
    call: 'limits.active',
    from: () => import('./limitsSource.ts'),
    choose: ({ limitsSource }, { user }) => limitsSource(user),
    area: 'limits',
    screen: 'limits',
    component: lazyRouteComponent(() => import('./LimitsScreen.tsx'), 'LimitsScreen'),
  }),
)
