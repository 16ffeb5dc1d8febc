import { Button, Group, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { passkeys } from '#contract/session/passkeys.ts'
import { session } from '#contract/house/session.ts'
import { Dialog } from '../Dialog.tsx'
import { useAct } from '../queries.ts'
import { useUser } from '../user.ts'
import { signWithPasskey } from './passkey.ts'
import { endCodeRequest } from './stepUp.ts'
import { useContractWords, useWords } from '../words.ts'
import '../decisions/decisions.css'

/** Asks for the second factor again, a passkey or a code of the app, before a call that wants it; what was begun then goes on by itself. */
export function StepUpDialog() {
  const words = useWords().forms
  const translate = useContractWords()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [onDevice, setOnDevice] = useState(false)
  const { totpEnabled, passkeyEnabled } = useUser()
  const sendCode = useAct(session.stepUp, {
    quiet: true,
    onDone: ({ data }) => endCodeRequest(data.ticket),
    onRefused: ({ message, details }) => {
      const wait = Number(details['retryAfter'] ?? 0)
      setCode('')
      setProblem(wait > 0 ? words.waitSeconds(wait) : translate(message))
      return true
    },
  })
  const begin = useAct(passkeys.challenge, {
    quiet: true,
    onDone: ({ data }) => {
      setOnDevice(true)
      void signWithPasskey(data).then((passkey) => {
        setOnDevice(false)
        if (passkey) sendCode.mutate({ body: { passkey } })
        else setProblem(words.passkeyNotUsed)
      })
    },
    onRefused: ({ message }) => {
      setProblem(translate(message))
      return true
    },
  })
  const askDevice = () => {
    setProblem(null)
    begin.mutate({})
  }
  const busy = sendCode.isPending || begin.isPending || onDevice
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Inside another form in the tree of React, though not on the page.
    event.stopPropagation()
    if (code.trim().length < 6) return setProblem(words.codeHint)
    setProblem(null)
    sendCode.mutate({ body: { code } })
  }
  return (
    <Dialog
      onClose={() => endCodeRequest(null)}
      closeOnClickOutside={false}
      title={words.codeTitle}
      size={440}
      zIndex={400}
    >
      <form className="step-form" noValidate onSubmit={submit}>
        <p>{words.codeLead}</p>
        {passkeyEnabled && (
          <>
            <Button leftSection={<IconKey size={18} aria-hidden />} onClick={askDevice} loading={busy} data-autofocus>
              {words.usePasskey}
            </Button>
            <p role="alert" className="step-problem">
              {!totpEnabled && problem}
            </p>
          </>
        )}
        {totpEnabled && (
          <TextInput
            label={words.code}
            description={words.codeHint}
            value={code}
            error={problem}
            onChange={(event) => setCode(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            {...(passkeyEnabled ? {} : { 'data-autofocus': true })}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => endCodeRequest(null)} disabled={busy}>
            {words.cancel}
          </Button>
          {totpEnabled && (
            <Button
              type="submit"
              loading={sendCode.isPending}
              disabled={busy}
              variant={passkeyEnabled ? 'default' : 'filled'}
            >
              {words.giveCode}
            </Button>
          )}
        </Group>
      </form>
    </Dialog>
  )
}
