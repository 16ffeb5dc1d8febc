import { Textarea } from '@mantine/core'
import { useWords } from './words.ts'

type StepCommentProps = { value: string; required: boolean; missing: boolean; onChange: (comment: string) => void }

/** The comment of a decision; `missing` when one was needed and not given. */
export function StepComment({ value, required, missing, onChange }: StepCommentProps) {
  const words = useWords().lists
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
      error={missing && value.trim() === '' && words.commentRequired}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
