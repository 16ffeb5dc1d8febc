import { useNavigate, useParams } from '@tanstack/react-router'
import { cherryLimitsFile } from '#contract/limitFile.ts'
import { CorrectedReview } from '#client/kit/CorrectedReview.tsx'

/** Corrects the rows of a limit file before it is sent for approval. */
export function LimitFileReviewScreen() {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <CorrectedReview
      id={id}
      kindOf={() => cherryLimitsFile}
      onClosed={() => void navigate({ to: '/farmers/limits/files' })}
      onReview={(next) => void navigate({ to: '/farmers/limits/$id/review', params: { id: next } })}
      onShow={(open) => void navigate({ to: '/farmers/limits/files', search: { tab: 'all', open } })}
    />
  )
}
