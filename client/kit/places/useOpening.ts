import { useNavigate, useSearch } from '@tanstack/react-router'

/** Whether the address asks for the dialog of its screen, as `?create=Y` does, and how it is opened and closed. */
export function useOpening(name: 'create' | 'upload'): [isOpen: boolean, setOpen: (open: boolean) => void] {
  const search: Partial<Record<typeof name, string>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const setOpen = (open: boolean) =>
    void navigate({ to: '.', search: (now) => ({ ...now, [name]: open ? ('Y' as const) : undefined }) })
  return [search[name] === 'Y', setOpen]
}
