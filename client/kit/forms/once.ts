import { useSyncExternalStore, type ReactNode } from 'react'

/** Something that is shown this one time, such as a code: it stays until the person says it was passed on. */
type Once = { title: string; content: ReactNode; understood: string }

let shown: readonly Once[] = []
const listeners = new Set<() => void>()
const setShown = (next: readonly Once[]) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows something once, above whatever screen there is; several wait for each other. */
export const showOnce = (once: Once) => setShown([...shown, once])

export const closeOnce = () => setShown(shown.slice(1))

/** What is to be shown now, if anything. */
export const useOnce = (): Once | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown[0],
  )
