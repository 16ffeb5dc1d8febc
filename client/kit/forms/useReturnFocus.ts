import { useEffect } from 'react'

/** Gives the focus back to what had it before a dialog came. Mantine does so only for dialogs that stay and are opened and closed. */
export function useReturnFocus() {
  // The focus lies outside of React: it is read when the dialog comes, and set when it has gone.
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}
