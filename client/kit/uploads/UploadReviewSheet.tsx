import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react'
import type { Review, ReviewRow } from '#contract/uploads/uploads.ts'
import { columnWidth, type CellPosition } from './reviewColumns.ts'
import { UploadReviewRow } from './UploadReviewRow.tsx'
import { rowsAtOnce, useReviewRows, type CellEdit, type Shown } from './useReview.ts'
import { useContractWords, useWords } from '../words.ts'

/**
 * The cell being corrected, by the number of its row in the file: what was corrected leaves the list while the next row is being
 * typed, and moves it up. `first` is the letter that began the correction.
 */
export type Editing = { row: number; column: number; first: string | undefined } | undefined
export type CommitBy = 'Enter' | 'Tab' | 'Escape' | 'blur'

export type SheetHandle = {
  reveal: (at: CellPosition) => void
  toTop: () => void
  /** The next cell with an error behind this one, among the rows that are known. */
  nextProblem: (at: CellPosition) => CellPosition | undefined
}

export type SheetProps = {
  ref: Ref<SheetHandle>
  id: string
  review: Review
  order: readonly number[]
  shown: Shown
  at: CellPosition
  editing: Editing
  editable: boolean
  onTotal: (total: number) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** A cell, and the number of its row where it shall be corrected. */
  onPoint: (at: CellPosition, editRow: number | undefined) => void
  /** `edit` is undefined when the cell stays as it was. */
  onCommit: (edit: CellEdit | undefined, left: { at: CellPosition; by: CommitBy }) => void
  onLeaveOut: (row: number, takeBack: boolean) => void
}

const numberWidth = 92

/** The sheet itself: drawn only where it is seen, read page by page while it is scrolled. */
export function UploadReviewSheet(props: SheetProps) {
  const { ref, id, review, order, shown, at, onTotal, onKeyDown } = props
  const words = useWords().uploads
  const translate = useContractWords()
  const scroller = useRef<HTMLDivElement>(null)
  const lastTotal = useRef(0)
  const virtual = useVirtualizer({
    count: lastTotal.current,
    getScrollElement: () => scroller.current,
    estimateSize: () => (shown.show === 'problems' ? 58 : 41),
    overscan: 8,
    scrollPaddingStart: 36,
    scrollPaddingEnd: 12,
  })
  const items = virtual.getVirtualItems()
  const pages = pagesOf(items.map((item) => item.index))
  const rows = useReviewRows(id, shown, pages)
  const total = rows.total ?? lastTotal.current
  lastTotal.current = total
  // The toolbar beside the sheet shows the number, and the virtual rows follow it.
  const tellTotal = useEffectEvent(onTotal)
  useEffect(() => {
    if (rows.total !== undefined) tellTotal(rows.total)
  }, [rows.total])
  useImperativeHandle(ref, () => ({
    reveal: (to) => {
      const focus = (): boolean => {
        const cell = scroller.current?.querySelector<HTMLElement>(`[data-at="${to.row}:${to.column}"]`)
        cell?.focus({ preventScroll: true })
        cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        return Boolean(cell)
      }
      virtual.scrollToIndex(to.row)
      // At once, so that no key of a fast typist is lost; a row that is not drawn has to be drawn first.
      if (!focus()) requestAnimationFrame(focus)
    },
    toTop: () => scroller.current?.scrollTo({ top: 0 }),
    nextProblem: (from) => nextProblem(from, total, order, rows.rowAt),
  }))
  const widths = order.map((column) => columnWidth(review, column))
  const before = items[0]?.start ?? 0
  const after = Math.max(0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0))
  const empty =
    shown.show === 'problems' ? words.noProblemRows : shown.show === 'left_out' ? words.noOutRows : words.noRows
  return (
    <div className="sheet" ref={scroller}>
      {rows.total === 0 && <p className="sheet-empty faint">{empty}</p>}
      <table
        className="cells"
        // A grid of cells with a moving focus, as the ARIA practices describe it on a table.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-readonly={!props.editable || undefined}
        aria-label={words.grid(review.upload.fileName)}
        aria-describedby="sheet-hint"
        aria-rowcount={total + 1}
        style={{ width: numberWidth + widths.reduce((sum, width) => sum + width, 0) }}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          <col style={{ width: numberWidth }} />
          {order.map((column, place) => (
            <col key={column} style={{ width: widths[place] }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{words.row}</th>
            {order.map((column) => (
              <th key={column} scope="col" title={translate(review.columns[column]?.rule ?? '')}>
                {translate(review.columns[column]?.title ?? '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Space height={before} span={order.length + 1} />}
          {items.map((item) => {
            const row = rows.rowAt(item.index)
            return (
              <UploadReviewRow
                // A row keeps its cells, with the focus and what is being typed, when it moves up.
                key={row?.row ?? `unread ${item.index}`}
                {...props}
                measure={virtual.measureElement}
                index={item.index}
                row={row}
                active={at.row === item.index ? at.column : undefined}
              />
            )
          })}
          {after > 0 && <Space height={after} span={order.length + 1} />}
        </tbody>
      </table>
    </div>
  )
}

const Space = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden>
    <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
  </tr>
)

/** Pages of rows that are needed; the first one always, for it says how many there are. */
const pagesOf = (indexes: readonly number[]): number[] => [
  ...new Set([0, ...indexes.map((index) => Math.floor(index / rowsAtOnce))]),
]

function nextProblem(
  from: CellPosition,
  total: number,
  order: readonly number[],
  rowAt: (at: number) => ReviewRow | undefined,
): CellPosition | undefined {
  for (let step = 0; step <= total; step++) {
    const row = (from.row + step) % Math.max(total, 1)
    const bad = new Set(
      rowAt(row)
        ?.problems.filter(({ severity }) => severity === 'error')
        .map(({ column }) => column),
    )
    const column = order.findIndex((position, place) => bad.has(position) && (step > 0 || place > from.column))
    if (column >= 0) return { row, column }
  }
  return undefined
}
