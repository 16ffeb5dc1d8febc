import { Button, Group, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { BulkReceipt } from './BulkReceipt.tsx'
import { Dialog } from '../Dialog.tsx'
import { CallRefused, newKey } from '../call.ts'
import {
  addOutcomes,
  noOutcome,
  reasonOf,
  takeMany,
  type Decisions,
  type NamedStep,
  type Outcome,
} from './decisions.ts'
import { useFormat } from '../format.ts'
import { refreshLists, showRefusal } from '../queries.ts'
import { eligibleFor, type SelectedRecord, type Selection } from './selection.ts'
import { StakeLine } from './StakeLine.tsx'
import { StepComment } from './StepComment.tsx'
import { useContractWords, useWords } from '../words.ts'

/** The server decides at most this many records in one call. */
const partSize = 100

type BulkDialogProps<Row> = {
  decisions: Decisions<Row>
  selection: Selection
  step: NamedStep
  onClose: () => void
  /** Called with the ids that are through, so that they leave the selection. */
  onDone: (ids: string[]) => void
}

/** Decides many records: first who is eligible and why the others are not, then what became of each. */
export function BulkDialog<Row>({ decisions, selection, step, onClose, onDone }: BulkDialogProps<Row>) {
  const translate = useContractWords()
  const words = useWords().lists
  const { number } = useFormat()
  // Frozen when the dialog opens: the selection behind it shrinks while the receipt is read.
  const [{ eligible, reasons }] = useState(() => eligibleFor(selection, step.name))
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const [key] = useState(newKey)
  const [decided, setDecided] = useState(0)
  const decide = useMutation<Outcome, CallRefused>({
    mutationFn: () => takeInParts(decisions, step, eligible, { comment: comment.trim() || undefined, key }, setDecided),
    onSuccess: async (outcome) => {
      onDone(outcome.rows.flatMap((row) => (row.outcome === 'done' ? [row.id] : [])))
      await refreshLists()
    },
    onError: showRefusal,
  })
  const others = reasons.reduce((sum, { count }) => sum + count, 0)
  const required = step.comment === 'required'
  const title = decide.data
    ? words.receiptTitle(translate(step.label))
    : words.bulkTitle(translate(step.label), eligible.length, number(eligible.length))
  const send = () => {
    if (required && comment.trim() === '') return setMissing(true)
    decide.mutate()
  }
  return (
    <Dialog busy={decide.isPending} onClose={onClose} title={title} size={560}>
      {decide.data ? (
        <BulkReceipt outcome={decide.data} selection={selectionOf(eligible)} onClose={onClose} />
      ) : (
        <form
          className="step-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <p>{words.eligible(eligible.length, number(eligible.length))}</p>
          {eligible.length > 0 && <StakeLine records={eligible} />}
          {others > 0 && (
            <div className="left-alone">
              <b>{words.notEligible(others, number(others))}</b>
              <ul>
                {reasons.map(({ code, count }) => (
                  <li key={code}>{words.reasonCount(number(count), translate(reasonOf(code)))}</li>
                ))}
              </ul>
            </div>
          )}
          {step.comment && (
            <StepComment step={step} value={comment} required={required} missing={missing} onChange={setComment} />
          )}
          {decide.isPending && eligible.length > partSize && (
            <>
              <p role="status">{words.decidedSoFar(number(decided), number(eligible.length))}</p>
              <Progress value={(100 * decided) / eligible.length} size="sm" aria-label={translate(step.label)} />
            </>
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose} disabled={decide.isPending}>
              {words.cancel}
            </Button>
            <Button
              type="submit"
              color={step.tone === 'danger' ? 'cherry' : 'leaf'}
              loading={decide.isPending}
              disabled={eligible.length === 0}
            >
              {words.stepCount(translate(step.label), number(eligible.length))}
            </Button>
          </Group>
        </form>
      )}
    </Dialog>
  )
}

const selectionOf = (records: readonly SelectedRecord[]) => new Map(records.map((one) => [one.id, one]))

/** Decides part by part. Once a part is through, a refusal of a later one stands in the receipt, beside what was done. */
async function takeInParts<Row>(
  decisions: Decisions<Row>,
  step: NamedStep,
  eligible: readonly SelectedRecord[],
  { comment, key }: { comment: string | undefined; key: string },
  onDecided: (count: number) => void,
): Promise<Outcome> {
  let sum = noOutcome
  for (let from = 0; from < eligible.length; from += partSize) {
    const records = eligible
      .slice(from, from + partSize)
      .map(({ id, version, kind }) => ({ id, version, ...(kind ? { kind } : {}) }))
    try {
      const outcome = await takeMany(decisions, step.name, records, { comment, key: `${key}-${from}` })
      if (!outcome) break
      sum = addOutcomes(sum, outcome)
      onDecided(from + records.length)
    } catch (fault) {
      if (from === 0 || !(fault instanceof CallRefused)) throw fault
      const { code, message } = fault
      const left = eligible.slice(from).map(({ id }) => ({ id, outcome: 'failed' as const, code, message }))
      return addOutcomes(sum, { ...noOutcome, failed: left.length, rows: left })
    }
  }
  return sum
}
