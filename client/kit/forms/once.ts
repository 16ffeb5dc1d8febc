import type { ReactNode } from 'react'
import { storeOf } from '../store.ts'

/** Something that is shown this one time, such as a code: it stays until the person says it was passed on. */
type Once = { title: string; content: ReactNode; understood: string }

const shown = storeOf<readonly Once[]>([])

/** Shows something once, above whatever screen there is; several wait for each other. */
export const showOnce = (once: Once) => shown.set([...shown.get(), once])

export const closeOnce = () => shown.set(shown.get().slice(1))

/** What is to be shown now, if anything. */
export const useOnce = (): Once | undefined => shown.use()[0]
