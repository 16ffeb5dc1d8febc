import { IconGavel, IconListNumbers } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { show, showUpload } from '#client/kit/places/show.ts'

export const catalogueFiles = showUpload('catalogueFiles', {
  to: '/catalogue',
  detail: '/catalogue/$id/details',
  review: '/catalogue/$id/review',
  area: 'trade',
  Icon: IconGavel,
  view: async () => (await import('./catalogueFileView.ts')).catalogueFileView,
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
