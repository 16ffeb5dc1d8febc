import { IconFileDollar } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { show } from '#client/kit/places/show.ts'

export const rtgsFiles = show('rtgsFiles', {
  to: '/money/rtgs',
  area: 'payments',
  Icon: IconFileDollar,
  view: async () => (await import('./rtgsFileView.tsx')).rtgsFileView,
  Screen: lazyRouteComponent(() => import('./RtgsFilesScreen.tsx'), 'RtgsFilesScreen'),
})
