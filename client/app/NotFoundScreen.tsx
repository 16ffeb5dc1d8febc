import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useWords } from '#client/kit/words.ts'

/** Shown for an address that is no screen. */
export function NotFoundScreen() {
  const words = useWords().messages
  return (
    <div className="plain-screen">
      <IconMapOff size={34} stroke={1.5} aria-hidden />
      <h1>{words.notFound}</h1>
      <p>{words.notFoundHint}</p>
      <Button component={Link} to="/inbox">
        {words.toInbox}
      </Button>
    </div>
  )
}
