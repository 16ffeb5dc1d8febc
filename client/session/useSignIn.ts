import { useEffect, useState } from 'react'
import { session, type SessionUser } from '#contract/house/session.ts'
import type { PasskeyRequest } from '#contract/kit/webauthn.ts'
import { browserHasPasskeys, signWithPasskey } from '#client/kit/forms/passkey.ts'
import { useAct } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'

type SignInValues = { username: string; password: string; code: string }
const nothing: SignInValues = { username: '', password: '', code: '' }

/** The ways of the second factor: a code of the app, and what a passkey is to sign. */
type Ways = { app: boolean; passkey: PasskeyRequest | null }

/** State of signing in: what was entered, which second factor is required, how long to wait and what went wrong. */
export function useSignIn({ onDone }: { onDone: (user: SessionUser) => Promise<void> }) {
  const [values, setValues] = useState(nothing)
  const [ways, setWays] = useState<Ways | null>(null)
  const [onDevice, setOnDevice] = useState(false)
  const words = useWords().session
  const [problem, setProblem] = useState<string | null>(null)
  /** Seconds that were announced, and those that are left: a screen reader reads the first once, not every second. */
  const [wait, setWait] = useState({ announced: 0, left: 0 })
  const login = useAct(session.login, {
    quiet: true,
    onDone: (answer) => void onDone(answer.data.user),
    onRefused: (refused) => {
      const needsFactor = refused.code === 'session.code_required'
      if (needsFactor) setWays(waysOf(refused.details))
      // To be asked for the second factor is no mistake of the user.
      else setProblem(refused.message)
      // What it was to sign served once.
      if (refused.code === 'passkey.wrong')
        login.mutate({ body: { username: values.username, password: values.password } })
      setValues((now) => ({ ...now, code: '', password: refused.code === 'session.wrong' ? '' : now.password }))
      const seconds = Number(refused.details['retryAfter'] ?? 0)
      setWait({ announced: seconds, left: seconds })
      return true
    },
  })
  // Counts the waiting time down, second by second.
  useEffect(() => {
    if (wait.left <= 0) return
    const timer = setTimeout(() => setWait({ ...wait, left: wait.left - 1 }), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const submit = ({ username, password, code }: SignInValues) => {
    setProblem(null)
    login.mutate({ body: { username, password, ...(code ? { code } : {}) } })
  }
  return {
    values,
    ways,
    onDevice,
    problem,
    wait,
    busy: login.isPending || login.isSuccess || onDevice,
    enter: (changes: Partial<SignInValues>) => setValues({ ...values, ...changes }),
    submit: () => submit(values),
    /** Fills in a demonstration sign-in and signs in with it. */
    as: (username: string, password: string) => {
      const demo = { username, password, code: '' }
      setWays(null)
      setValues(demo)
      submit(demo)
    },
    withPasskey: async (request: PasskeyRequest) => {
      setProblem(null)
      setOnDevice(true)
      const passkey = await signWithPasskey(request)
      setOnDevice(false)
      if (!passkey) return setProblem(words.passkeyNotUsed)
      login.mutate({ body: { username: values.username, password: values.password, passkey } })
    },
    startOver: () => {
      setWays(null)
      setProblem(null)
      setValues(nothing)
    },
  }
}
// border: what the refusal of the sign-in carries; a browser without passkeys offers none.
const waysOf = (details: Record<string, unknown>): Ways => ({
  app: details['app'] !== false,
  passkey: browserHasPasskeys() ? ((details['passkey'] ?? null) as PasskeyRequest | null) : null,
})

export type SignIn = ReturnType<typeof useSignIn>
