import { useNavigate } from '@tanstack/react-router'
import { cherryDeliveriesFile } from '#contract/cherryDeliveryFile.ts'
import { cherryDeliveryUpload } from '#contract/cherryDeliveryUploads.ts'
import { UploadList } from '#client/kit/UploadList.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { deliveryUploadDecision } from './deliveryUploadDecision.tsx'
import { fileDisclaimer } from './fileDisclaimer.ts'
import { deliveryUploadsSource } from './deliveryUploadSources.ts'

/** Weighing books and exports of digital scales, from the clerk to approved deliveries. */
export function DeliveryUploadsScreen() {
  const words = useWords().cherry
  const user = useUser()
  const navigate = useNavigate()
  return (
    <UploadList
      source={deliveryUploadsSource(user)}
      kind={cherryDeliveriesFile}
      upload={cherryDeliveryUpload.calls.upload}
      decision={deliveryUploadDecision}
      agreement={fileDisclaimer}
      labels={{ template: words.template, upload: words.upload, numberOf: words.numberOf }}
      onView={(id) => void navigate({ to: '/cherry/uploads/$id/details', params: { id } })}
      onReview={(id) => void navigate({ to: '/cherry/uploads/$id/review', params: { id } })}
      onShow={(open) => void navigate({ to: '/cherry/uploads', search: { tab: 'all', open } })}
    />
  )
}
