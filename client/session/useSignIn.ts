import { useEffect, useState } from 'react'
import { session, type SessionUser } from '#contract/house/session.ts'
import { useAct } from '#client/kit/queries.ts'

type SignInValues = { username: string; password: string; code: string }
const nothing: SignInValues = { username: '', password: '', code: '' }

/** State of signing in: what was entered, whether a code is required, how long to wait and what went wrong. */
export function useSignIn({ onDone }: { onDone: (user: SessionUser) => Promise<void> }) {
  const [values, setValues] = useState(nothing)
  const [codeRequired, setCodeRequired] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** Seconds that were announced, and those that are left: a screen reader reads the first once, not every second. */
  const [wait, setWait] = useState({ announced: 0, left: 0 })
  const login = useAct(session.login, {
    quiet: true,
    onDone: (answer) => void onDone(answer.data.user),
    onRefused: (refused) => {
      const needsCode = refused.code === 'session.code_required'
      if (needsCode) setCodeRequired(true)
      // The first question for the code is no mistake of the user.
      setProblem(needsCode ? null : refused.message)
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
    codeRequired,
    problem,
    wait,
    busy: login.isPending || login.isSuccess,
    enter: (changes: Partial<SignInValues>) => setValues({ ...values, ...changes }),
    submit: () => submit(values),
    /** Fills in a demonstration sign-in and signs in with it. */
    as: (username: string, password: string) => {
      const demo = { username, password, code: '' }
      setCodeRequired(false)
      setValues(demo)
      submit(demo)
    },
    startOver: () => {
      setCodeRequired(false)
      setProblem(null)
      setValues(nothing)
    },
  }
}
export type SignIn = ReturnType<typeof useSignIn>
