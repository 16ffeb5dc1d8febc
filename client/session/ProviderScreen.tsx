import { Button, Loader } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '#client/kit/words.ts'
import { Door } from './Door.tsx'
import { DoorProblem } from './DoorProblem.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useEnter } from './useEnter.ts'
import { useProviderSignIn } from './useProviderSignIn.ts'

/** Where the provider of an organisation sends people back to. */
export function ProviderScreen() {
  const words = useWords().session
  const navigate = useNavigate()
  const { organisation } = useParams({ from: '/sign-in/provider/$organisation' })
  // As it came: the router would read and write it anew.
  const [query] = useState(() => window.location.search.slice(1))
  const startOver = () => void navigate({ to: '/sign-in', search: {} })
  const signIn = useProviderSignIn({ organisation, query }, { onDone: useEnter(), startOver })
  return (
    <Door title={words.title} heading={words.welcome}>
      {signIn.ways ? (
        <SignInForm signIn={signIn} />
      ) : (
        <div className="door-fields">
          <DoorProblem problem={signIn.problem} />
          {signIn.problem ? (
            <Button size="md" renderRoot={(rest) => <Link {...rest} to="/sign-in" search={{ organisation }} />}>
              {words.beginAgain}
            </Button>
          ) : (
            <p role="status" className="door-waits">
              <Loader size="sm" aria-hidden /> {words.finishing}
            </p>
          )}
        </div>
      )}
    </Door>
  )
}
