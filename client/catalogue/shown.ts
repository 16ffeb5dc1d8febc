import { IconGavel, IconListNumbers, IconLock } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from '#client/kit/places/routes.ts'
import { inMenu, show, showUpload } from '#client/kit/places/show.ts'

export const catalogueFiles = showUpload('catalogueFiles', {
  to: '/catalogue',
  detail: '/catalogue/$id/details',
  review: '/catalogue/$id/review',
  area: 'trade',
  Icon: IconGavel,
  view: async () => (await import('./catalogueFileView.tsx')).catalogueFileView,
})

/** The lots of every file, where they wait to be decided. */
export const catalogueRecords = show('catalogueRecords', {
  to: '/catalogue/lots',
  area: 'trade',
  tabOf: 'catalogueFiles',
  Icon: IconListNumbers,
  view: async () => (await import('./catalogueRecordView.tsx')).catalogueRecordView,
  Screen: lazyRouteComponent(() => import('./CatalogueLotsScreen.tsx'), 'CatalogueLotsScreen'),
})

const closedScreen = () => import('./ClosedCataloguesScreen.tsx')
/** What was offered at each sale, as it stood when its catalogue closed. */
export const closedCatalogues = inMenu(
  { Icon: IconLock, tabOf: 'catalogueFiles' },
  listRoute('/catalogue/closed', {
    call: 'closedCatalogues.list',
    from: closedScreen,
    choose: ({ closedCataloguesSource }) => closedCataloguesSource,
    area: 'trade',
    screen: 'closedCatalogues',
    component: lazyRouteComponent(closedScreen, 'ClosedCataloguesScreen'),
  }),
)
