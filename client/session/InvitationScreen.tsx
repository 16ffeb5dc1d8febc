import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { invitation } from '#contract/house/invitation.ts'
import { usePasswordVisibility } from '#client/kit/forms/usePasswordVisibility.ts'
import { useAct } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { Door } from './Door.tsx'
import { DoorProblem } from './DoorProblem.tsx'

const nothing = { code: '', password: '', again: '' }
type InvitationValues = typeof nothing

/** Where a link of an invitation leads: the code that belongs to it, and a password of one's own. */
export function InvitationScreen() {
  const words = useWords().administration.invitation
  const { token } = useParams({ from: '/invitation/$token' })
  const [username, setUsername] = useState<string>()
  return (
    <Door title={words.title} heading={words.title}>
      {username === undefined ? (
        <InvitationForm token={token} onDone={setUsername} />
      ) : (
        <div className="door-fields" role="status">
          <Alert color="leaf" icon={<IconCheck aria-hidden />}>
            {words.done(username)}
          </Alert>
          <Button size="md" renderRoot={(rest) => <Link {...rest} to="/sign-in" search={{}} />}>
            {words.toSignIn}
          </Button>
        </div>
      )}
    </Door>
  )
}

function InvitationForm({ token, onDone }: { token: string; onDone: (username: string) => void }) {
  const words = useWords().administration.invitation
  const translate = useContractWords()
  const [values, setValues] = useState(nothing)
  const [wrong, setWrong] = useState<Partial<InvitationValues>>({})
  const [problem, setProblem] = useState<string>()
  const accept = useAct(invitation.accept, {
    quiet: true,
    onDone: ({ data }) => onDone(data.username),
    onRefused: ({ code, message }) => {
      if (code === 'invitation.code_wrong') setWrong({ code: translate(message) })
      else if (code === 'password.weak') setWrong({ password: translate(message) })
      else setProblem(message)
      return true
    },
  })
  const enter = (part: Partial<InvitationValues>) => setValues({ ...values, ...part })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { code, password, again } = values
    const problems: Partial<InvitationValues> = {
      ...(code.trim() ? {} : { code: words.missing }),
      ...(password ? {} : { password: words.missing }),
      ...(again === password ? {} : { again: words.differ }),
    }
    setWrong(problems)
    setProblem(undefined)
    const [first] = Object.keys(problems)
    if (!first) return accept.mutate({ body: { token, code, password } })
    event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }
  // One button shows both passwords, which must be the same.
  const secret = { size: 'md', autoComplete: 'new-password', ...usePasswordVisibility() } as const
  return (
    <form className="door-fields" onSubmit={submit} noValidate>
      <p className="sub">{words.hint}</p>
      <DoorProblem problem={problem} />
      <TextInput
        name="code"
        label={words.code}
        value={values.code}
        error={wrong.code}
        onChange={(event) => enter({ code: event.currentTarget.value })}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        size="md"
      />
      <PasswordInput
        name="password"
        label={words.password}
        description={words.rule}
        value={values.password}
        error={wrong.password}
        onChange={(event) => enter({ password: event.currentTarget.value })}
        {...secret}
      />
      <PasswordInput
        name="again"
        label={words.again}
        value={values.again}
        error={wrong.again}
        onChange={(event) => enter({ again: event.currentTarget.value })}
        {...secret}
      />
      <Button type="submit" size="md" fullWidth loading={accept.isPending}>
        {words.submit}
      </Button>
    </form>
  )
}
