import { Skeleton } from '@mantine/core'
import { useParams, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { communalPaymentFlow } from '#contract/schedules/communalPaymentFlow.ts'
import { communalPayment } from '#contract/schedules/communalPayments.ts'
import { lineStates, scheduleLineList, type ScheduleLine } from '#contract/schedules/scheduleLines.ts'
import { scheduleWorkbook } from '#contract/statements/scheduleWorkbook.ts'
import type { NamedStep } from '#client/kit/decisions/decisions.ts'
import { StepButtons } from '#client/kit/decisions/StepButtons.tsx'
import { StepDialog } from '#client/kit/decisions/StepDialog.tsx'
import { noteLines, Warned } from '#client/kit/decisions/Warned.tsx'
import { download } from '#client/kit/download.ts'
import { useFormat } from '#client/kit/format.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { RecordFacts } from '#client/kit/review/RecordFacts.tsx'
import { WorkbookButton } from '#client/kit/WorkbookButton.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { communalPaymentView, ScheduleFigures } from './communalPaymentView.tsx'
import { ExplainedAmount } from './PaidAmount.tsx'
import { scheduleLineSource } from './scheduleLineSource.ts'
import { Unpaid } from './Unpaid.tsx'
import './schedules.css'

const cells: Cells<ScheduleLine> = {
  status: ({ status }) => <LineStatus status={status} />,
}

function LineStatus({ status }: Pick<ScheduleLine, 'status'>) {
  const translate = useContractWords()
  const { label, tone } = lineStates[status]
  return <Status tone={tone} label={translate(label)} />
}

/** The lines of a schedule, one for each member; where it waits for a decision and was opened for one, with its steps. */
export function ScheduleScreen() {
  const words = useWords().schedules
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const isDeciding = useRouterState({ select: ({ location }) => location.pathname.includes('/details/approve/') })
  const { data, error, refetch } = useCall(communalPayment.calls.one, { params: { id } }, { refetchInterval: everyMs })
  const [step, setStep] = useState<NamedStep>()
  const { number } = useFormat()
  return (
    <>
      <ListScreen<ScheduleLine>
        source={scheduleLineSource(id)}
        title={({ name, memberNumber }) => `${name}, ${memberNumber}`}
        heading={<h1>{data ? words.linesTitle(data.season, number(data.cycle)) : words.title}</h1>}
        sub={data ? `${data.organisationName}. ${words.linesSub}` : words.linesSub}
        cells={cells}
        Lead={LineLead}
        Facts={LineFacts}
        actions={
          data && (
            <>
              <WorkbookButton
                label={words.workbook}
                save={() => download(scheduleWorkbook.workbook, { params: { id } })}
              />
              {isDeciding && <StepButtons flow={communalPaymentFlow} row={data} onStep={setStep} />}
            </>
          )
        }
        above={
          <section className="card pad schedule-figures" aria-label={words.pool}>
            {data ? (
              <ScheduleFigures row={data} />
            ) : error ? (
              <NotLoaded refused={error} onReload={() => void refetch()} />
            ) : (
              <Skeleton height={180} />
            )}
          </section>
        }
      />
      {data && step && (
        <StepDialog
          decisions={communalPaymentView.decisions}
          row={data}
          step={step}
          facts={[]}
          onClose={() => setStep(undefined)}
          onDone={() => setStep(undefined)}
        />
      )}
    </>
  )
}

const everyMs = 10_000

/** How the amount of one member came about, from the scale to the account, and what is to be done where it was not paid. */
function LineLead({ row }: { row: ScheduleLine }) {
  const { money } = useFormat()
  const isOpen = row.status === 'FAILED' || row.status === 'HELD'
  return (
    <div className="line-lead">
      <div className="hero">
        <span className="big num">{money(row.netAmount)}</span>
        <LineStatus status={row.status} />
      </div>
      {isOpen ? (
        <Unpaid id={row.id} reason={row.reason} season={row.season} search={row.memberNumber} />
      ) : (
        row.reason !== '' && <Why reason={row.reason} />
      )}
      <Risks risks={row.risks} />
      <ExplainedAmount lineId={row.id} />
    </div>
  )
}

// The lead explains the amount from the kilograms to the account.
const besideLead = ['nationalId', 'memberNumber', 'institutionType']
const rest = { ...scheduleLineList, columns: scheduleLineList.columns.filter(({ key }) => besideLead.includes(key)) }

const LineFacts = ({ row }: { row: ScheduleLine }) => <RecordFacts list={rest} row={row} decisions={undefined} isLed />

function Risks({ risks }: Pick<ScheduleLine, 'risks'>) {
  const { pointedOut } = useWords().schedules
  const translate = useContractWords()
  return <Warned title={pointedOut} lines={noteLines(risks, translate)} />
}

const Why = ({ reason }: { reason: string }) => <p className="hint warn">{useContractWords()(reason)}</p>
