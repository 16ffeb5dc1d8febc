import { Button, Skeleton } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { reconciliation } from '#contract/reconciliation/reconciliation.ts'
import {
  exceptionResolution,
  exceptionFlow,
  resolutions,
  type ExceptionDetail,
  type ResolutionName,
  type StatementException,
} from '#contract/reconciliation/statementExceptions.ts'
import { useFormat } from '#client/kit/format.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { Proposal } from '#client/kit/decisions/Proposal.tsx'
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
  const translate = useContractWords()
  const { money } = useFormat()
  return (
    <div className="recon-evidence">
      <div className="hero">
        <span className="big num">{money(row.amount, row.currency)}</span>
        <Status tone={exceptionTone[row.kind]} label={row.kindTitle} />
        {row.state !== 'MATCHED' && <Status tone={stateTone[row.state]} label={translate(row.stateTitle)} />}
      </div>
      {data ? (
        <Evidence exception={data} />
      ) : error ? (
        <NotLoaded refused={error} onReload={() => void refetch()} />
      ) : (
        <Skeleton height={160} aria-label={loading} />
      )}
    </div>
  )
}

function Evidence({ exception }: { exception: ExceptionDetail }) {
  const words = useWords().reconciliation
  const translate = useContractWords()
  const user = useUser()
  const { money, date } = useFormat()
  const navigate = useNavigate()
  const [resolves, setResolves] = useState(false)
  const { bankId, fileName, filePlace, note, how, payment, alike, ways, proposal } = exception
  return (
    <>
      <p>{words.means[exception.kind]}</p>
      {note !== '' && <p className="recon-note">{words.notes[note] ?? note}</p>}
      {how !== null && <p className="faint">{words.how[how] ?? how}</p>}
      {exception.resolution && <p>{translate(resolutions[exception.resolution].title)}</p>}
      {bankId !== '' && (
        <Part title={words.atBank}>
          <p>
            <span className="code">{bankId}</span> · {money(exception.amount, exception.currency)} ·{' '}
            {date(exception.bookedOn)}
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
            {money(payment.amount, exception.currency)} · {words.legStates[payment.status] ?? payment.status}
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
                <span className="code">{one.bankId}</span> · {money(one.amount, exception.currency)} ·{' '}
                {date(one.bookedOn)} · {translate(one.kindTitle)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {proposal && (
        <Part title={words.proposal}>
          <Proposal
            proposal={proposal}
            flow={exceptionFlow}
            title={resolutions[proposal.after['resolution'] as ResolutionName].title} // border: as the server wrote it
            onOpen={() =>
              void navigate({ to: '/money/reconciliation/resolutions', search: { tab: 'all', open: proposal.id } })
            }
          />
        </Part>
      )}
      {ways.length > 0 && may(user, exceptionResolution.calls.propose.allow) && (
        <Button leftSection={<IconScale size={16} aria-hidden />} onClick={() => setResolves(true)}>
          {words.resolve}
        </Button>
      )}
      {resolves && <ResolveDialog exception={exception} onClose={() => setResolves(false)} />}
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
