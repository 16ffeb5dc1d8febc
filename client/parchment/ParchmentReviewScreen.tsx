import { useNavigate, useParams } from '@tanstack/react-router'
import { parchmentFile } from '#contract/parchmentFile.ts'
import { CorrectedReview } from '#client/kit/CorrectedReview.tsx'

/** Corrects the rows of a parchment file before it is sent to the miller. */
export function ParchmentReviewScreen() {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <CorrectedReview
      id={id}
      kindOf={() => parchmentFile}
      onClosed={() => void navigate({ to: '/ccarf/delivery/parchment' })}
      onReview={(next) => void navigate({ to: '/ccarf/delivery/parchment/$id/review', params: { id: next } })}
      onShow={(open) => void navigate({ to: '/ccarf/delivery/parchment', search: { tab: 'all', open } })}
    />
  )
}
