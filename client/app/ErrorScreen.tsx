import { Button } from '@mantine/core'
import { IconCloudOff, IconLock } from '@tabler/icons-react'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { CallRefused } from '#client/kit/call.ts'
import { NotAllowed } from '#client/kit/places/notAllowed.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What is shown instead of a screen that failed: what happened, and Reload. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const words = useWords().messages
  const translate = useContractWords()
  const router = useRouter()
  const reload = () => {
    // A chunk that did not arrive is only fetched again by a new page.
    if (!(error instanceof CallRefused)) return window.location.reload()
    reset()
    void router.invalidate()
  }
  if (error instanceof NotAllowed)
    return (
      <div className="plain-screen">
        <IconLock size={34} stroke={1.5} aria-hidden />
        <h1>{words.notAllowed}</h1>
        <p>{words.notAllowedHint}</p>
      </div>
    )
  return (
    <div className="plain-screen" role="alert">
      <IconCloudOff size={34} stroke={1.5} aria-hidden />
      <h1>{error instanceof CallRefused ? translate(error.message) : words.fault}</h1>
      <p>{error instanceof CallRefused && error.code === 'network' ? words.networkHint : words.faultHint}</p>
      <Button onClick={reload}>{words.reload}</Button>
    </div>
  )
}
