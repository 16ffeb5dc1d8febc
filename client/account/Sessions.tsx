import { Button, Skeleton } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { ownSessions, type OwnSession } from '#contract/session/ownSessions.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { deviceOf } from './deviceOf.ts'
import { EndSessionsDialog } from './EndSessionsDialog.tsx'

/** Where the user is signed in, and the ways to end it. */
export function Sessions() {
  const words = useWords().account
  const translate = useContractWords()
  const { data, error } = useCall(ownSessions.list, {})
  const [ending, setEnding] = useState<OwnSession | 'others'>()
  const others = data?.sessions.filter(({ current }) => !current) ?? []
  return (
    <section className="card pad" aria-labelledby="account-sessions">
      <div className="account-factor">
        <div>
          <h2 id="account-sessions">{words.sessions}</h2>
          <p className="sub">{words.sessionsHint}</p>
        </div>
        <Button
          variant="default"
          onClick={() => setEnding('others')}
          disabled={others.length === 0}
          {...(data && others.length === 0 ? { 'aria-describedby': 'account-sessions-none' } : {})}
        >
          {words.endOthers}
        </Button>
      </div>
      {data && others.length === 0 && (
        <p id="account-sessions-none" className="sub">
          {words.noOtherSessions}
        </p>
      )}
      {error && !data && <p role="alert">{translate(error.message)}</p>}
      {!data && !error && <Skeleton height={48} mt={12} />}
      {data && (
        <ul className="passkeys">
          {data.sessions.map((session) => (
            <SessionLine key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      )}
      {data && ending && <EndSessionsDialog which={ending} proof={data.proof} onClose={() => setEnding(undefined)} />}
    </section>
  )
}

function SessionLine({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const words = useWords().account
  const format = useFormat()
  const { device, address, since, lastUsed, current } = session
  const Icon = deviceOf(device).isPhone ? IconDeviceMobile : IconDeviceDesktop
  const name = words.device(deviceOf(device))
  return (
    <li>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div>
        <b title={device}>{name}</b> {current && <Status tone="good" label={words.thisSession} />}
        <small>
          {words.signedInOn(format.dateTime(since))} · {words.sessionUsed(format.dateTime(lastUsed))}
          {address && ` · ${words.fromAddress(address)}`}
        </small>
      </div>
      {!current && (
        <Button
          variant="subtle"
          color="cherry"
          size="compact-sm"
          onClick={onEnd}
          aria-label={words.endNamed(name, format.dateTime(since))}
        >
          {words.end}
        </Button>
      )}
    </li>
  )
}
