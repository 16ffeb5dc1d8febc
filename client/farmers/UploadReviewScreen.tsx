import { useNavigate, useParams } from '@tanstack/react-router'
import { CorrectedReview } from '#client/kit/CorrectedReview.tsx'
import { kindNamed, listRoutes, uploadCalls } from './uploadScreens.ts'

/** Corrects the rows of an upload before it is sent for approval. */
export function UploadReviewScreen() {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <CorrectedReview
      id={id}
      kindOf={(review) => uploadCalls[kindNamed(review.kind)].kind}
      onClosed={(review) => void navigate({ to: listRoutes[kindNamed(review.kind)] })}
      onReview={(next) => void navigate({ to: '/farmers/uploads/$id/review', params: { id: next } })}
      onShow={(open, review) => void navigate({ to: listRoutes[kindNamed(review.kind)], search: { tab: 'all', open } })}
    />
  )
}
