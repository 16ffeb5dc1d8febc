import {
  IconBuildingBank,
  IconCash,
  IconChartBar,
  IconFileDownload,
  IconFileText,
  IconMapPin,
  IconPencilCheck,
  IconScale,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TimelineEntry } from '#contract/farmers/farmerOverview.ts'
import { plotFlow } from '#contract/farmers/plots.ts'
import { concerns, updateRequestFlow } from '#contract/farmers/updateRequests.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { payoutStates } from '#contract/payouts/payouts.ts'
import { lineStates } from '#contract/schedules/scheduleLines.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords, type Words } from '#client/kit/words.ts'

type Look = { Icon: TablerIcon; tab: keyof Words['farmerPage']['tabNames']; flow?: Workflow }
const looks: Record<TimelineEntry['what'], Look> = {
  DELIVERIES: { Icon: IconScale, tab: 'deliveries' },
  LOAN: { Icon: IconCash, tab: 'loans', flow: loanRequestFlow },
  PAYMENT: { Icon: IconBuildingBank, tab: 'loans' },
  CHERRY_PAYMENT: { Icon: IconBuildingBank, tab: 'cherryPay' },
  LIMIT: { Icon: IconChartBar, tab: 'limit' },
  REQUEST: { Icon: IconPencilCheck, tab: 'requests', flow: updateRequestFlow },
  PLOT: { Icon: IconMapPin, tab: 'plots', flow: plotFlow },
  STATEMENT: { Icon: IconFileText, tab: 'history' },
  PAYMENT_STATEMENT: { Icon: IconFileText, tab: 'cherryPay' },
  PACK: { Icon: IconFileDownload, tab: 'history' },
  REGISTERED: { Icon: IconUserPlus, tab: 'identity' },
}

/** Everything that happened, the latest first; each line leads to the part of the page that has more of it. */
export const FarmerTimeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol className="card limit-moves">
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} />
    ))}
  </ol>
)

function Entry({ entry }: { entry: TimelineEntry }) {
  const words = useWords().farmerPage.overview
  const translate = useContractWords()
  const { dateTime, date, weight, money, monthYear } = useFormat()
  const { what, at, day, isMonth, count, pending, kilograms, amount, reference, by, decidedBy } = entry
  const { Icon, tab } = looks[what]
  const name = what === 'REQUEST' ? translate(concerns[reference as keyof typeof concerns]) : reference // border: one of them
  const when = day ? (isMonth ? monthYear(day) : date(day)) : dateTime(at)
  const hints = [
    when,
    by && words.by(by),
    decidedBy && decidedBy !== by && words.decidedBy(decidedBy),
    pending > 0 && words.waiting(pending),
  ]
  return (
    <li>
      <Icon size={18} aria-hidden />
      <div>
        <Link
          to="."
          search={((now: object) => ({ ...now, tab, page: undefined, size: undefined })) as never} // border: one screen of one route
        >
          <b>{what === 'DELIVERIES' ? words.what.DELIVERIES(count) : words.what[what]}</b>
        </Link>{' '}
        {name && <span className={what === 'REQUEST' || what === 'PLOT' ? undefined : 'code'}>{name}</span>}
        <small className="faint">{hints.filter(Boolean).join(' · ')}</small>
      </div>
      <div className="end num">
        {kilograms !== null && <b>{weight(kilograms)}</b>}
        {amount !== null && <b>{money(amount)}</b>}
        <EntryStatus entry={entry} />
      </div>
    </li>
  )
}

function EntryStatus({ entry: { what, status, payout, line } }: { entry: TimelineEntry }) {
  const translate = useContractWords()
  const { flow } = looks[what]
  const stored = status && { tone: 'neutral' as const, label: status.statusName }
  const state = payout
    ? payoutStates[payout]
    : line
      ? lineStates[line]
      : flow && status && (stateFor(status, flow) ?? stored)
  return state ? <Status tone={state.tone} label={translate(state.label)} /> : null
}
