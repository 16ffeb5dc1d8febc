import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCircle, IconClock, IconEyeOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { timelineStages, type Timeline } from '#contract/outturns/timeline.ts'
import { useFormat } from '../format.ts'
import { NotLoaded } from '../lists/ListFaces.tsx'
import { useWords } from '../words.ts'
import './paymentTracker.css'

type Stage = Timeline['stages'][number]

const looks = {
  DONE: { Icon: IconCheck, className: 'is-done' },
  NOW: { Icon: IconClock, className: 'is-now' },
  LATE: { Icon: IconAlertTriangle, className: 'is-stopped' },
  AHEAD: { Icon: IconCircle, className: 'is-ahead' },
  HIDDEN: { Icon: IconEyeOff, className: 'is-ahead' },
} as const satisfies Record<Stage['state'], object>

const isOpen = ({ state }: Stage) => state === 'NOW' || state === 'LATE'

/** How far coffee has come, from cherry to the accounts of members, and whose turn it is: of an outturn, a society or a farmer. `read`: its call. */
export function CoffeeTimeline({ read }: { read: UseQueryResult<Timeline> }) {
  const all = useWords()
  const { title } = all.outturns.way
  if (read.data) return <Way stages={read.data.stages} />
  return (
    <section className="card tracker coffee-way" aria-label={title}>
      <h2 className="part-title">{title}</h2>
      {read.isError ? (
        <NotLoaded refused={read.error} onReload={() => void read.refetch()} />
      ) : (
        <div role="status" aria-label={all.lists.loading}>
          <div className="tracker-stages">
            {timelineStages.map((stage) => (
              <div key={stage} className="tracker-stage is-ahead">
                <Skeleton circle height={24} />
                <div className="tracker-name">
                  <Skeleton height={14} width="70%" />
                  <Skeleton height={12} width="45%" mt={4} />
                </div>
              </div>
            ))}
          </div>
          <div className="tracker-stand">
            <Skeleton height={14} width="40%" />
          </div>
        </div>
      )}
    </section>
  )
}

function Way({ stages }: { stages: readonly Stage[] }) {
  const words = useWords().outturns.way
  const { list } = useFormat()
  const next = stages.find(isOpen)
  const who = next && (next.names.length > 0 ? list(next.names) : next.turn ? words.turns[next.turn] : '')
  return (
    <section className="card tracker coffee-way" aria-label={words.title}>
      <h2 className="part-title">{words.title}</h2>
      <ol className="tracker-stages">
        {stages.map((stage) => (
          <StageOnWay key={stage.stage} stage={stage} />
        ))}
      </ol>
      <div className="tracker-stand">
        <p>{next ? words.next(words.stages[next.stage], who ?? '') : words.whole}</p>
        {next && next.people.length > 0 && <p className="faint">{words.people(list(next.people))}</p>}
      </div>
    </section>
  )
}

function StageOnWay({ stage }: { stage: Stage }) {
  const words = useWords().outturns.way
  const { date, number } = useFormat()
  const { Icon, className } = looks[stage.state]
  const { on, due, done, of, ofSocieties, lateDays } = stage
  return (
    <li className={`tracker-stage ${className}`} aria-current={isOpen(stage) ? 'step' : undefined}>
      <span className="tracker-mark">
        <Icon size={14} stroke={2.4} aria-hidden />
      </span>
      <span className="tracker-name">
        <b>{words.stages[stage.stage]}</b>
        <VisuallyHidden>, {words.states[stage.state]}</VisuallyHidden>
        {on && <small>{date(on)}</small>}
        {isOpen(stage) && of > 0 && (
          <small>{(ofSocieties ? words.someSocieties : words.some)(number(done), number(of))}</small>
        )}
        {due && <small>{words.due(date(due))}</small>}
        {lateDays > 0 && <small>{words.late(lateDays)}</small>}
      </span>
    </li>
  )
}
