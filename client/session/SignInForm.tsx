import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import type { PasskeyRequest } from '#contract/kit/webauthn.ts'
import { usePasswordVisibility } from '#client/kit/forms/usePasswordVisibility.ts'
import { useWords } from '#client/kit/words.ts'
import { DoorProblem } from './DoorProblem.tsx'
import { useCapsLock } from './useCapsLock.ts'
import type { SignIn } from './useSignIn.ts'

type Missing = Partial<Record<'username' | 'password' | 'code', string>>

/** The first field of a step takes the focus: on this screen nobody wants anything else. */
const focus = (control: HTMLElement | null) => control?.focus()

/** Username and password, then the code when the server asks for it. */
export function SignInForm({ signIn }: { signIn: SignIn }) {
  const words = useWords().session
  const [missing, setMissing] = useState<Missing>({})
  const caps = useCapsLock()
  const visibility = usePasswordVisibility()
  const { values, ways, problem, wait, busy } = signIn
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problems: Missing = {
      ...(ways || values.username.trim() ? {} : { username: words.usernameMissing }),
      ...(ways || values.password ? {} : { password: words.passwordMissing }),
      ...(ways && !values.code.trim() ? { code: words.codeMissing } : {}),
    }
    setMissing(problems)
    const first = Object.keys(problems)[0]
    if (!first) return signIn.submit()
    event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }
  return (
    <form className="door-fields" onSubmit={submit} noValidate>
      <DoorProblem problem={problem}>{wait.announced > 0 && words.waitFor(wait.announced)}</DoorProblem>
      {ways?.passkey && <PasskeyButton request={ways.passkey} signIn={signIn} />}
      {ways ? (
        <TextInput
          name="code"
          label={ways.app ? words.code : words.recoveryCode}
          description={ways.app ? words.codeHint : words.recoveryCodeHint}
          value={values.code}
          error={missing.code}
          onChange={(event) => signIn.enter({ code: event.currentTarget.value })}
          autoComplete="one-time-code"
          inputMode={ways.app ? 'numeric' : 'text'}
          maxLength={20}
          size="md"
          {...(ways.passkey ? {} : { ref: focus })}
        />
      ) : (
        <>
          <TextInput
            name="username"
            label={words.username}
            value={values.username}
            error={missing.username}
            onChange={(event) => signIn.enter({ username: event.currentTarget.value })}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            ref={focus}
          />
          <PasswordInput
            name="password"
            label={words.password}
            description={caps.on ? words.capsLock : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={values.password}
            error={missing.password}
            onChange={(event) => signIn.enter({ password: event.currentTarget.value })}
            {...caps.handlers}
            autoComplete="current-password"
            {...visibility}
            size="md"
          />
        </>
      )}
      <Button
        type="submit"
        size="md"
        fullWidth
        loading={busy}
        disabled={wait.left > 0}
        variant={ways?.passkey ? 'default' : 'filled'}
      >
        {wait.left > 0 ? words.signInWait(wait.left) : words.signIn}
      </Button>
      {ways && (
        <Button variant="subtle" onClick={signIn.startOver}>
          {words.another}
        </Button>
      )}
    </form>
  )
}

/** The quick way; beside it a code still does. */
function PasskeyButton({ request, signIn }: { request: PasskeyRequest; signIn: SignIn }) {
  const words = useWords().session
  const { wait, busy, onDevice } = signIn
  return (
    <>
      <p className="sub">{words.passkeyHint}</p>
      <Button
        size="md"
        fullWidth
        leftSection={<IconKey size={18} aria-hidden />}
        onClick={() => void signIn.withPasskey(request)}
        loading={busy}
        disabled={wait.left > 0}
        ref={focus}
      >
        {words.usePasskey}
      </Button>
      <p className="door-or" role="status">
        {onDevice ? words.onDevice : words.or}
      </p>
    </>
  )
}
