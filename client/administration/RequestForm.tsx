import type { ReactNode } from 'react'
import { text } from '#contract/kit/field.ts'
import type { Control } from '#client/kit/forms/FormControl.tsx'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm, type FormFields, type FormValues } from '#client/kit/forms/useRecordForm.ts'
import { useWords } from '#client/kit/words.ts'
import './administration.css'

type RequestFormProps<Name extends string, Answer> = {
  title: string
  /** What will come of it, above the fields. */
  hint?: string
  fields: FormFields<Name>
  initial?: Partial<FormValues<Name>>
  controls?: Partial<Record<Name, Control>>
  check?: (values: FormValues<Name | 'reason'>) => Partial<FormValues<Name | 'reason'>>
  send: (values: FormValues<Name | 'reason'>, key: string) => Promise<Answer>
  onDone?: (answer: Answer) => void
  onClose: () => void
  submitLabel?: string
  /** Acts at once instead of asking another administrator. */
  atOnce?: true
  /** Above the fields, such as what a value would do. */
  above?: ReactNode
}

const reason = { title: 'Reason', ...text(500) }

/** A proposed change: its values and why. Every form of administration is one of these. */
export function RequestForm<Name extends string, Answer extends { message?: string }>(
  props: RequestFormProps<Name, Answer>,
) {
  const { title, hint, fields, initial, controls, check, send, onDone, onClose, submitLabel, atOnce, above } = props
  const words = useWords().administration
  type Field = Name | 'reason'
  const names = Object.keys(fields) as Name[]
  const all: FormFields<Field> = { ...fields, reason } as FormFields<Field>
  const state = useRecordForm<Field>({
    fields: all,
    ...(initial ? { initial: initial as Partial<FormValues<Field>> } : {}),
    ...(check ? { check } : {}),
  })
  const reasonControl: Control = { as: 'textarea', wide: true, hint: words.reasonHint }
  return (
    <RecordDialog<Field, Answer>
      title={title}
      state={state}
      lead={
        <>
          <p className="sub">
            {hint} {!atOnce && words.twoPeople}
          </p>
          {above}
        </>
      }
      groups={[{ names: [...names, 'reason'] }]}
      controls={{ ...controls, reason: reasonControl } as Partial<Record<Field, Control>>}
      send={send}
      onDone={(answer) => {
        onClose()
        onDone?.(answer)
      }}
      onClose={onClose}
      submitLabel={submitLabel ?? words.send}
    />
  )
}
