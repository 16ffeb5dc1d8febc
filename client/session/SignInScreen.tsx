import { IconCash, IconUsersGroup, IconUserCheck } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { errors } from '#contract/house/errors.ts'
import { session } from '#contract/house/session.ts'
import { useCall } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { Door } from './Door.tsx'
import { DemoSignIns } from './DemoSignIns.tsx'
import { refusalBehind } from '#client/kit/places/endings.ts'
import { SignInForm } from './SignInForm.tsx'
import { useEnter } from './useEnter.ts'
import { useSignIn } from './useSignIn.ts'

// Most never need it, and the door is to be quick.
const ProviderForm = lazy(() => import('./ProviderForm.tsx').then((chunk) => ({ default: chunk.ProviderForm })))

/** The door: brand on one side, the form on the other, and in demo mode everybody one may be. */
export function SignInScreen() {
  const words = useWords().session
  const translate = useContractWords()
  const { from, ended, organisation } = useSearch({ from: '/sign-in' })
  const { demo, providers } = useCall(session.welcome, {}, { staleTime: Infinity }).data ?? {}
  const signIn = useSignIn({ onDone: useEnter(from) })
  return (
    <Door
      title={words.title}
      heading={words.welcome}
      points={
        <ul>
          <li>
            <IconUsersGroup size={19} stroke={1.6} aria-hidden /> {words.points.farmers}
          </li>
          <li>
            <IconUserCheck size={19} stroke={1.6} aria-hidden /> {words.points.decisions}
          </li>
          <li>
            <IconCash size={19} stroke={1.6} aria-hidden /> {words.points.money}
          </li>
        </ul>
      }
    >
      {ended && (
        <p className={ended === 'Y' ? 'door-note' : 'door-note stopped'} role="status">
          {ended === 'Y' ? words.ended : translate(errors[refusalBehind[ended]].message)}
        </p>
      )}
      <SignInForm signIn={signIn} />
      {providers && !signIn.ways && (
        <Suspense>
          <ProviderForm organisation={organisation} />
        </Suspense>
      )}
      {demo && <DemoSignIns demo={demo} onChoose={signIn.as} busy={signIn.busy} />}
    </Door>
  )
}
