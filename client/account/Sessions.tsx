import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { ownSessions, type OwnSession } from '#contract/session/ownSessions.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useWords } from '#client/kit/words.ts'
import { deviceOf } from './deviceOf.ts'
import { EndSessionsDialog } from './EndSessionsDialog.tsx'
import { OwnList } from './OwnList.tsx'

/** Where the user is signed in, and the ways to end it. */
export function Sessions() {
  const words = useWords().account
  const { data, error } = useCall(ownSessions.list, {})
  const [ending, setEnding] = useState<OwnSession | 'others'>()
  return (
    <>
      <OwnList
        id="account-sessions"
        title={words.sessions}
        hint={words.sessionsHint}
        action={{ label: words.endOthers, run: () => setEnding('others') }}
        whyNot={data?.sessions.every(({ current }) => current) ? words.noOtherSessions : false}
        lines={data?.sessions.map((session) => (
          <SessionLine key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
        error={error}
      />
      {data && ending && <EndSessionsDialog which={ending} proof={data.proof} onClose={() => setEnding(undefined)} />}
    </>
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
