import { Button } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import { createContext, useContext, type ReactNode } from 'react'
import { useWords } from './words.ts'

/**
 * A part that may meet what this page has never heard of: the server may be of a newer release. Then that is said in its place, or what
 * stands for it is shown, and the rest of the screen stays. `of` is what the part is about: for another one it is tried again.
 */
export function Plainly({ of, instead, children }: { of: unknown; instead?: ReactNode; children: ReactNode }) {
  return (
    <Instead value={instead}>
      <CatchBoundary getResetKey={() => of} errorComponent={Stands}>
        {children}
      </CatchBoundary>
    </Instead>
  )
}

const Instead = createContext<ReactNode>(undefined)
const Stands = () => useContext(Instead) ?? <NotKnownHere />

function NotKnownHere() {
  const words = useWords().messages
  return (
    <div className="hint warn" role="alert">
      <p>{words.partHint}</p>
      <Button variant="default" size="xs" onClick={() => window.location.reload()}>
        {words.reload}
      </Button>
    </div>
  )
}
