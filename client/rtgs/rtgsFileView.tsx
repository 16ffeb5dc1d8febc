import { Button, Skeleton } from '@mantine/core'
import { rtgsFile, rtgsFileFlow, rtgsPaymentStates, type RtgsFile, type RtgsPayment } from '#contract/rtgs/rtgsFiles.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { download } from '#client/kit/download.ts'
import { useFormat } from '#client/kit/format.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './rtgs.css'

/** What a file holds: how many payments and how much, from which account, and each with what the bank did. */
function RtgsFileLead({ row }: { row: RtgsFile }) {
  const words = useWords().rtgs
  const translate = useContractWords()
  const { money, number, time } = useFormat()
  const state = stateFor(row.status, rtgsFileFlow)
  const { data, error, refetch } = useCall(rtgsFile.calls.payments, { params: { id: row.id } })
  return (
    <>
      <div className="hero">
        <span className="big num">{money(row.amount)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={translate(state?.label ?? row.status.statusName)} />
      </div>
      <p className="faint">
        {words.from(number(row.payments), row.fromAccount)}
        {row.sentAt && ` · ${words.sent(time(row.sentAt))}`}
      </p>
      {error && <NotLoaded refused={error} onReload={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data && <RtgsPayments payments={data.data} />}
      {row.status.statusName === 'APPROVED' && (
        <p>
          <Button variant="default" onClick={() => void download(rtgsFile.calls.document, { params: { id: row.id } })}>
            {words.document}
          </Button>
        </p>
      )}
    </>
  )
}

/** Payments by RTGS, one below the other. */
export function RtgsPayments({ payments }: { payments: readonly RtgsPayment[] }) {
  const translate = useContractWords()
  const { money } = useFormat()
  return (
    <ul className="rtgs-payments">
      {payments.map(({ id, name, institutionName, accountNumber, accountName, amount, state, reason }) => (
        <li key={id}>
          <span>
            <b>{name}</b>
            <br />
            <span className="faint">
              {institutionName}, <span className="code">{accountNumber}</span>, {accountName}
            </span>
            {reason && <span className="hint warn">{reason}</span>}
          </span>
          <span className="rtgs-amount">
            <span className="num">{money(amount)}</span>
            <Status tone={rtgsPaymentStates[state].tone} label={translate(rtgsPaymentStates[state].label)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** How RTGS files are listed and decided. */
export const rtgsFileView = viewRecord(rtgsFile, {
  title: ({ messageId }) => messageId,
  Lead: RtgsFileLead,
  leads: ['amount', 'payments', 'fromAccount', 'sentAt'],
})
