import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { session } from '#contract/house/session.ts'
import { useAct } from '#client/kit/queries.ts'
import { rememberUser, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { PasswordField } from './PasswordField.tsx'

/** Turns the second factor off, with the password and a code. */
export function DisableDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().account
  const say = useContractWords()
  const user = useUser()
  const [entered, setEntered] = useState({ password: '', code: '' })
  const [problem, setProblem] = useState<{ password?: string; code?: string }>({})
  const disable = useAct(session.totp, {
    onDone: () => {
      rememberUser({ ...user, totpEnabled: false })
      onClose()
    },
    onRefused: ({ code, message }) => {
      setProblem(code === 'session.wrong' ? { password: say(message) } : { code: say(message) })
      return true
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(entered.password ? {} : { password: words.missing }),
      ...(entered.code.trim().length >= 6 ? {} : { code: words.codeHint }),
    }
    setProblem(found)
    if (Object.keys(found).length === 0) disable.mutate({ body: { action: 'disable', ...entered } })
  }
  return (
    <Modal opened onClose={onClose} title={words.disableTitle}>
      <form className="account-dialog" onSubmit={submit} noValidate>
        <PasswordField
          name="password"
          label={words.confirmPassword}
          value={entered.password}
          error={problem.password}
          onChange={(password) => setEntered({ ...entered, password })}
          autoComplete="current-password"
        />
        <TextInput
          label={words.code}
          value={entered.code}
          error={problem.code}
          onChange={(event) => setEntered({ ...entered, code: event.currentTarget.value })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" color="cherry" loading={disable.isPending}>
            {words.disable}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
