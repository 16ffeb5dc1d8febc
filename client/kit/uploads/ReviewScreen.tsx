import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { uploadKinds } from '#contract/index.ts'
import { uploads, type Review } from '#contract/uploads/uploads.ts'
import { useGoTo } from '../places/places.ts'
import { UploadDialog } from './UploadDialog.tsx'
import { UploadReview } from './UploadReview.tsx'

/** Corrects the rows of a file of any kind before it is sent, in place or by a corrected workbook. */
export function ReviewScreen() {
  const { id = '' } = useParams({ strict: false })
  const [correcting, setCorrecting] = useState<Review>()
  return (
    <UploadReview id={id} onCorrected={setCorrecting}>
      {correcting && <Correction id={id} of={correcting} onClose={() => setCorrecting(undefined)} />}
    </UploadReview>
  )
}

function Correction({ id, of, onClose }: { id: string; of: Review; onClose: () => void }) {
  const goTo = useGoTo(of.kind)
  const kind = uploadKinds.find(({ name }) => name === of.kind)
  return (
    kind && (
      <UploadDialog
        target={{ kind, endpoint: uploads.correct, params: { id }, corrects: true }}
        onReview={goTo.review}
        onShow={goTo.open}
        onClose={onClose}
      />
    )
  )
}
