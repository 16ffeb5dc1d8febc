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
  const translate = useContractWords()
  const user = useUser()
  const [values, setValues] = useState({ password: '', code: '' })
  const [problem, setProblem] = useState<{ password?: string; code?: string }>({})
  const disable = useAct(session.totp, {
    onDone: () => {
      rememberUser({ ...user, totpEnabled: false })
      onClose()
    },
    onRefused: ({ code, message }) => {
      setProblem(code === 'session.wrong' ? { password: translate(message) } : { code: translate(message) })
      return true
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = {
      ...(values.password ? {} : { password: words.missing }),
      ...(values.code.trim().length >= 6 ? {} : { code: words.codeHint }),
    }
    setProblem(problems)
    if (Object.keys(problems).length === 0) disable.mutate({ body: { action: 'disable', ...values } })
  }
  return (
    <Modal opened onClose={onClose} title={words.disableTitle}>
      <form className="account-dialog" onSubmit={submit} noValidate>
        <PasswordField
          name="password"
          label={words.confirmPassword}
          value={values.password}
          error={problem.password}
          onChange={(password) => setValues({ ...values, password })}
          autoComplete="current-password"
        />
        <TextInput
          label={words.code}
          value={values.code}
          error={problem.code}
          onChange={(event) => setValues({ ...values, code: event.currentTarget.value })}
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
