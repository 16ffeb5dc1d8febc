import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCircle, IconClock, IconEyeOff } from '@tabler/icons-react'
import { timelines, type Timeline } from '#contract/outturns/timeline.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import '#client/kit/paymentTracker.css'

type Stage = Timeline['stages'][number]

const looks = {
  DONE: { Icon: IconCheck, className: 'is-done' },
  NOW: { Icon: IconClock, className: 'is-now' },
  LATE: { Icon: IconAlertTriangle, className: 'is-stopped' },
  AHEAD: { Icon: IconCircle, className: 'is-ahead' },
  HIDDEN: { Icon: IconEyeOff, className: 'is-ahead' },
} as const satisfies Record<Stage['state'], object>

const isOpen = ({ state }: Stage) => state === 'NOW' || state === 'LATE'

/** How far an outturn has come, from cherry to the accounts of members, and whose turn it is. */
export function OutturnTimeline({ named }: { named: { outturn: string; season: string } }) {
  const words = useWords().outturns.way
  const { list } = useFormat()
  const { data } = useCall(timelines.outturn, { query: named })
  if (!data) return null
  const next = data.stages.find(isOpen)
  const who = next && (next.names.length > 0 ? list(next.names) : next.turn ? words.turns[next.turn] : '')
  return (
    <section className="tracker outturn-way" aria-label={words.title}>
      <h2 className="part-title">{words.title}</h2>
      <ol className="tracker-stages">
        {data.stages.map((stage) => (
          <StageOnWay key={stage.stage} stage={stage} />
        ))}
      </ol>
      <p className="tracker-stand">{next ? words.next(words.stages[next.stage], who ?? '') : words.whole}</p>
    </section>
  )
}

function StageOnWay({ stage }: { stage: Stage }) {
  const words = useWords().outturns.way
  const { date, number } = useFormat()
  const { Icon, className } = looks[stage.state]
  const { on, due, done, of, lateDays } = stage
  return (
    <li className={`tracker-stage ${className}`} aria-current={isOpen(stage) ? 'step' : undefined}>
      <span className="tracker-mark">
        <Icon size={14} stroke={2.4} aria-hidden />
      </span>
      <span className="tracker-name">
        <b>{words.stages[stage.stage]}</b>
        <VisuallyHidden>, {words.states[stage.state]}</VisuallyHidden>
        {on && <small>{date(on)}</small>}
        {isOpen(stage) && of > 0 && <small>{words.some(number(done), number(of))}</small>}
        {due && <small>{words.due(date(due))}</small>}
        {lateDays > 0 && <small>{words.late(lateDays)}</small>}
      </span>
    </li>
  )
}
