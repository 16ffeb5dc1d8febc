import { NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { CommitBy } from './UploadReviewSheet.tsx'
import { useWords } from '../words.ts'

type UploadReviewEditorProps = {
  label: string
  value: string
  was: string
  choices: readonly string[] | undefined
  problem: string | undefined
  onCommit: (value: string, by: CommitBy) => void
}

/** Corrects one cell where it stands: Enter and Tab keep the value, Escape forgets it. */
export function UploadReviewEditor({ label, value, was, choices, problem, onCommit }: UploadReviewEditorProps) {
  const words = useWords().uploads
  const [typed, setTyped] = useState(value)
  // Leaving by a key also leaves the field; the value must be sent only once.
  const left = useRef(false)
  const leave = (kept: string, by: CommitBy) => {
    if (left.current) return
    left.current = true
    onCommit(kept.trim(), by)
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') leave(was, 'Escape')
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) leave(typed, event.key)
    else return
    event.preventDefault()
  }
  const field = {
    size: 'xs',
    className: 'cell-in',
    'aria-label': label,
    autoFocus: true,
    onKeyDown: press,
    onBlur: () => leave(typed, 'blur'),
  } as const
  if (choices) {
    const known = choices.includes(typed)
    return (
      <NativeSelect
        {...field}
        value={known ? typed : ''}
        data={[...(known ? [] : [{ value: '', label: was || words.notChosen }]), ...choices]}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...field}
      value={typed}
      error={problem}
      maxLength={1000}
      onFocus={(event) => {
        // A letter that began the correction stays; an old value is replaced by typing.
        if (value === was) event.currentTarget.select()
      }}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
