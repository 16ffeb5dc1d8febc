import { lineStates } from '#contract/schedules/scheduleLines.ts'
import { openLineList, type OpenLine } from '#contract/schedules/openLines.ts'
import { useFormat } from '#client/kit/format.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { RecordFacts } from '#client/kit/review/RecordFacts.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { openLineSource } from './openLineSource.ts'
import { OpenMending } from './OpenMending.tsx'
import './schedules.css'

const cells: Cells<OpenLine> = {
  status: (row) => <OpenStatus row={row} />,
}

function OpenStatus({ row: { status } }: { row: OpenLine }) {
  const translate = useContractWords()
  const { label, tone } = lineStates[status]
  return <Status tone={tone} label={translate(label)} />
}

/** What is held or was refused over all schedules, until it is paid. */
export function OpenLinesScreen() {
  const words = useWords().retries
  const translate = useContractWords()
  const source = openLineSource(useUser())
  return (
    <ListScreen<OpenLine>
      source={source}
      title={({ name, memberNumber }) => [name, memberNumber].filter(Boolean).join(', ')}
      heading={<h1>{translate(source.list.title)}</h1>}
      sub={words.openSub}
      cells={cells}
      Lead={OpenLineLead}
      Facts={OpenLineFacts}
      next={{ text: words.openNone }}
    />
  )
}

function OpenLineLead({ row }: { row: OpenLine }) {
  const { money } = useFormat()
  return (
    <div className="line-lead">
      <div className="hero">
        <span className="big num">{money(row.amount)}</span>
        <OpenStatus row={row} />
      </div>
      <OpenMending row={row} />
    </div>
  )
}

// The lead says what is to be paid, what holds it, how often the bank was asked and what mends it.
const led = ['amount', 'reason', 'mends', 'attempts']
const rest = { ...openLineList, columns: openLineList.columns.filter(({ key }) => !led.includes(key)) }

const OpenLineFacts = ({ row }: { row: OpenLine }) => <RecordFacts list={rest} row={row} decisions={undefined} isLed />
