import { useNavigate, useParams } from '@tanstack/react-router'
import { cherryDeliveriesFile } from '#contract/cherryDeliveryFile.ts'
import { CorrectedReview } from '#client/kit/CorrectedReview.tsx'

/** Corrects the rows of a file of deliveries before it is sent for approval. */
export function DeliveryUploadReviewScreen() {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <CorrectedReview
      id={id}
      kindOf={() => cherryDeliveriesFile}
      onClosed={() => void navigate({ to: '/cherry/uploads' })}
      onReview={(next) => void navigate({ to: '/cherry/uploads/$id/review', params: { id: next } })}
      onShow={(open) => void navigate({ to: '/cherry/uploads', search: { tab: 'all', open } })}
    />
  )
}
