import { Checkbox } from '@mantine/core'
import type { ControlProps } from '#client/kit/forms/FormControl.tsx'
import { useContractWords } from '#client/kit/words.ts'

type PickerProps = Pick<ControlProps, 'label' | 'value' | 'onChange' | 'onBlur' | 'error' | 'required'> & {
  options: Readonly<Record<string, string>>
  hint?: string
  disabled?: boolean
}

/** Several of a few declared values, kept as one text with commas. */
export function PermissionPicker(props: PickerProps) {
  const { label, value, onChange, onBlur, error, required, options, hint, disabled } = props
  const translate = useContractWords()
  return (
    <Checkbox.Group
      label={label}
      description={hint}
      error={error}
      withAsterisk={required}
      value={listOf(value)}
      onChange={(chosen) => onChange(chosen.join(','))}
      onBlur={onBlur}
      className="permissions"
    >
      <div className="permission-grid">
        {Object.entries(options).map(([name, sentence]) => (
          <Checkbox key={name} size="xs" value={name} label={translate(sentence)} disabled={disabled ?? false} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

export const listOf = (text: string): string[] => text.split(',').filter(Boolean)
