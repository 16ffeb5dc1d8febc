import { Button, Group } from '@mantine/core'
import { reasonOf, type Outcome } from './decisions.ts'
import { useFormat } from '../format.ts'
import type { Selection } from './selection.ts'
import { StakeLine } from './StakeLine.tsx'
import { Status } from '../Status.tsx'
import { useContractWords, useWords } from '../words.ts'

const tones = { done: 'good', skipped: 'neutral', failed: 'bad' } as const

type BulkReceiptProps = { outcome: Outcome; selection: Selection; onClose: () => void }

/** What became of each record of a bulk decision. */
export function BulkReceipt({ outcome, selection, onClose }: BulkReceiptProps) {
  const translate = useContractWords()
  const words = useWords().lists
  const { number } = useFormat()
  // What did not work is what somebody has to look at: it comes first.
  const order = { failed: 0, skipped: 1, done: 2 }
  const rows = [...outcome.rows].sort((one, other) => order[one.outcome] - order[other.outcome])
  const done = outcome.rows.flatMap((row) => (row.outcome === 'done' ? (selection.get(row.id) ?? []) : []))
  return (
    <div className="step-form">
      <p role="status">{words.outcomes(number(outcome.done), number(outcome.skipped), number(outcome.failed))}</p>
      {done.length > 0 && <StakeLine records={done} />}
      <div className="receipt" tabIndex={0} role="group" aria-label={words.record}>
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <span>
                <b>{translate(selection.get(row.id)?.title ?? row.id)}</b>
                {row.outcome !== 'done' && <small>{translate(row.message ?? reasonOf(row.code))}</small>}
              </span>
              <Status tone={tones[row.outcome]} label={words.outcome[row.outcome]} />
            </li>
          ))}
        </ul>
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {words.receiptDone}
        </Button>
      </Group>
    </div>
  )
}
