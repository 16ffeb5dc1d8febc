import { useDisclosure } from '@mantine/hooks'
import { useWords } from '../words.ts'

/** The button that shows a password and hides it again, for one or several PasswordInputs. */
export function usePasswordVisibility() {
  const words = useWords().session
  const [visible, visibility] = useDisclosure()
  return {
    visible,
    onVisibilityChange: visibility.toggle,
    visibilityToggleButtonProps: { 'aria-label': visible ? words.hidePassword : words.showPassword, tabIndex: 0 },
  }
}
