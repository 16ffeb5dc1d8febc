import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useContractWords } from '#client/kit/words.ts'

type DoorProblemProps = { problem: string | null | undefined; children?: ReactNode }

/** What went wrong at the door, and what is said besides. The region is always there, so that a screen reader notices the sentence when it comes. */
export function DoorProblem({ problem, children }: DoorProblemProps) {
  const translate = useContractWords()
  return (
    <div role="alert">
      {problem && (
        <Alert className="door-problem" icon={<IconAlertTriangle aria-hidden />}>
          {translate(problem)} {children}
        </Alert>
      )}
    </div>
  )
}
