import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowDown, IconX } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Review } from '#contract/uploads/uploads.ts'
import { useFormat } from '../format.ts'
import { moved, type CellPosition } from './reviewColumns.ts'
import type { ReviewActs, Shown } from './useReview.ts'
import { UploadReviewSheet, type Editing, type SheetHandle } from './UploadReviewSheet.tsx'
import { useContractWords, useWords } from '../words.ts'

type UploadReviewGridProps = {
  id: string
  review: Review
  acts: ReviewActs
  editable: boolean
  order: readonly number[]
  shown: Shown
  onShow: (shown: Shown) => void
}

const none: Editing = undefined

/** The rows of an upload as a sheet: which ones, where the keyboard is, and the cell being corrected. */
export function UploadReviewGrid(props: UploadReviewGridProps) {
  const { id, review, acts, editable, order, shown, onShow } = props
  const words = useWords().uploads
  const translate = useContractWords()
  const { number } = useFormat()
  const [at, setAt] = useState<CellPosition>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<Editing>(none)
  // Where a correction ended, a letter must not write over the right value of the next row: it takes a key or a click first.
  const [landed, setLanded] = useState(false)
  const [total, setTotal] = useState<number>()
  const sheet = useRef<SheetHandle>(null)
  const size = { rows: total ?? 0, columns: order.length }
  const go = (to: CellPosition, hasLanded = false) => {
    setEditing(none)
    setAt(to)
    setLanded(hasLanded)
    sheet.current?.reveal(to)
  }
  const show = (next: Shown) => {
    setEditing(none)
    setAt({ row: 0, column: 0 })
    sheet.current?.toTop()
    onShow(next)
  }
  const nextError = () => {
    if (shown.show !== 'problems') return show({ show: 'problems' })
    const next = sheet.current?.nextProblem(at)
    if (next) go(next)
  }
  const press = (event: KeyboardEvent) => {
    if (editing) return
    if (isUndo(event)) {
      event.preventDefault()
      return acts.undo()
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const cell = cellOf(event.target as Element)
    const to = moved(cell?.at ?? at, event.key, size)
    if (to) {
      event.preventDefault()
      return go(to)
    }
    if (!editable || !cell) return
    // A letter starts afresh, as in every spreadsheet.
    const first = event.key.length === 1 ? event.key : undefined
    if (first === undefined && event.key !== 'Enter' && event.key !== 'F2') return
    if (first !== undefined && landed && !cell.isWrong) return event.preventDefault()
    setAt(cell.at)
    setEditing({ row: cell.row, column: cell.at.column, first })
    event.preventDefault()
  }
  const group = review.groups.find((known) => known.code === shown.code && known.column === shown.column)
  return (
    <section className="card sheet-card">
      <div className="toolbar sheet-tools">
        <SegmentedControl
          size="xs"
          aria-label={words.show}
          value={shown.show}
          onChange={(value) => show({ show: value })}
          data={[
            { value: 'problems', label: words.onlyProblems },
            { value: 'all', label: words.allRows },
            { value: 'left_out', label: words.outRows },
          ]}
        />
        <span className="faint num" role="status">
          {total !== undefined && words.rows(total, number(total))}
        </span>
        {group && (
          <Button
            size="compact-xs"
            variant="light"
            rightSection={<IconX size={13} aria-hidden />}
            aria-label={`${words.ofGroup(translate(group.message))}. ${words.everyProblem}`}
            onClick={() => show({ show: 'problems' })}
          >
            {words.ofGroup(translate(group.message))}
          </Button>
        )}
        <span className="grow" />
        {review.upload.failed > 0 && (
          <Button
            variant="default"
            size="xs"
            rightSection={<IconArrowDown size={15} aria-hidden />}
            onClick={nextError}
          >
            {words.nextError}
          </Button>
        )}
      </div>
      <p id="sheet-hint" className="sr">
        {words.gridHint}
      </p>
      <UploadReviewSheet
        ref={sheet}
        id={id}
        review={review}
        order={order}
        shown={shown}
        at={at}
        editing={editing}
        editable={editable}
        onTotal={setTotal}
        onKeyDown={press}
        onPoint={(to, editRow) => {
          setAt(to)
          setLanded(false)
          setEditing(editRow !== undefined && editable ? { row: editRow, column: to.column, first: undefined } : none)
        }}
        onCommit={(edit, { at: left, by }) => {
          if (edit) acts.edit(edit)
          const way = { Enter: 'ArrowDown', Tab: 'ArrowRight', Escape: '', blur: '' }[by]
          if (by === 'blur') setEditing(none)
          else go(moved(left, way, size) ?? left, by !== 'Escape')
        }}
        onLeaveOut={acts.leaveOut}
      />
    </section>
  )
}

/** The cell that has the focus, as the list stands now. */
function cellOf(element: Element): { at: CellPosition; row: number; isWrong: boolean } | undefined {
  const [row, column] = element.closest<HTMLElement>('[data-at]')?.dataset['at']?.split(':').map(Number) ?? []
  const number = Number(element.closest<HTMLElement>('[data-number]')?.dataset['number'])
  const isWrong = element.closest('[aria-invalid]') !== null
  return row === undefined || column === undefined || !(number > 0)
    ? undefined
    : { at: { row, column }, row: number, isWrong }
}

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey
