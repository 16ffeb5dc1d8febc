import { IconPackages, IconScale, IconTruckDelivery } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from '#client/kit/places/routes.ts'
import { inMenu, show, showUpload } from '#client/kit/places/show.ts'

const files = showUpload('dispatchFiles', {
  to: '/grnfile',
  detail: '/grnfile/$id/details',
  review: '/grnfile/$id/review',
  area: 'trade',
  Icon: IconTruckDelivery,
  view: async () => (await import('./dispatchFileView.ts')).dispatchFileView,
})

export const dispatchFiles = {
  ...files,
  routes: [
    ...files.routes,
    listRoute('/grnfile/$id/deleted', {
      call: 'dispatchRecords.details',
      from: () => import('./dispatchRecordView.ts'),
      choose: ({ recordsOfFile }, { id = '' }) => recordsOfFile(id, 'Y'),
      area: 'trade',
      parent: 'dispatchFiles',
      screen: 'detail',
      component: lazyRouteComponent(() => import('./DeletedRecordsScreen.tsx'), 'DeletedRecordsScreen'),
    }),
  ],
} as const

export const dispatchRecords = show('dispatchRecords', {
  to: '/grnfile/records',
  area: 'trade',
  tabOf: 'dispatchFiles',
  Icon: IconPackages,
  view: async () => (await import('./dispatchRecordView.ts')).dispatchRecordView,
  Screen: lazyRouteComponent(() => import('./DispatchRecordsScreen.tsx'), 'DispatchRecordsScreen'),
})

const differences = () => import('./WeightDifferencesScreen.tsx')

/** What mills dispatched against what the warehouses received of it. */
export const weightDifferences = inMenu(
  { Icon: IconScale, tabOf: 'dispatchFiles' },
  listRoute('/grnfile/differences', {
    call: 'weightDifferences.list',
    from: differences,
    choose: ({ weightDifferencesSource }) => weightDifferencesSource,
    area: 'trade',
    screen: 'weightDifferences',
    component: lazyRouteComponent(differences, 'WeightDifferencesScreen'),
  }),
)
