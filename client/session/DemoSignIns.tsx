import { UnstyledButton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { labelOfRole } from '#client/kit/decisions/labels.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

type Demo = { password: string; users: { username: string; role: string; organisation: string }[] }
type Props = { demo: Demo; busy: boolean; onChoose: (username: string, password: string) => void }

/** Everybody one may be in a demonstration, by organisation; one press signs in. */
export function DemoSignIns({ demo, busy, onChoose }: Props) {
  const words = useWords().session
  const translate = useContractWords()
  const groups = Map.groupBy(demo.users, (user) => user.organisation)
  return (
    <section className="demo" aria-labelledby="demo-title">
      <h2 id="demo-title">{words.demo}</h2>
      <p className="sub">{words.demoHint(demo.password)}</p>
      {[...groups].map(([organisation, users]) => (
        <div key={organisation} role="group" aria-label={organisation}>
          <h3>{organisation}</h3>
          <div className="demo-users">
            {users.map(({ username, role: name }) => {
              const role = translate(labelOfRole(name))
              return (
                <UnstyledButton
                  key={username}
                  className="demo-user"
                  disabled={busy}
                  onClick={() => onChoose(username, demo.password)}
                >
                  <span>
                    <b>{username}</b>
                    <small>{role}</small>
                  </span>
                  <IconArrowRight size={15} aria-hidden />
                </UnstyledButton>
              )
            })}
          </div>
        </div>
      ))}
    </section>
  )
}
