import { IconPackage } from '@tabler/icons-react'
import { showUpload } from '#client/kit/places/show.ts'

export const parchments = showUpload('parchments', {
  to: '/ccarf/delivery/parchment',
  detail: '/ccarf/delivery/parchment/$id/details',
  review: '/ccarf/delivery/parchment/$id/review',
  area: 'cherry',
  Icon: IconPackage,
  view: async () => (await import('./parchmentView.tsx')).parchmentView,
})
