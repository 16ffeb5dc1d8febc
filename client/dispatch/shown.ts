import { IconPackages, IconTruckDelivery } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { show, showUpload } from '#client/kit/places/show.ts'

export const dispatchFiles = showUpload('dispatchFiles', {
  to: '/grnfile',
  detail: '/grnfile/$id/details',
  review: '/grnfile/$id/review',
  area: 'trade',
  Icon: IconTruckDelivery,
  view: async () => (await import('./dispatchFileView.ts')).dispatchFileView,
})

export const dispatchRecords = show('dispatchRecords', {
  to: '/grnfile/records',
  area: 'trade',
  tabOf: 'dispatchFiles',
  Icon: IconPackages,
  view: async () => (await import('./dispatchRecordView.ts')).dispatchRecordView,
  Screen: lazyRouteComponent(() => import('./DispatchRecordsScreen.tsx'), 'DispatchRecordsScreen'),
})
