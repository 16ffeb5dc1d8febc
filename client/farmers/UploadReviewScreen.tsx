import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { uploads, type Review } from '#contract/uploads.ts'
import { UploadDialog } from '#client/kit/UploadDialog.tsx'
import { UploadReview } from '#client/kit/UploadReview.tsx'
import { kindNamed, listRoutes, uploadCalls } from './uploadScreens.ts'

/** Corrects the rows of an upload before it is sent for approval. */
export function UploadReviewScreen() {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const [correcting, setCorrecting] = useState<Review>()
  const back = (review: Review) => void navigate({ to: listRoutes[kindNamed(review.kind)] })
  const calls = correcting && uploadCalls[kindNamed(correcting.kind)]
  return (
    <UploadReview id={id} onClosed={back} onCorrected={setCorrecting}>
      {calls && (
        <UploadDialog
          target={{ kind: calls.kind, endpoint: uploads.correct, params: { id }, corrects: true }}
          onReview={(next) => void navigate({ to: '/farmers/uploads/$id/review', params: { id: next } })}
          onShow={(open) => void navigate({ to: listRoutes[kindNamed(correcting.kind)], search: { tab: 'all', open } })}
          onClose={() => setCorrecting(undefined)}
        />
      )}
    </UploadReview>
  )
}
