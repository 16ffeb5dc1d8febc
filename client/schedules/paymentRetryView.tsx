import { Link } from '@tanstack/react-router'
import { paymentRetry, paymentRetryFlow, retryWay, type PaymentRetry } from '#contract/schedules/paymentRetries.ts'
import { payChannels } from '#contract/schedules/scheduleLines.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { noteLines, Warned } from '#client/kit/decisions/Warned.tsx'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './schedules.css'

/** What is paid again, why it was not paid before, and where it goes now. */
function PaymentRetryLead({ row }: { row: PaymentRetry }) {
  const words = useWords().retries
  const translate = useContractWords()
  const { money, number } = useFormat()
  const state = stateFor(row.status, paymentRetryFlow)
  const facts = [
    [words.account, `${row.institutionName}, ${row.newAccountNumber}, ${row.accountName}`],
    ...(row.accountNumber === row.newAccountNumber ? [] : [[words.before, row.accountNumber]]),
    [words.channel, translate(channelOf(row.institutionType))],
    [words.why, translate(row.failure)],
  ] as const
  return (
    <div className="line-lead">
      <div className="hero">
        <span className="big num">{money(row.amount)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={translate(state?.label ?? row.status.statusName)} />
      </div>
      <p className="faint">{`${translate(retryWay(row))} · ${words.attempt(number(row.attempt))}`}</p>
      <Warned title={words.look} lines={noteLines(row.notes, translate)} />
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Quoted title={words.reason}>{row.reason}</Quoted>
      <p>
        <Link className="link" to="/farmers/schedule/details/view/$id" params={{ id: row.scheduleId }}>
          {words.schedule}
        </Link>
      </p>
    </div>
  )
}

const channelOf = (type: string): string => (type in payChannels ? payChannels[type as keyof typeof payChannels] : type) // border: tested just before

/** How payment retries are listed and decided. */
export const paymentRetryView = viewRecord(paymentRetry, {
  title: ({ name, memberNumber }) => [name, memberNumber].filter(Boolean).join(', '),
  Lead: PaymentRetryLead,
  leads: ['amount', 'institutionType', 'institutionName', 'newAccountNumber', 'failure'],
})
