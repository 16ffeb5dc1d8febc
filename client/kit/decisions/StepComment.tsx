import { Textarea } from '@mantine/core'
import { commentTexts, type Step } from '#contract/kit/workflow.ts'
import { inOneLine } from '../forms/inOneLine.ts'
import { useContractWords, useWords } from '../words.ts'

type StepCommentProps = {
  step: Step
  value: string
  required: boolean
  missing: boolean
  onChange: (comment: string) => void
}

/** The comment of a decision; `missing` when one was needed and not given. */
export function StepComment({ step, value, required, missing, onChange }: StepCommentProps) {
  const words = useWords().lists
  const translate = useContractWords()
  return (
    <Textarea
      data-autofocus
      label={required ? words.why : words.comment}
      description={words.commentHint}
      required={required}
      autosize
      minRows={3}
      maxLength={500}
      value={value}
      error={missing && value.trim() === '' && translate(step.commentMissing ?? commentTexts.missing)}
      onChange={(event) => onChange(inOneLine(event.currentTarget.value))}
    />
  )
}
