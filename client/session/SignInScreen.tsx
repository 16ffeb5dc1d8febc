import './signIn.css'
import { IconCash, IconUsersGroup, IconUserCheck } from '@tabler/icons-react'
import { useRouter, useSearch } from '@tanstack/react-router'
import { errors } from '#contract/errors.ts'
import { session, type SessionUser } from '#contract/session.ts'
import { useCall } from '#client/kit/queries.ts'
import { LanguageMenu } from '#client/kit/LanguageMenu.tsx'
import { ThemeToggle } from '#client/kit/ThemeToggle.tsx'
import { rememberUser } from '#client/kit/user.ts'
import { speak, useContractWords, useWords } from '#client/kit/words.ts'
import { Branch } from './Branch.tsx'
import { DemoSignIns } from './DemoSignIns.tsx'
import { refusalBehind } from './endings.ts'
import { SignInForm } from './SignInForm.tsx'
import { useSignIn } from './useSignIn.ts'

/** The door: brand on one side, the form on the other, and in demo mode everybody one may be. */
export function SignInScreen() {
  const words = useWords().session
  const say = useContractWords()
  const { product } = useWords().shell
  const { from, ended } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const demo = useCall(session.welcome, {}, { staleTime: Infinity }).data?.demo
  const signIn = useSignIn({
    onDone: async (user: SessionUser) => {
      rememberUser(user)
      await speak(user.language)
      // `from` is only ever a path of this site: a foreign address would not start with a single slash.
      const back = from && /^\/(?![/\\])/.test(from) ? from : '/'
      router.history.push(back)
    },
  })
  return (
    <div className="door">
      <title>{`${words.title} · ${product}`}</title>
      <aside className="door-brand">
        <Branch />
        <div className="door-name">
          <img src="/icon.svg" width={40} height={40} alt="" />
          <span>{product}</span>
        </div>
        <p className="door-promise">{words.promise}</p>
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
      </aside>
      <main className="door-main">
        <div className="door-tools">
          <LanguageMenu />
          <ThemeToggle />
        </div>
        <div className="door-form">
          <h1>{words.welcome}</h1>
          {ended && (
            <p className={ended === 'Y' ? 'door-note' : 'door-note stopped'} role="status">
              {ended === 'Y' ? words.ended : say(errors[refusalBehind[ended]].message)}
            </p>
          )}
          <SignInForm signIn={signIn} />
          {demo && <DemoSignIns demo={demo} onChoose={signIn.as} busy={signIn.busy} />}
        </div>
      </main>
    </div>
  )
}
