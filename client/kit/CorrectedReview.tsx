import { useState } from 'react'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import { uploads, type Review } from '#contract/uploads.ts'
import { UploadDialog } from './UploadDialog.tsx'
import { UploadReview } from './UploadReview.tsx'

type CorrectedReviewProps = {
  id: string
  /** The declared kind of the file under review. */
  kindOf: (review: Review) => UploadKind
  /** Back to the list of uploads, once this one is sent or discarded. */
  onClosed: (review: Review) => void
  onReview: (id: string) => void
  onShow: (id: string, review: Review) => void
}

/** The review of an upload with the dialog that takes a corrected workbook. */
export function CorrectedReview({ id, kindOf, onClosed, onReview, onShow }: CorrectedReviewProps) {
  const [correcting, setCorrecting] = useState<Review>()
  return (
    <UploadReview id={id} onClosed={onClosed} onCorrected={setCorrecting}>
      {correcting && (
        <UploadDialog
          target={{ kind: kindOf(correcting), endpoint: uploads.correct, params: { id }, corrects: true }}
          onReview={onReview}
          onShow={(open) => onShow(open, correcting)}
          onClose={() => setCorrecting(undefined)}
        />
      )}
    </UploadReview>
  )
}
