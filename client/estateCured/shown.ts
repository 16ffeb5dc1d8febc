import { IconListDetails, IconPackages } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { show, showUpload } from '#client/kit/places/show.ts'

export const estateCuredFiles = showUpload('estateCuredFiles', {
  to: '/estatecuredbroker',
  detail: '/estatecuredbroker/$id/details',
  review: '/estatecuredbroker/$id/review',
  area: 'trade',
  Icon: IconPackages,
  view: async () => (await import('./estateCuredFileView.tsx')).estateCuredFileView,
})

export const estateCuredRecords = show('estateCuredRecords', {
  to: '/estatecuredbroker/records',
  area: 'trade',
  Icon: IconListDetails,
  tabOf: 'estateCuredFiles',
  view: async () => (await import('./estateCuredView.ts')).estateCuredView,
  Screen: lazyRouteComponent(() => import('./EstateCuredRecordsScreen.tsx'), 'EstateCuredRecordsScreen'),
})
