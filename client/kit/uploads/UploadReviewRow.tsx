import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp, IconMinus } from '@tabler/icons-react'
import type { ReviewRow } from '#contract/uploads/uploads.ts'
import { useFormat } from '../format.ts'
import { UploadReviewEditor } from './UploadReviewEditor.tsx'
import type { SheetProps } from './UploadReviewSheet.tsx'
import { useContractWords, useWords } from '../words.ts'

type UploadReviewRowProps = Omit<SheetProps, 'ref'> & {
  measure: (element: Element | null) => void
  index: number
  row: ReviewRow | undefined
  /** Column the keyboard is in, when it is in this row. */
  active: number | undefined
}

/** One row of the sheet under its original number, with what is wrong inside its cells. */
export function UploadReviewRow(props: UploadReviewRowProps) {
  const { review, order, editable, measure, index, row, active, onLeaveOut } = props
  const words = useWords().uploads
  const { number } = useFormat()
  if (!row)
    return (
      <tr ref={measure} data-index={index} aria-rowindex={index + 2} aria-busy>
        <th scope="row" aria-label={words.loadingRow} />
        {order.map((column) => (
          <td key={column} />
        ))}
      </tr>
    )
  const out = row.state === 'left_out'
  const label = out ? words.takeBack(number(row.row)) : words.leaveOut(number(row.row))
  const whole = row.problems.find((problem) => problem.column < 0)
  return (
    <tr
      ref={measure}
      data-index={index}
      data-number={row.row}
      aria-rowindex={index + 2}
      className={out ? 'outrow' : undefined}
    >
      <th scope="row" title={whole?.message} className={whole ? 'err' : undefined}>
        <span className="row-no">
          {editable && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              tabIndex={active === undefined ? -1 : 0}
              aria-label={label}
              title={label}
              onClick={() => onLeaveOut(row.row, out)}
            >
              {out ? <IconArrowBackUp size={15} aria-hidden /> : <IconMinus size={15} aria-hidden />}
            </ActionIcon>
          )}
          <span className="num">{number(row.row)}</span>
        </span>
      </th>
      {order.map((column, place) => (
        <SheetCell
          key={review.columns[column]?.key ?? column}
          {...props}
          row={row}
          column={column}
          place={place}
          focusable={active === place || (active === undefined && index === 0 && place === 0 && props.at.row !== 0)}
        />
      ))}
    </tr>
  )
}

const tones = { error: 'err', warning: 'warn', note: 'note' } as const

type SheetCellProps = Omit<UploadReviewRowProps, 'row'> & {
  row: ReviewRow
  column: number
  place: number
  focusable: boolean
}

function SheetCell({
  review,
  row,
  index,
  column,
  place,
  focusable,
  editing,
  editable,
  onPoint,
  onCommit,
}: SheetCellProps) {
  const translate = useContractWords()
  const words = useWords().uploads
  const { number } = useFormat()
  const declared = review.columns[column]
  const problem = row.problems.find((known) => known.column === column)
  const value = row.cells[column] ?? ''
  const edits = editable && row.state !== 'left_out' && editing?.row === row.row && editing.column === place
  const at = { row: index, column: place }
  const tone = problem && tones[problem.severity]
  return (
    <td
      className={tone}
      data-at={`${index}:${place}`}
      tabIndex={focusable ? 0 : -1}
      aria-invalid={tone === 'err' || undefined}
      title={problem ? undefined : value}
      onClick={() => {
        if (!edits) onPoint(at, undefined)
      }}
      onDoubleClick={() => {
        if (!edits) onPoint(at, row.row)
      }}
    >
      {edits && declared ? (
        <UploadReviewEditor
          label={words.edit(translate(declared.title), number(row.row))}
          value={editing.first ?? value}
          was={value}
          choices={declared.choices}
          problem={problem && translate(problem.message)}
          onCommit={(next, by) => {
            const edit = { row: row.row, key: declared.key, value: next, was: value, title: translate(declared.title) }
            onCommit(next === value ? undefined : edit, { at, by })
          }}
        />
      ) : problem ? (
        <span className="cell-btn">
          <span className="val">{value || '–'}</span>
          <span className="msg">{translate(problem.message)}</span>
        </span>
      ) : (
        value
      )}
    </td>
  )
}
