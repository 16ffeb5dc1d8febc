import { Loader, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ControlProps } from './FormControl.tsx'

type LookupNumberProps = ControlProps & {
  isSearching: boolean
  /** What was found under the number, or why nothing was; read aloud when it changes. */
  result: ReactNode
  maxLength: number
}

/** A number under which somebody is looked up while it is typed. */
export function LookupNumber({ isSearching, result, maxLength, value, onChange, ...rest }: LookupNumberProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      data-autofocus
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={<span role="status">{result}</span>}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      rightSection={isSearching ? <Loader size={14} /> : null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
