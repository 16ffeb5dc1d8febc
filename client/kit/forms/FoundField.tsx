import { Loader, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ControlProps } from './FormControl.tsx'

type FoundFieldProps = ControlProps & {
  isSearching: boolean
  /** What was found under the number, or why nothing was; read aloud when it changes. */
  found: ReactNode
  maxLength: number
}

/** A number under which somebody is looked up while it is typed. */
export function FoundField({ isSearching, found, maxLength, value, onChange, ...rest }: FoundFieldProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      data-autofocus
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={<span role="status">{found}</span>}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      rightSection={isSearching ? <Loader size={14} /> : null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
