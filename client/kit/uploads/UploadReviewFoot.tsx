import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { Upload } from '#contract/uploads/uploads.ts'
import { useFormat } from '../format.ts'
import type { ReviewActs } from './useReview.ts'
import { useWords } from '../words.ts'

type UploadReviewFootProps = { upload: Upload; acts: ReviewActs }

/** What still stands in the way, and the two resolutions: leave the bad rows out, send the rest. */
export function UploadReviewFoot({ upload, acts }: UploadReviewFootProps) {
  const words = useWords().uploads
  const { number } = useFormat()
  const { failed, ready } = upload
  const { shown, rest } = words.footErrors(failed, number(failed))
  return (
    <div className="sticky-foot">
      <span className="grow" role="status">
        {failed > 0 ? (
          <>
            <b className="num">{shown}</b> {rest}
          </>
        ) : ready > 0 ? (
          words.footReady
        ) : (
          words.footNothing
        )}
      </span>
      {failed > 0 && (
        <Button variant="default" loading={acts.leaving} onClick={acts.leaveAllOut}>
          {words.leaveOutAll(failed, number(failed))}
        </Button>
      )}
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        disabled={failed > 0 || ready === 0}
        loading={acts.sending}
        onClick={acts.send}
      >
        {words.send(ready, number(ready))}
      </Button>
    </div>
  )
}
