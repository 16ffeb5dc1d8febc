import { Button, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconWand, IconX } from '@tabler/icons-react'
import type { Review } from '#contract/uploads/uploads.ts'
import { useState } from 'react'
import { useFormat } from '../format.ts'
import { RepairDialog } from './RepairDialog.tsx'
import type { ReviewActs, Shown } from './useReview.ts'
import { useContractWords, useWords } from '../words.ts'
import { isProblem } from './reviewColumns.ts'

type UploadReviewProblemsProps = {
  review: Review
  acts: ReviewActs
  editable: boolean
  shown: Shown
  onShow: (shown: Shown) => void
}

/** The problems of an upload by their cause: one press shows the rows, another mends them all. */
export function UploadReviewProblems(props: UploadReviewProblemsProps) {
  const words = useWords().uploads
  const { groups } = props.review
  // Errors stop the sending, so they come first; then the cause that is met most often.
  const weight = { error: 0, warning: 1, note: 2 }
  const sorted = [...groups].sort(
    (one, other) => weight[one.severity] - weight[other.severity] || other.rows - one.rows,
  )
  return (
    <section className="card groups" aria-labelledby="problems-title">
      <div className="groups-head">
        <h2 id="problems-title">{words.problems}</h2>
        <p className="sub">{groups.some(isProblem) ? words.problemsHint : words.problemsNone}</p>
      </div>
      {sorted.map((group) => (
        <Group key={`${group.code}-${group.column}`} group={group} {...props} />
      ))}
    </section>
  )
}

const looks = {
  error: { className: 'pip err', Icon: IconX },
  warning: { className: 'pip warn', Icon: IconAlertTriangle },
  note: { className: 'pip info', Icon: IconInfoCircle },
  done: { className: 'pip ok', Icon: IconCheck },
} as const

type GroupProps = UploadReviewProblemsProps & { group: Review['groups'][number] }

function Group({ review, group, acts, editable, shown, onShow }: GroupProps) {
  const words = useWords().uploads
  const translate = useContractWords()
  const { number } = useFormat()
  const done = group.rows === 0
  const [repairing, setRepairing] = useState(false)
  const { className, Icon } = looks[done ? 'done' : group.severity]
  const column = review.columns[group.column]
  const on = shown.code === group.code && shown.column === group.column
  const mending = acts.repairing?.code === group.code && acts.repairing.column === group.column
  const title = translate(group.message)
  const where = column ? translate(column.title) : words.wholeRow
  return (
    <div className={['group', on && 'on', done && 'done'].filter(Boolean).join(' ')}>
      <UnstyledButton
        className="group-btn"
        disabled={done}
        aria-pressed={on}
        onClick={() => onShow(on ? { show: 'problems' } : { show: 'problems', code: group.code, column: group.column })}
      >
        <span className={className}>
          <Icon size={13} stroke={2} aria-hidden />
        </span>
        <span className="group-t">
          <b>{title}</b>
          <small>{column ? `${where}: ${translate(group.help ?? column.rule)}` : where}</small>
        </span>
        <span className="group-n num">{number(group.rows)}</span>
      </UnstyledButton>
      {group.repair && editable && !done && (
        <Button
          className="group-fix"
          variant="light"
          size="compact-sm"
          loading={mending}
          leftSection={<IconWand size={15} aria-hidden />}
          onClick={() => setRepairing(true)}
        >
          {translate(group.repair)}
        </Button>
      )}
      {repairing && (
        <RepairDialog
          id={review.upload.id}
          group={group}
          onRepair={() => acts.repair(group.code, group.column)}
          onClose={() => setRepairing(false)}
        />
      )}
    </div>
  )
}
