import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * Whether the address asks for the dialog of its screen, as `?create=Y` does, how it is opened and closed, and the number of the
 * member for whom it was opened.
 */
export function useOpening(
  name: 'create' | 'upload',
): [isOpen: boolean, setOpen: (open: boolean) => void, member: string | undefined] {
  const search: Partial<Record<typeof name | 'member', string>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const setOpen = (open: boolean) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, [name]: open ? ('Y' as const) : undefined, member: undefined }),
    })
  return [search[name] === 'Y', setOpen, search.member]
}
