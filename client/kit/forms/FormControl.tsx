import { Checkbox, Loader, Select, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { useController } from 'react-hook-form'
import { DateField } from './DateField.tsx'
import type { FormField, RecordFormState } from './useRecordForm.ts'
import { useContractWords, useWords } from '../words.ts'

export type Option = { value: string; label: string }

/** What a control of a form is handed: its value, its problem and how it reports a change. */
export type ControlProps = {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  error: ReactNode
  description: ReactNode
  required: boolean
  disabled: boolean
  placeholder?: string
  /** The first field of a dialog takes the focus. */
  'data-autofocus'?: true
  ref: Ref<HTMLInputElement>
}

/** How a declared value is asked for, where its rule does not say it already. */
export type Control = {
  as?: 'text' | 'select' | 'date' | 'textarea' | 'checkbox'
  /** Entries of a reference list, or labels of fixed choices. */
  options?: readonly Option[] | undefined
  /** Why the field cannot be filled in yet. */
  disabled?: string | false
  /** Its entries are on their way. */
  loading?: boolean
  hint?: string | undefined
  /** Needed as the form stands, where its rule alone does not say so; the form's check holds it. */
  required?: true
  /** Something to look at that is no error. */
  note?: string | false | undefined
  /** Takes the whole width. */
  wide?: true
  /** Behind the value: kg, KES. */
  unit?: string
  /** A control of its own, such as a LookupField. */
  render?: (props: ControlProps) => ReactNode
  /** Called after the person changed the value. */
  onChanged?: (value: string) => void
}

type FormControlProps<Name extends string> = {
  state: RecordFormState<Name>
  name: Name
  control: Control | undefined
  first: boolean
}

/** One field of a form, with its label, its rule and its problem. */
export function FormControl<Name extends string>({ state, name, control = {}, first }: FormControlProps<Name>) {
  const translate = useContractWords()
  const declared: FormField = state.fields[name]
  const { field, fieldState } = useController({ control: state.form.control, name })
  const { error } = fieldState
  const change = (value: string) => {
    if (declared.typing && !declared.typing.test(value)) return
    field.onChange(value)
    control.onChanged?.(value)
  }
  const props: ControlProps = {
    name,
    label: translate(declared.title),
    value: field.value ?? '',
    onChange: change,
    onBlur: field.onBlur,
    ref: field.ref,
    required: declared.required || control.required === true,
    disabled: Boolean(control.disabled),
    error: error?.message && translate(error.message),
    description: control.note ? <Note text={control.note} /> : control.hint,
    ...(control.disabled ? { placeholder: control.disabled } : {}),
    ...(first ? { 'data-autofocus': true as const } : {}),
  }
  return (
    <div className={control.wide ? 'form-field wide' : 'form-field'}>
      {control.render ? control.render(props) : <Plain {...props} declared={declared} control={control} />}
    </div>
  )
}

const Note = ({ text }: { text: string }) => (
  <span className="form-note" role="status">
    <IconAlertTriangle size={14} aria-hidden /> {text}
  </span>
)

// Below so many entries a list is seen at a glance and needs no search.
const searchFrom = 8
const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

function Plain({ declared, control, ...props }: ControlProps & { declared: FormField; control: Control }) {
  const translate = useContractWords()
  const words = useWords().forms
  const { onChange, value, ref, ...rest } = props
  const common = { ...rest, value, inputWrapperOrder: order }
  const kind = control.as ?? (control.options || declared.choices ? 'select' : 'text')
  if (kind === 'checkbox')
    return (
      <Checkbox
        {...rest}
        ref={ref}
        checked={value === 'Y'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'Y' : '')}
      />
    )
  if (kind === 'textarea')
    return (
      <Textarea
        {...common}
        // React Hook Form only needs something to focus.
        ref={ref as Ref<HTMLElement> as Ref<HTMLTextAreaElement>}
        autosize
        minRows={3}
        maxLength={declared.maxLength}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (kind === 'select') {
    const options = control.options ?? (declared.choices ?? []).map((one) => ({ value: one, label: translate(one) }))
    return (
      <Select
        {...common}
        ref={ref}
        data={[...options]}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        searchable={options.length >= searchFrom}
        clearable={!declared.required}
        allowDeselect={false}
        nothingFoundMessage={words.nothing}
        placeholder={props.placeholder ?? words.choose}
        {...(control.loading ? { rightSection: <Loader size={14} /> } : {})}
      />
    )
  }
  if (kind === 'date')
    // What cannot be read stands in the form, so that its rule refuses it.
    return <DateField {...common} ref={ref} onChange={onChange} onUnreadable={onChange} />
  return (
    <TextInput
      {...common}
      ref={ref}
      inputMode={declared.keyboard}
      maxLength={declared.maxLength}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(control.unit
        ? {
            rightSection: <span className="unit">{control.unit}</span>,
            rightSectionWidth: control.unit.length > 7 ? 96 : 72,
          }
        : {})}
    />
  )
}
