import { Button, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { session } from '#contract/house/session.ts'
import { Dialog } from '../Dialog.tsx'
import { useAct } from '../queries.ts'
import { endCodeRequest } from './stepUp.ts'
import { useContractWords, useWords } from '../words.ts'
import '../decisions/decisions.css'

/** Asks for a fresh code of the authenticator app before a call that wants one; what was begun then goes on by itself. */
export function StepUpDialog() {
  const words = useWords().forms
  const translate = useContractWords()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
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
        <TextInput
          label={words.code}
          description={words.codeHint}
          value={code}
          error={problem}
          onChange={(event) => setCode(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          data-autofocus
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => endCodeRequest(null)} disabled={sendCode.isPending}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={sendCode.isPending}>
            {words.giveCode}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
