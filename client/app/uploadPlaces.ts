import type { UploadKindName } from '#contract/index.ts'

/** Where a file of each kind is shown, and where its rows are corrected. */
export const uploadPlaces = {
  farmers: { detail: '/farmers/$id/details', review: '/farmers/uploads/$id/review' },
  farmer_companies: { detail: '/farmercompany/$id/details', review: '/farmers/uploads/$id/review' },
  cherry_deliveries: { detail: '/cherry/uploads/$id/details', review: '/cherry/uploads/$id/review' },
  cherry_limits: { detail: '/farmers/limits/$id/details', review: '/farmers/limits/$id/review' },
  parchment: {
    detail: '/ccarf/delivery/parchment/$id/details',
    review: '/ccarf/delivery/parchment/$id/review',
  },
} as const satisfies Record<UploadKindName, { detail: string; review: string }>

/** The place of a kind as the server names it. */
export const uploadPlaceOf = (kind: string): (typeof uploadPlaces)[UploadKindName] =>
  uploadPlaces[kind as UploadKindName] // border: the server stores the names of declared kinds only
