import { Button } from '@mantine/core'
import type { Workflow } from '#contract/kit/workflow.ts'
import { stepsToShow, type NamedStep } from './decisions.ts'
import { useContractWords } from '../words.ts'

type StepButtonsProps<Row> = { flow: Workflow; row: Row; onStep: (step: NamedStep) => void }

/** The steps that the user may take now, beside a record that stands on a page of something else. */
export function StepButtons<Row extends object>({ flow, row, onStep }: StepButtonsProps<Row>) {
  const translate = useContractWords()
  const open = stepsToShow(flow, row).filter(({ refused }) => refused === null)
  if (open.length === 0) return null
  return (
    <p className="part-steps">
      {open.map(({ step }) => (
        <Button
          key={step.name}
          size="xs"
          variant={step.tone === 'main' ? 'filled' : 'default'}
          onClick={() => onStep(step)}
        >
          {translate(step.label)}
        </Button>
      ))}
    </p>
  )
}
