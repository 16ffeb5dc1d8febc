import { Button, Modal, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { session } from '#contract/house/session.ts'
import { useAct } from '#client/kit/queries.ts'
import { changeUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { EndOthersBox } from './EndOthersBox.tsx'
import { PasswordField } from './PasswordField.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Turns the second factor on: the password, the picture to scan, a first code, and the recovery codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().account
  const translate = useContractWords()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [endOthers, setEndOthers] = useState(false)
  const [problem, setProblem] = useState<string>()
  const onRefused = ({ message }: Error) => {
    setProblem(message)
    return true
  }
  const enrol = useAct(session.totp, { quiet: true, onRefused, onDone: () => setProblem(undefined) })
  const confirm = useAct(session.totp, { quiet: true, onRefused })
  const { secret, uri } = enrol.data?.data ?? {}
  const codes = confirm.data?.data.recoveryCodes
  const error = problem && translate(problem)
  const finish = () => {
    if (confirm.isSuccess) changeUser({ totpEnabled: true })
    onClose()
  }
  const requestSecret = (event: FormEvent) => {
    event.preventDefault()
    if (!password) return setProblem(words.missing)
    enrol.mutate({ body: { action: 'enrol', password } })
  }
  const prove = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim().length < 6) return setProblem(words.codeHint)
    setProblem(undefined)
    confirm.mutate({ body: { action: 'confirm', code, endOthers } })
  }
  return (
    // The recovery codes are shown once, so a stray click outside must not close them.
    <Modal opened onClose={finish} title={codes ? words.recovery : words.enrolTitle} closeOnClickOutside={!secret}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={finish} />
      ) : secret && uri ? (
        <form className="account-dialog" onSubmit={prove} noValidate>
          <p>{words.scan}</p>
          <QrCode text={uri} label={words.scanAlt} />
          <p className="sub">{words.secret}</p>
          <p className="code account-secret">{secret.match(/.{1,4}/g)?.join(' ')}</p>
          <TextInput
            label={words.code}
            description={words.codeHint}
            value={code}
            error={error}
            onChange={(event) => setCode(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            data-autofocus
          />
          <EndOthersBox checked={endOthers} onChange={setEndOthers} />
          <Button type="submit" loading={confirm.isPending}>
            {words.confirm}
          </Button>
        </form>
      ) : (
        <form className="account-dialog" onSubmit={requestSecret} noValidate>
          <p>{words.factorHint}</p>
          <PasswordField
            name="password"
            label={words.confirmPassword}
            value={password}
            error={error}
            onChange={setPassword}
            autoComplete="current-password"
          />
          <Button type="submit" loading={enrol.isPending}>
            {words.goOn}
          </Button>
        </form>
      )}
    </Modal>
  )
}
