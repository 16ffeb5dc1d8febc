import { Button, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { CallRefused } from '#client/kit/call.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { EndOthersBox } from './EndOthersBox.tsx'
import { PasswordField } from './PasswordField.tsx'

type Props = {
  title: string
  lead: string
  action: string
  busy: boolean
  refused: CallRefused | null
  onClose: () => void
  onSubmit: (proof: { password: string; code?: string; endOthers: boolean }) => void
}

/** Takes a part of the own way in away: the password, and a code. Whoever leaves the code out is asked for the second factor. */
export function ProofDialog({ title, lead, action, busy, refused, onClose, onSubmit }: Props) {
  const words = useWords().account
  const translate = useContractWords()
  const [values, setValues] = useState({ password: '', code: '' })
  const [endOthers, setEndOthers] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const shown = refused && refused.name !== 'AbortError' && !busy ? translate(refused.message) : undefined
  const ofCode = refused?.code === 'session.code_wrong'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!values.password)
    const code = values.code.trim()
    if (values.password) onSubmit({ password: values.password, endOthers, ...(code ? { code } : {}) })
  }
  return (
    <Dialog onClose={onClose} busy={busy} title={title}>
      <form className="account-dialog" onSubmit={submit} noValidate>
        <p>{lead}</p>
        <PasswordField
          name="password"
          label={words.confirmPassword}
          value={values.password}
          error={isMissing ? words.missing : ofCode ? undefined : shown}
          onChange={(password) => setValues({ ...values, password })}
          autoComplete="current-password"
        />
        <TextInput
          name="code"
          label={words.proofCode}
          description={words.proofCodeHint}
          value={values.code}
          error={ofCode ? shown : undefined}
          onChange={(event) => setValues({ ...values, code: event.currentTarget.value })}
          autoComplete="one-time-code"
          maxLength={20}
        />
        <EndOthersBox checked={endOthers} onChange={setEndOthers} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {words.cancel}
          </Button>
          <Button type="submit" color="cherry" loading={busy}>
            {action}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
