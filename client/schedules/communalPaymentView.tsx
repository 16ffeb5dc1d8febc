import { Link } from '@tanstack/react-router'
import { Warned } from '#client/kit/decisions/Warned.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { keyOf, queryClient } from '#client/kit/queries.ts'
import type { RecordVersion } from '#client/kit/decisions/recordView.tsx'
import { communalPaymentFlow } from '#contract/schedules/communalPaymentFlow.ts'
import { communalPayment, type CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { lineStates } from '#contract/schedules/scheduleLines.ts'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { stateFor, waitsForSomebody } from '#client/kit/decisions/decisions.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { addedFacts } from './deductions/addedFacts.ts'
import { FactoryParts } from './FactoryParts.tsx'
import { LeftOut } from './deductions/LeftOut.tsx'
import { Unpaid } from './Unpaid.tsx'
import './schedules.css'

type Figures = Omit<CommunalPayment, 'steps' | 'version' | 'makers'>

/** Where a schedule stands, and what it is made of: everything adds up to what lay on the account. */
export function ScheduleFigures({ row }: { row: Figures }) {
  const words = useWords().schedules
  const translate = useContractWords()
  const { money, number, weight, dateTime } = useFormat()
  const state = stateFor(row.status, communalPaymentFlow)
  const isPaying = ['APPROVED', 'PARTIALLY_PAID', 'COMPLETED'].includes(row.status.statusName)
  return (
    <>
      <div className="hero">
        <span className="big num">{money(row.net)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={translate(state?.label ?? row.status.statusName)} />
      </div>
      {isPaying && (
        <p className="faint schedule-state">
          {[words.paidOf(number(row.paid), number(row.members)), row.failed > 0 && words.failed(number(row.failed))]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <Stake
        label={words.pool}
        title={words.pool}
        amount={money(row.totalKesAmount)}
        facts={[
          [words.weight(row.sinceLastPayment), weight(row.totalCherryWeight)],
          [row.factories.length > 0 ? words.overallRate : words.rate, money(row.commissionRate)],
          [words.total, money(row.total)],
          ...addedFacts(row, words, money),
          [words.toLenders, money(row.recovered)],
          [words.toMembers, money(row.net)],
          [words.carried, money(row.carried)],
          [words.held, words.heldOf(number(row.held), number(row.members))],
        ]}
      />
      <LeftOut left={row.leftOut} />
      <FactoryParts parts={row.factories} />
      {row.lenders.map((lender) => (
        <LenderPayment key={lender.id} lender={lender} season={row.season} />
      ))}
      <ScheduleRisks row={row} />
      {row.societyApprovedBy && row.societyApprovedAt && (
        <>
          <p className="faint">{words.societyApproved(row.societyApprovedBy, dateTime(row.societyApprovedAt))}</p>
          <Quoted title={words.societyComment}>{row.societyComment ?? ''}</Quoted>
        </>
      )}
      {row.lastPayment && <p className="faint">{words.lastPayment}</p>}
      <p className="faint">
        {words.fingerprint} <span className="code">{row.fingerprint.slice(0, 16)}</span>
      </p>
    </>
  )
}

/** What a lender gets of the schedule, and where that stands. */
function LenderPayment({ lender, season }: { lender: Figures['lenders'][number]; season: string }) {
  const translate = useContractWords()
  const { money } = useFormat()
  const { label, tone } = lineStates[lender.status]
  return (
    <div className="lender-payment">
      <b>{lender.name}</b>
      <span className="num">{money(lender.amount)}</span>
      <Status tone={tone} label={translate(label)} />
      {lender.status === 'FAILED' && (
        <div className="lender-unpaid">
          <Unpaid id={lender.id} reason={lender.reason} season={season} search={lender.name} />
        </div>
      )}
    </div>
  )
}

/** Where its lines are read: with its steps while it waits for a decision. */
const linesOf = (row: object) =>
  waitsForSomebody(communalPaymentFlow, row)
    ? '/farmers/schedule/details/approve/$id'
    : '/farmers/schedule/details/view/$id'

/** What a decider is pointed at: each thing with the members and the money that it is about. */
function ScheduleRisks({ row }: { row: Figures }) {
  const { id, risks } = row
  const words = useWords().schedules
  const translate = useContractWords()
  const { money, number } = useFormat()
  const lines = risks.map(({ code, label, members, amount }) => ({
    key: code,
    text: (
      <Link className="link schedule-risk" to={linesOf(row)} params={{ id }} search={{ filter: `risk:${code}` }}>
        {words.risk(translate(label), number(members), money(amount))}
      </Link>
    ),
  }))
  return <Warned title={waitsForSomebody(communalPaymentFlow, row) ? words.risks : words.pointedOut} lines={lines} />
}

/** The lines that were looked at, by their fingerprint: of the row itself, or in the inbox of the record that its drawer has read. */
function seenLines(row: RecordVersion): { fingerprint?: string } {
  const kept =
    'fingerprint' in row
      ? row
      : queryClient.getQueryData<object>(keyOf(communalPayment.calls.one, { params: { id: row.id } }))
  return kept && 'fingerprint' in kept && typeof kept.fingerprint === 'string' ? { fingerprint: kept.fingerprint } : {}
}

function CommunalPaymentLead({ row }: { row: Figures }) {
  const words = useWords().schedules
  return (
    <>
      <ScheduleFigures row={row} />
      <p>
        <Link className="link" to={linesOf(row)} params={{ id: row.id }}>
          {words.lines}
        </Link>
      </p>
    </>
  )
}

/** How payment schedules are listed and decided. */
export const communalPaymentView = viewRecord(communalPayment, {
  title: ({ organisationName, season, cycle }) => `${organisationName}, ${season} (${cycle})`,
  needsReason: ({ risks }, step) => step === 'approve' && risks.length > 0,
  also: { approve: seenLines, decline: seenLines },
  More: ({ row }) => <ScheduleRisks row={row} />,
  Lead: CommunalPaymentLead,
  leads: ['net', 'totalCherryWeight', 'totalKesAmount', 'commissionRate', 'held', 'members'],
})
