import { useEffect, useRef, useState } from 'react'
import type { SessionUser } from '#contract/house/session.ts'
import type { PasskeyRequest } from '#contract/kit/webauthn.ts'
import { providerSignIn } from '#contract/session/providerSignIn.ts'
import type { CallRefused } from '#client/kit/call.ts'
import { useAct } from '#client/kit/queries.ts'
import { useFactor } from './useFactor.ts'
import type { SignIn } from './useSignIn.ts'

type Back = { organisation: string; query: string }
type Hooks = { onDone: (user: SessionUser) => Promise<void>; startOver: () => void }

/** Finishes a sign-in with what the provider sent back, then with the second factor where there is one. */
export function useProviderSignIn({ organisation, query }: Back, { onDone, startOver }: Hooks): SignIn {
  const [code, setCode] = useState('')
  const [half, setHalf] = useState('')
  const { ways, onDevice, problem, wait, setProblem, refused, sign } = useFactor()
  const onRefused = (refusal: CallRefused) => {
    if (typeof refusal.details['half'] === 'string') setHalf(refusal.details['half'])
    setCode('')
    refused(refusal)
    // What the passkey was to sign served once.
    if (refusal.code === 'passkey.wrong') factor.mutate({ body: { organisation, half } })
    return true
  }
  const on = { quiet: true, onDone: ({ data }: { data: { user: SessionUser } }) => void onDone(data.user), onRefused }
  const finish = useAct(providerSignIn.finish, on)
  const factor = useAct(providerSignIn.factor, on)
  // What came back serves once; React may show the screen twice.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    finish.mutate({ body: { organisation, query } })
  }, [finish, organisation, query])
  return {
    values: { username: '', password: '', code },
    ways,
    onDevice,
    problem,
    wait,
    busy: finish.isPending || factor.isPending || finish.isSuccess || factor.isSuccess || onDevice,
    enter: (changes) => setCode(changes.code ?? code),
    submit: () => {
      setProblem(null)
      factor.mutate({ body: { organisation, half, code } })
    },
    withPasskey: (request: PasskeyRequest) =>
      sign(request, (passkey) => factor.mutate({ body: { organisation, half, passkey } })),
    startOver,
  }
}
