import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { communalPayment } from '#contract/schedules/communalPayments.ts'
import { useFormat } from '#client/kit/format.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'

type Asked = z.input<typeof communalPayment.calls.without.body>
const shown = 5

/** Who would get nothing as tried: members are read, and the trail says by whom, only where somebody asks for them. */
export function WithoutList({ of }: { of: Asked }) {
  const { trial: words } = useWords().schedules
  const { money, number } = useFormat()
  const [isAsked, setAsked] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch } = useCall(
    communalPayment.calls.without,
    { body: of },
    { enabled: isAsked, staleTime: Infinity },
  )
  if (!isAsked)
    return (
      <Button variant="default" size="xs" onClick={() => setAsked(true)}>
        {words.who}
      </Button>
    )
  if (error) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  const { count, members } = data.data
  const some = isWhole ? members : members.slice(0, shown)
  return (
    <>
      <ul className="wizard-bars" aria-label={words.whoTitle}>
        {some.map(({ id, name, memberNumber, amount }) => (
          <li key={id}>
            <Link className="link" to="/farmers/farmer/$id" params={{ id }}>
              {name} <span className="code">{memberNumber}</span>
            </Link>
            <span className="num">{words.has(money(amount))}</span>
          </li>
        ))}
      </ul>
      {!isWhole && members.length > shown && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          {words.all(number(members.length))}
        </Button>
      )}
      {isWhole && count > members.length && <p className="faint">{words.more(number(count - members.length))}</p>}
    </>
  )
}
