import { Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { session } from '#contract/house/session.ts'
import { useAct } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { PasswordField } from './PasswordField.tsx'

const empty = { current: '', next: '', again: '' }
type Passwords = typeof empty
type Problems = Partial<Passwords>

/** Changes the own password. The rules of a good one are the server's; its sentence stands beside the field. */
export function PasswordChange() {
  const words = useWords().account
  const translate = useContractWords()
  const [passwords, setPasswords] = useState(empty)
  const [problems, setProblems] = useState<Problems>({})
  const change = useAct(session.password, {
    onDone: () => setPasswords(empty),
    onRefused: ({ code, message }) => {
      if (code === 'session.wrong') setProblems({ current: translate(message) })
      else if (code === 'password.weak') setProblems({ next: translate(message) })
      else return false
      return true
    },
  })
  const field = (name: keyof Passwords) => ({
    name,
    value: passwords[name],
    error: problems[name],
    onChange: (value: string) => setPasswords({ ...passwords, [name]: value }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newProblems = problemsOf(passwords, words)
    setProblems(newProblems)
    const first = Object.keys(newProblems)[0]
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else change.mutate({ body: { current: passwords.current, next: passwords.next } })
  }
  return (
    <section className="card pad" aria-labelledby="account-password">
      <h2 id="account-password">{words.password}</h2>
      <p className="sub">{words.passwordHint}</p>
      <form className="account-form" onSubmit={submit} noValidate>
        <PasswordField {...field('current')} label={words.current} autoComplete="current-password" />
        <PasswordField {...field('next')} label={words.next} description={words.nextHint} autoComplete="new-password" />
        <PasswordField {...field('again')} label={words.again} autoComplete="new-password" />
        <Button type="submit" loading={change.isPending}>
          {words.change}
        </Button>
      </form>
    </section>
  )
}

type Texts = { missing: string; differs: string; same: string }

function problemsOf({ current, next, again }: Passwords, { missing, differs, same }: Texts): Problems {
  return {
    ...(current ? {} : { current: missing }),
    ...(!next ? { next: missing } : next === current ? { next: same } : {}),
    ...(!again ? { again: missing } : again !== next ? { again: differs } : {}),
  }
}
