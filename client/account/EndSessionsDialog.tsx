import { Button, Group } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { ownSessions, type OwnSession } from '#contract/session/ownSessions.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { useAct } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { deviceOf } from './deviceOf.ts'
import { PasswordField } from './PasswordField.tsx'

type Props = {
  which: OwnSession | 'others'
  proof: 'factor' | 'password' | 'new sign-in'
  onClose: () => void
}

/** Ends one session or all others, by the password; whoever has a second factor is asked for that instead. */
export function EndSessionsDialog({ which, proof, onClose }: Props) {
  const words = useWords().account
  const translate = useContractWords()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const options = {
    onDone: onClose,
    onRefused: ({ code, message }: { code: string; message: string }) => {
      if (code === 'session.wrong') setProblem(translate(message))
      return code === 'session.wrong'
    },
  }
  const end = useAct(ownSessions.end, options)
  const endOthers = useAct(ownSessions.endOthers, options)
  const busy = end.isPending || endOthers.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (proof === 'password' && !password) return setProblem(words.missing)
    setProblem(undefined)
    const body = proof === 'password' ? { password } : {}
    if (which === 'others') endOthers.mutate({ body })
    else end.mutate({ params: { id: which.id }, body })
  }
  return (
    <Dialog onClose={onClose} busy={busy} title={which === 'others' ? words.endOthersTitle : words.endTitle}>
      <form className="account-dialog" onSubmit={submit} noValidate>
        <p>{which === 'others' ? words.endOthersLead : words.endLead(words.device(deviceOf(which.device)))}</p>
        {proof === 'password' && (
          <PasswordField
            name="password"
            label={words.confirmPassword}
            value={password}
            error={problem}
            onChange={setPassword}
            autoComplete="current-password"
          />
        )}
        {proof === 'new sign-in' && <p className="sub">{words.newSignIn}</p>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {words.cancel}
          </Button>
          <Button type="submit" color="cherry" loading={busy}>
            {which === 'others' ? words.endOthers : words.end}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
