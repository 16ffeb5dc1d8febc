import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { passkeys } from '#contract/session/passkeys.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { makePasskey } from '#client/kit/forms/passkey.ts'
import { useAct } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { EndOthersBox } from './EndOthersBox.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Problems = { name?: string; password?: string; device?: string }

/** Adds a passkey: a name, the password, then what the device asks for; with the first second factor also the recovery codes. */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().account
  const translate = useContractWords()
  const [values, setValues] = useState({ name: '', password: '' })
  const [endOthers, setEndOthers] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [onDevice, setOnDevice] = useState(false)
  const add = useAct(passkeys.add, {
    onDone: ({ data }) => {
      if (!data.recoveryCodes) onClose()
    },
    onRefused: ({ code, message }) => {
      setProblems(code === 'passkey.name_taken' ? { name: translate(message) } : { device: translate(message) })
      return true
    },
  })
  const begin = useAct(passkeys.begin, {
    quiet: true,
    onDone: ({ data }) => {
      setOnDevice(true)
      void makePasskey(data).then((passkey) => {
        setOnDevice(false)
        if (passkey) add.mutate({ body: { name: values.name, passkey, endOthers } })
        else setProblems({ device: words.passkeyNotMade })
      })
    },
    onRefused: ({ code, message }) => {
      setProblems(code === 'session.wrong' ? { password: translate(message) } : { device: translate(message) })
      return true
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const missing: Problems = {
      ...(values.name.trim() ? {} : { name: words.missing }),
      ...(values.password ? {} : { password: words.missing }),
    }
    setProblems(missing)
    const [first] = Object.keys(missing)
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else begin.mutate({ body: { password: values.password } })
  }
  const codes = add.data?.data.recoveryCodes
  const busy = begin.isPending || onDevice || add.isPending
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={!codes}
      busy={busy}
      title={codes ? words.recovery : words.addPasskeyTitle}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={onClose} />
      ) : (
        <form className="account-dialog" onSubmit={submit} noValidate>
          <p>{words.addPasskeyLead}</p>
          <TextInput
            name="name"
            label={words.passkeyName}
            description={words.passkeyNameHint}
            value={values.name}
            error={problems.name}
            onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
            maxLength={60}
            autoComplete="off"
            data-autofocus
          />
          <PasswordField
            name="password"
            label={words.confirmPassword}
            value={values.password}
            error={problems.password}
            onChange={(password) => setValues({ ...values, password })}
            autoComplete="current-password"
          />
          <EndOthersBox checked={endOthers} onChange={setEndOthers} />
          <p role="alert" className="account-problem">
            {problems.device}
          </p>
          {onDevice && <p role="status">{words.onDevice}</p>}
          <Button type="submit" loading={busy}>
            {words.goOn}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
