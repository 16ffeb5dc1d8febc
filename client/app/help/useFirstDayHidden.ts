import { useLocalStorage } from '@mantine/hooks'
import { useUser } from '#client/kit/user.ts'

/** Whether this user of this browser has put the list of the first day away, and how it comes back. */
export function useFirstDayHidden(): [boolean, (hidden: boolean) => void] {
  const { id } = useUser()
  const [hidden, hide] = useLocalStorage({
    key: `kahawa.firstDay.${id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [hidden, hide]
}
