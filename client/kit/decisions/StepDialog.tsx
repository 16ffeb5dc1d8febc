import { Button, Group } from '@mantine/core'
import { useState, type ComponentType, type ReactNode } from 'react'
import type { Decisions, NamedStep } from './decisions.ts'
import { Dialog } from '../Dialog.tsx'
import { newKey } from '../call.ts'
import { useHeadlines } from './headlines.ts'
import { titleCase } from './labels.ts'
import { StepComment } from './StepComment.tsx'
import { useReturnFocus } from '../forms/useReturnFocus.ts'
import { useTakeStep } from './useTakeStep.ts'
import { useContractWords, useWords } from '../words.ts'

export type Fact = { title: string; value: ReactNode }

/** What a feature adds to a decision: a form whose value is sent along, such as rows to accept all the same. */
export type MoreProps<Row> = { row: Row; step: NamedStep; value: unknown; onChange: (value: unknown) => void }

type StepDialogProps<Row> = {
  decisions: Decisions<Row>
  row: Row
  step: NamedStep
  facts: readonly Fact[]
  More?: ComponentType<MoreProps<Row>> | undefined
  onClose: () => void
  onDone: (row: Row) => void
}

/** Asks once more before a step: which record, its facts, and the comment where the workflow wants one. */
export function StepDialog<Row extends object>(props: StepDialogProps<Row>) {
  const { decisions, row, step, facts, More, onClose, onDone } = props
  const translate = useContractWords()
  const words = useWords().lists
  const sentence = useHeadlines()
  const headline = decisions.headline(row)
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const [added, setAdded] = useState<unknown>(undefined)
  const [key] = useState(newKey)
  useReturnFocus()
  const take = useTakeStep(decisions, (done, { row: decided }) => {
    onClose()
    if (done) onDone(decided)
  })
  const record = translate(decisions.flow.record)
  const required = step.comment === 'required' || decisions.needsReason?.(row, step.name) === true
  const send = () => {
    if (required && comment.trim() === '') return setMissing(true)
    take.mutate({ row, step: step.name, input: { comment: comment.trim() || undefined, more: added, key } })
  }
  return (
    <Dialog busy={take.isPending} onClose={onClose} title={words.stepTitle(translate(step.label), record)} size={520}>
      <form
        className="step-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p>{words.stepQuestion(translate(step.label), titleCase(record), decisions.title(row))}</p>
        {headline && step.who === 'other' && <p className="headline">{sentence(headline)}</p>}
        {facts.length > 0 && <Facts facts={facts} />}
        {More && <More row={row} step={step} value={added} onChange={setAdded} />}
        {step.comment && (
          <StepComment step={step} value={comment} required={required} missing={missing} onChange={setComment} />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose} disabled={take.isPending}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            color={step.tone === 'danger' ? 'cherry' : 'leaf'}
            loading={take.isPending}
            data-autofocus={step.comment ? undefined : true}
          >
            {step.comment ? translate(step.label) : words.confirm}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** Facts side by side, above a decision and in the drawer. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="kv">
      {facts.map(({ title, value }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
