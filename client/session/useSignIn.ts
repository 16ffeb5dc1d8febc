import { useState } from 'react'
import { session, type SessionUser } from '#contract/house/session.ts'
import type { PasskeyRequest } from '#contract/kit/webauthn.ts'
import { useAct } from '#client/kit/queries.ts'
import { useFactor } from './useFactor.ts'

type SignInValues = { username: string; password: string; code: string }
const nothing: SignInValues = { username: '', password: '', code: '' }

/** State of signing in: what was entered, which second factor is required, how long to wait and what went wrong. */
export function useSignIn({ onDone }: { onDone: (user: SessionUser) => Promise<void> }) {
  const [values, setValues] = useState(nothing)
  const { ways, onDevice, problem, wait, setProblem, refused, sign, forget } = useFactor()
  const login = useAct(session.login, {
    quiet: true,
    onDone: (answer) => void onDone(answer.data.user),
    onRefused: (refusal) => {
      const { code } = refusal
      refused(refusal)
      // What the passkey was to sign served once.
      if (code === 'passkey.wrong') login.mutate({ body: { username: values.username, password: values.password } })
      setValues((now) => ({ ...now, code: '', password: code === 'session.wrong' ? '' : now.password }))
      return true
    },
  })
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
      forget()
      setValues(demo)
      submit(demo)
    },
    withPasskey: (request: PasskeyRequest) =>
      sign(request, (passkey) =>
        login.mutate({ body: { username: values.username, password: values.password, passkey } }),
      ),
    startOver: () => {
      forget()
      setValues(nothing)
    },
  }
}
export type SignIn = Omit<ReturnType<typeof useSignIn>, 'as'>
