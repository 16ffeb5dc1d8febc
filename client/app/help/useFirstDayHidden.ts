import { useRemembered } from '#client/kit/remembered.ts'
import { useUser } from '#client/kit/user.ts'

/** Whether this user of this browser has put the list of the first day away, and how it comes back. */
export function useFirstDayHidden(): [boolean, (hidden: boolean) => void] {
  const { id } = useUser()
  const { value, remember } = useRemembered(`kahawa.firstDay.${id}`, false, (kept) => typeof kept === 'boolean')
  return [value, remember]
}
