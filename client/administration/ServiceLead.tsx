import { Alert, Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  adminServices,
  serviceKeyStatuses,
  type AdminService,
  type ServiceKey,
} from '#contract/administration/adminServices.ts'
import { useFormat } from '#client/kit/format.ts'
import { HistoryLines } from '#client/kit/decisions/History.tsx'
import { showOnce } from '#client/kit/forms/once.ts'
import { CopyValue } from '#client/kit/forms/OnceDialog.tsx'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useAct, useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useWords } from '#client/kit/words.ts'
import { StopKeyForm } from './ServiceForms.tsx'
import { useCallSentence } from './ContractText.tsx'
import { Waiting } from './Waiting.tsx'
import './administration.css'

/** What stands above the facts of a service account: what waits, its keys, and what they open. */
export function ServiceLead({ row }: { row: AdminService }) {
  return (
    <>
      <Waiting waits={row.changeWaiting} title={row.name} />
      {row.keyWaiting && <WaitingKey service={row} />}
      <Keys service={row} />
      <Scope service={row} />
    </>
  )
}

/** A key that was approved: its asker has it shown this one time. */
function WaitingKey({ service }: { service: AdminService }) {
  const { services: words, copy, copied } = useWords().administration
  const { dateTime } = useFormat()
  const show = useAct(adminServices.showKey, {
    quiet: true,
    onDone: ({ data: { key, expires } }) =>
      showOnce({
        title: words.keyTitle,
        understood: words.keyKept,
        content: (
          <>
            <p className="sub">{words.keyHint(service.name, dateTime(expires))}</p>
            <CopyValue label={words.keyTitle} value={key} copy={copy} copied={copied} />
          </>
        ),
      }),
  })
  return (
    <Alert className="al" color="gold" mb={14} icon={<IconKey size={18} aria-hidden />}>
      <p>{words.keyWaits}</p>
      <Button size="xs" mt={8} loading={show.isPending} onClick={() => show.mutate({ params: { id: service.id } })}>
        {words.showKey}
      </Button>
    </Alert>
  )
}

function Keys({ service }: { service: AdminService }) {
  const words = useWords().administration.services
  const [stopping, setStopping] = useState<ServiceKey>()
  const { data: keys, error, refetch } = useCall(adminServices.keys, { params: { id: service.id } })
  return (
    <section className="sentences">
      <h3>{words.keys}</h3>
      {error && <NotLoaded refused={error} onReload={() => void refetch()} />}
      {keys?.length === 0 && <p className="faint">{words.noKeys}</p>}
      <ul className="service-keys">
        {keys?.map((key) => (
          <KeyLine key={key.id} serviceKey={key} onStop={() => setStopping(key)} />
        ))}
      </ul>
      <Link className="link" to="/admin/service-accounts/uses" search={{ search: service.name }}>
        {words.seeUses}
      </Link>
      {stopping && <StopKeyForm serviceKey={stopping} onClose={() => setStopping(undefined)} />}
    </section>
  )
}

function KeyLine({ serviceKey, onStop }: { serviceKey: ServiceKey; onStop: () => void }) {
  const words = useWords().administration.services
  const { dateTime } = useFormat()
  const { key, status, askedBy, expires, lastUsed, lastUsedFrom } = serviceKey
  const lastUse = lastUsed ? words.usedFrom(dateTime(lastUsed), lastUsedFrom || words.others) : words.never
  return (
    <li>
      <div>
        {key && <code>{key}</code>} <Status {...serviceKeyStatuses[status]} />
        <p className="faint">
          {words.askedBy(askedBy)}
          {expires && `. ${words.expires(dateTime(expires))} ${lastUse}`}
        </p>
      </div>
      {(status === 'ACTIVE' || status === 'NOT_SHOWN') && (
        <Button size="xs" variant="default" aria-label={`${words.stopKey} ${key ?? ''}`.trim()} onClick={onStop}>
          {words.stop}
        </Button>
      )}
    </li>
  )
}

function Scope({ service }: { service: AdminService }) {
  const words = useWords().administration.services
  const say = useCallSentence()
  return (
    <section className="sentences">
      <h3>{words.calls}</h3>
      <ul>
        {service.calls.map((name) => (
          <li key={name}>{say(name)}</li>
        ))}
      </ul>
      <h3>{words.addresses}</h3>
      <ul>
        {service.addresses.map((address) => (
          <li key={address}>
            <code>{address}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What happened to a service account lately. */
export function ServiceTrail({ row }: { row: AdminService }) {
  const words = useWords().lists
  const events = useCall(adminServices.trail, { params: { id: row.id } })
  return (
    <section>
      <h3>{words.history}</h3>
      <HistoryLines events={events} none={words.historyNone} />
    </section>
  )
}
