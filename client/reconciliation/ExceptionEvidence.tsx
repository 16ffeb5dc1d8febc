import { Button, Skeleton } from '@mantine/core'
import { IconArrowRight, IconScale } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { reconciliation } from '#contract/reconciliation.ts'
import {
  exceptionFlow,
  resolutions,
  type ExceptionDetail,
  type StatementException,
} from '#contract/statementExceptions.ts'
import { stateFor } from '#client/kit/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListFailed } from '#client/kit/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { exceptionTone, stateTone } from './reconciliationTones.ts'
import { ResolveDialog } from './ResolveDialog.tsx'

/** What an exception is, what stands behind it, and what a person can make of it. */
export function ExceptionEvidence({ row }: { row: StatementException }) {
  const { data, error, refetch } = useCall(reconciliation.exception, { params: { id: row.id } })
  const loading = useWords().lists.loading
  const say = useContractWords()
  const { money } = useFormat()
  return (
    <div className="recon-evidence">
      <div className="hero">
        <span className="big num">{money(row.amount)}</span>
        <Status tone={exceptionTone[row.kind]} label={row.kindTitle} />
        {row.state !== 'MATCHED' && <Status tone={stateTone[row.state]} label={say(row.stateTitle)} />}
      </div>
      {data ? (
        <Evidence found={data} />
      ) : error ? (
        <ListFailed refused={error} onReload={() => void refetch()} />
      ) : (
        <Skeleton height={160} aria-label={loading} />
      )}
    </div>
  )
}

function Evidence({ found }: { found: ExceptionDetail }) {
  const words = useWords().reconciliation
  const say = useContractWords()
  const user = useUser()
  const { money, date } = useFormat()
  const [resolves, setResolves] = useState(false)
  const { bankId, fileName, filePlace, note, how, payment, alike, ways } = found
  return (
    <>
      <p>{words.means[found.kind]}</p>
      {note !== '' && <p className="recon-note">{words.notes[note] ?? note}</p>}
      {how !== null && <p className="faint">{words.how[how] ?? how}</p>}
      {found.resolution && <p>{say(resolutions[found.resolution].title)}</p>}
      {bankId !== '' && (
        <Part title={words.atBank}>
          <p>
            <span className="code">{bankId}</span> · {money(found.amount)} · {date(found.bookedOn)}
          </p>
          <p className="faint">{words.inFile(fileName, String(filePlace ?? ''))}</p>
        </Part>
      )}
      {payment && (
        <Part title={words.here}>
          <p>
            {payment.title} · <span className="code">{payment.reference}</span>
          </p>
          <p>
            {money(payment.amount)} · {words.legStates[payment.status] ?? payment.status}
            {payment.sentOn && ` · ${date(payment.sentOn)}`}
          </p>
          {payment.reason !== '' && <p className="faint">{payment.reason}</p>}
        </Part>
      )}
      {alike.length > 0 && (
        <Part title={words.alike}>
          <ul>
            {alike.map((one) => (
              <li key={one.bankId}>
                <span className="code">{one.bankId}</span> · {money(one.amount)} · {date(one.bookedOn)} ·{' '}
                {say(one.kindTitle)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Proposal found={found} />
      {ways.length > 0 && may(user, reconciliation.propose.allow) && (
        <Button leftSection={<IconScale size={16} aria-hidden />} onClick={() => setResolves(true)}>
          {words.resolve}
        </Button>
      )}
      {resolves && <ResolveDialog found={found} onClose={() => setResolves(false)} />}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Proposal({ found: { proposal } }: { found: ExceptionDetail }) {
  const words = useWords().reconciliation
  const say = useContractWords()
  const { dateTime } = useFormat()
  const navigate = useNavigate()
  if (!proposal) return null
  const { id, after, reason, createdBy, created, status, decidedBy, approverComments } = proposal
  const state = stateFor(status, exceptionFlow)
  const way = resolutions[after['resolution'] as keyof typeof resolutions] // border: as the server wrote it
  return (
    <Part title={words.proposal}>
      <p>
        <b>{say(way.title)}</b>{' '}
        <Status tone={state?.tone ?? 'neutral'} label={say(state?.label ?? status.statusName)} />
      </p>
      <p>
        <q>{reason}</q>
      </p>
      <p className="faint">{words.by(createdBy, dateTime(created))}</p>
      {decidedBy !== null && <p className="faint">{words.decided(decidedBy, approverComments ?? '')}</p>}
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<IconArrowRight size={14} aria-hidden />}
        onClick={() => void navigate({ to: '/money/reconciliation/resolutions', search: { tab: 'all', open: id } })}
      >
        {words.openProposal}
      </Button>
    </Part>
  )
}
