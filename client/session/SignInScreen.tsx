import { IconCash, IconUsersGroup, IconUserCheck } from '@tabler/icons-react'
import { useRouter, useSearch } from '@tanstack/react-router'
import { errors } from '#contract/house/errors.ts'
import { session, type SessionUser } from '#contract/house/session.ts'
import { useCall } from '#client/kit/queries.ts'
import { rememberUser } from '#client/kit/user.ts'
import { switchLanguage, useContractWords, useWords } from '#client/kit/words.ts'
import { Door } from './Door.tsx'
import { DemoSignIns } from './DemoSignIns.tsx'
import { refusalBehind } from '#client/kit/places/endings.ts'
import { SignInForm } from './SignInForm.tsx'
import { useSignIn } from './useSignIn.ts'

/** The door: brand on one side, the form on the other, and in demo mode everybody one may be. */
export function SignInScreen() {
  const words = useWords().session
  const translate = useContractWords()
  const { from, ended } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const demo = useCall(session.welcome, {}, { staleTime: Infinity }).data?.demo
  const signIn = useSignIn({
    onDone: async (user: SessionUser) => {
      rememberUser(user)
      await switchLanguage(user.language)
      // `from` is only ever a path of this site: a foreign address would not start with a single slash.
      const back = from && /^\/(?![/\\])/.test(from) ? from : '/'
      router.history.push(back)
    },
  })
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
      {demo && <DemoSignIns demo={demo} onChoose={signIn.as} busy={signIn.busy} />}
    </Door>
  )
}
