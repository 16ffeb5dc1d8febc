import { Button } from '@mantine/core'
import { dispatchFileFlow, dispatchRecordFlow } from '#contract/dispatch/dispatchFlow.ts'
import type { Receipt } from '#contract/dispatch/dispatchRecords.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { Facts } from '#client/kit/decisions/StepDialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useWords } from '#client/kit/words.ts'
import '#client/kit/decisions/decisions.css'

// What did not go as it was ticked is what somebody has to look at: it comes first.
const order: readonly string[] = ['HOLDING_STATUS', 'REJECTED', 'APPROVED']

/** What became of every record of a file that was decided at once. */
export function EveryReceipt({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const words = useWords().dispatch.every
  const { number, weight } = useFormat()
  const state = stateFor(receipt.status, dispatchFileFlow)
  const sums = [
    [words.approved, receipt.approved],
    [words.declined, receipt.declined],
    [words.held, receipt.held],
    [words.left, receipt.left],
  ] as const
  const rows = receipt.rows.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))
  return (
    <div className="step-form every-receipt">
      <h2>{words.receipt}</h2>
      <p role="status">
        {words.fileIs} <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? receipt.status.statusName} />
      </p>
      <Facts
        facts={sums.map(([title, { count, kilograms }]) => ({
          title,
          value: `${number(count)} · ${weight(kilograms)}`,
        }))}
      />
      <div className="receipt" tabIndex={0} role="group" aria-label={words.receipt}>
        <ul>
          {rows.map(({ id, outTurnNumber, grade, outcome }) => (
            <li key={id}>
              <b>{`${outTurnNumber} ${grade}`}</b>
              <Outcome outcome={outcome} />
            </li>
          ))}
        </ul>
      </div>
      <div className="every-acts">
        <Button onClick={onClose} data-autofocus>
          {words.done}
        </Button>
      </div>
    </div>
  )
}

function Outcome({ outcome }: { outcome: string }) {
  const state = Object.values(dispatchRecordFlow.states).find(({ name }) => name === outcome)
  return <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? outcome} />
}
