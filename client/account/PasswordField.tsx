import { PasswordInput } from '@mantine/core'
import { usePasswordVisibility } from '#client/kit/forms/usePasswordVisibility.ts'

type Props = {
  name: string
  label: string
  description?: string
  value: string
  error?: string | undefined
  autoComplete: 'current-password' | 'new-password'
  onChange: (value: string) => void
}

/** A password with a button that shows it. */
export const PasswordField = ({ onChange, ...props }: Props) => (
  <PasswordInput {...props} {...usePasswordVisibility()} onChange={(event) => onChange(event.currentTarget.value)} />
)
