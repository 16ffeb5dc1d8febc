import { ActionIcon, Affix, Button, Paper } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Workflow } from '#contract/kit/workflow.ts'
import { eligibleFor, type Selection } from './selection.ts'
import { stepsOf, type NamedStep } from './decisions.ts'
import { useFormat } from '../format.ts'
import { StepIcon } from './StepMenu.tsx'
import { useContractWords, useWords } from '../words.ts'

type BulkBarProps = {
  flow: Workflow
  selection: Selection
  /** How many there are to select in all, or undefined when they are selected already. */
  total: number | undefined
  onSelectAll: () => void
  selecting: boolean
  onClear: () => void
  onStep: (step: NamedStep) => void
}

/** Stands in place of the toolbar while records are selected; on a phone it floats above the list. */
export function BulkBar(props: BulkBarProps & { narrow: boolean }) {
  if (!props.narrow)
    return (
      <div className="toolbar">
        <div className="toolbar-bulk">
          <BulkContent {...props} />
        </div>
      </div>
    )
  return (
    <Affix position={{ bottom: 14, left: 10, right: 10 }} zIndex={90}>
      <Paper className="bulk-float" withBorder>
        <BulkContent {...props} />
      </Paper>
    </Affix>
  )
}

function BulkContent({ flow, selection, total, onSelectAll, selecting, onClear, onStep }: BulkBarProps) {
  const words = useWords().lists
  const translate = useContractWords()
  const { number } = useFormat()
  const count = selection.size
  // The main step stands last, where the hand is.
  const steps = stepsOf(flow)
    .filter((step) => step.bulk && concerns(selection, step.name))
    .sort((one) => (one.tone === 'main' ? 1 : -1))
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={words.clearSelection} onClick={onClear}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
      <span className="bulk-n" role="status">
        <b>{words.selected(count, number(count))}</b>
      </span>
      {total !== undefined && (
        <Button variant="subtle" size="xs" loading={selecting} onClick={onSelectAll}>
          {words.selectAll(number(total))}
        </Button>
      )}
      <span className="grow" />
      {steps.map((step) => (
        <Button
          key={step.name}
          variant={step.tone === 'main' ? 'filled' : 'default'}
          leftSection={<StepIcon step={step} />}
          onClick={() => onStep(step)}
        >
          {step.tone === 'main' ? words.stepCount(translate(step.label), number(count)) : translate(step.label)}
        </Button>
      ))}
    </>
  )
}

// Reasons that say nothing of a record but that the step is for others, or for later.
const notTheirs = new Set(['permission.missing', 'organisation.not_allowed', 'step.wrong_state'])

/** Whether a step has to do with any chosen record: one that all others refuse for its own sake is still worth a look. */
function concerns(selection: Selection, step: string): boolean {
  const { eligible, reasons } = eligibleFor(selection, step)
  return eligible.length > 0 || reasons.some(({ code }) => !notTheirs.has(code))
}
