import { PasswordInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useWords } from '#client/kit/words.ts'

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
export function PasswordField({ onChange, ...props }: Props) {
  const words = useWords().session
  const [visible, visibility] = useDisclosure()
  return (
    <PasswordInput
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
      visible={visible}
      onVisibilityChange={visibility.toggle}
      visibilityToggleButtonProps={{
        'aria-label': visible ? words.hidePassword : words.showPassword,
        tabIndex: 0,
      }}
    />
  )
}
