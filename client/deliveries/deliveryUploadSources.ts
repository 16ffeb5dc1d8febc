import {
  cherryDeliveryUploadFlow,
  cherryDeliveryUpload,
  uploadedDeliveryList,
} from '#contract/cherryDeliveryUploads.ts'
import type { SessionUser } from '#contract/session.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const deliveryUploadsSource = (user: SessionUser): ListSource => ({
  list: cherryDeliveryUpload.list,
  endpoint: cherryDeliveryUpload.calls.list,
  params: { organisationId: user.organisation.id },
  waits: cherryDeliveryUploadFlow,
})

/** The rows of one upload. */
export const uploadedDeliveriesSource = (id: string): ListSource => ({
  list: uploadedDeliveryList,
  endpoint: cherryDeliveryUpload.calls.rows,
  params: { id },
})
