import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Review } from '#contract/uploads/uploads.ts'
import { stampOf } from '../decisions/decisions.ts'
import { ListSkeleton, NotLoaded } from '../lists/ListFaces.tsx'
import { UploadReviewFoot } from './UploadReviewFoot.tsx'
import { UploadReviewGrid } from './UploadReviewGrid.tsx'
import { UploadReviewHead } from './UploadReviewHead.tsx'
import { UploadReviewProblems } from './UploadReviewProblems.tsx'
import { UploadReviewBar } from './UploadReviewBar.tsx'
import { useGoTo } from '../places/places.ts'
import { useReview, useReviewActs, type Shown } from './useReview.ts'
import { columnOrder, isProblem } from './reviewColumns.ts'
import { useWords } from '../words.ts'
import '../lists/lists.css'
import '../decisions/decisions.css'
import './review.css'

type UploadReviewProps = {
  id: string
  /** Opens the dialog that takes a corrected file. */
  onCorrected: (review: Review) => void
  /** Dialogs of the feature. */
  children?: ReactNode
}

/** Corrects the rows of an upload: problems by cause, cells in place, the rest left out, and then sent. */
export function UploadReview({ id, onCorrected, children }: UploadReviewProps) {
  const review = useReview(id)
  return (
    <div className="page wide review-page">
      {review.isPending && <ListSkeleton />}
      {review.isError && !review.data && (
        <div className="card">
          <NotLoaded is="page" refused={review.error} onReload={() => void review.refetch()} />
        </div>
      )}
      {review.data && <Content key={id} id={id} review={review.data} onCorrected={() => onCorrected(review.data)} />}
      {children}
    </div>
  )
}

type ContentProps = { id: string; review: Review; onCorrected: () => void }

function Content({ id, review, onCorrected }: ContentProps) {
  const words = useWords().uploads
  // Once it is sent or discarded, the list of its kind shows what became of it.
  const { list: onClosed } = useGoTo(review.kind)
  const acts = useReviewActs(id, review, onClosed)
  const [shown, setShown] = useShown(review)
  // A draft that its maker may still send is one whose rows can be changed.
  const editable = stampOf(review.upload).steps['send'] === null
  const onlyProblems = shown.show === 'problems'
  // Frozen while the screen is open: columns must not change places under the hand that corrects them.
  const [orders] = useState(() => ({ problems: columnOrder(review, true), all: columnOrder(review, false) }))
  return (
    <>
      <UploadReviewHead review={review} acts={acts} editable={editable} onCorrected={onCorrected} />
      <UploadReviewBar upload={review.upload} />
      {!editable && <p className="card pad faint">{words.sent}</p>}
      <div className="review">
        <UploadReviewProblems review={review} acts={acts} editable={editable} shown={shown} onShow={setShown} />
        <UploadReviewGrid
          id={id}
          review={review}
          acts={acts}
          editable={editable}
          order={onlyProblems ? orders.problems : orders.all}
          shown={shown}
          onShow={setShown}
        />
      </div>
      {editable && <UploadReviewFoot upload={review.upload} acts={acts} />}
    </>
  )
}

/** Which rows are on show, kept in the address. */
function useShown(review: Review): [Shown, (shown: Shown) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const first = review.groups.some(isProblem) ? 'problems' : 'all'
  const show = search['show'] === 'all' || search['show'] === 'left_out' || search['show'] === 'problems'
  const column = Number(search['column'])
  const shown: Shown = {
    show: show ? (search['show'] as Shown['show']) : first,
    code: typeof search['code'] === 'string' ? search['code'] : undefined,
    column: search['column'] !== undefined && Number.isInteger(column) ? column : undefined,
  }
  const set = ({ show: next, code, column: at }: Shown) =>
    // Kit serves every route, so the router cannot know here which search it is.
    void navigate({ to: '.', search: { show: next, code, column: at } as never, replace: true, resetScroll: false })
  return [shown, set]
}
