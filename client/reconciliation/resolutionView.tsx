import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { exceptionResolution, resolutions } from '#contract/reconciliation/statementExceptions.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './reconciliation.css'

/** What an exception is said to be, what an approval would do, and what stands behind it. */
function ResolutionLead({ row }: { row: Pick<ChangeRequest, 'after' | 'reason' | 'targetId'> }) {
  const words = useWords().reconciliation
  const translate = useContractWords()
  const { money, date } = useFormat()
  const { data } = useCall(reconciliation.exception, { params: { id: row.targetId } })
  const way = resolutions[row.after['resolution'] as keyof typeof resolutions] // border: as the server wrote it
  return (
    <div className="recon-evidence">
      <h3>{translate(way.title)}</h3>
      <p>{translate(way.effect)}</p>
      {typeof row.after['payment'] === 'string' && <p className="code">{row.after['payment']}</p>}
      {data && (
        <section>
          <h3>{data.bankId === '' ? words.here : words.atBank}</h3>
          <p>
            <b className="num">{money(data.amount, data.currency)}</b> · {date(data.bookedOn)} ·{' '}
            {translate(data.kindTitle)}
          </p>
          <p>{data.narration}</p>
          <p className="faint">
            {data.organisationName}, {data.account} {data.fileName}
          </p>
        </section>
      )}
      <Quoted title={words.reason}>{row.reason}</Quoted>
    </div>
  )
}

/** How proposals for exceptions are listed and decided. */
export const resolutionView = viewRecord(exceptionResolution, { title: ({ title }) => title, Lead: ResolutionLead })
