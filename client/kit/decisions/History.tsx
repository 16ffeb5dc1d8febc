import { Skeleton, Timeline } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPencil, IconPlus, IconX, type TablerIcon } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { actionNames, audit, type AuditEvent } from '#contract/house/audit.ts'
import { commentTexts, type State, type Workflow } from '#contract/kit/workflow.ts'
import { workflows } from '#contract/index.ts'
import { Changes } from './Changes.tsx'
import { Doer } from './Doer.tsx'
import { plain } from '../trailTexts.ts'
import { useFormat } from '../format.ts'
import { useCall } from '../queries.ts'
import { Status } from '../Status.tsx'
import { useContractWords, useWords } from '../words.ts'

/** What an action of the trail is called: the step of the workflow, or one of the few that are no step. */
export function actionLabel(event: Pick<AuditEvent, 'kind' | 'action'>): string {
  const flow: Workflow | undefined = workflows.find((known) => known.kind === event.kind)
  const entered = event.action === 'propose' ? flow?.entered : undefined
  return flow?.steps[event.action]?.label ?? entered ?? actionNames[event.action] ?? plain(event.action)
}

/** A state that an event names, as its workflow declares it. */
export function stateNamed(kind: string, name: string | null): State | undefined {
  const flow: Workflow | undefined = workflows.find((known) => known.kind === kind)
  return name === null ? undefined : flow?.states[name]
}

/** Actions whose before and after a checker wants to see, when they are few enough to read. */
const corrections = new Set(['edit', 'repair', 'correct', 'leave_out', 'take_back'])
const changesShown = 4

/** How many names stand in a sentence before "and 5 more". */
const namesShown = 4

const pictures: readonly (readonly [RegExp, TablerIcon])[] = [
  [/approv|accept|paid/i, IconCheck],
  [/declin|reject|discard|delet|refus/i, IconX],
  [/withdraw|return|back/i, IconArrowBackUp],
  [/creat|upload|record|receiv|sent|send/i, IconPlus],
]
const pictureOf = ({ action }: AuditEvent): TablerIcon =>
  pictures.find(([shape]) => shape.test(action))?.[1] ?? IconPencil

/** Who did what to a record. */
export function History({ kind, id }: { kind: string; id: string }) {
  const words = useWords().lists
  const events = useCall(audit.ofRecord, { params: { kind, id } })
  return <HistoryLines events={events} none={words.historyNone} />
}

type HistoryLinesProps = {
  events: Pick<UseQueryResult<readonly AuditEvent[]>, 'data' | 'isPending' | 'isError'>
  /** What is said when nothing has happened. */
  none: string
  /** The lines are about several records: each says about which kind, and what it changed. */
  mixed?: boolean
}

/** Lines of the audit trail, the oldest first. */
export function HistoryLines({ events, none, mixed = false }: HistoryLinesProps) {
  const words = useWords().lists
  if (events.isPending) return <Skeleton height={96} aria-label={words.loading} />
  const known = events.data
  if (events.isError || !known) return <p className="faint">{words.historyFailed}</p>
  if (known.length === 0) return <p className="faint">{none}</p>
  return (
    <Timeline active={known.length - 1} bulletSize={22} lineWidth={2} className="tl">
      {known.map((event) => {
        const Icon = pictureOf(event)
        return (
          <Timeline.Item
            key={event.id}
            bullet={<Icon size={12} aria-hidden />}
            title={<Title event={event} named={mixed} />}
          >
            <EventDetails event={event} changes={mixed || corrections.has(event.action)} />
          </Timeline.Item>
        )
      })}
    </Timeline>
  )
}

function Title({ event, named }: { event: AuditEvent; named: boolean }) {
  const translate = useContractWords()
  const record = workflows.find((known) => known.kind === event.kind)?.record
  const after = event.to === event.from ? undefined : stateNamed(event.kind, event.to)
  return (
    <span className="tl-title">
      {translate(actionLabel(event))}
      {named && record && <span className="faint">{translate(record)}</span>}
      {after && <Status tone={after.tone} label={after.label} />}
    </span>
  )
}

function EventDetails({ event, changes }: { event: AuditEvent; changes: boolean }) {
  const format = useFormat()
  const translate = useContractWords()
  return (
    <div className="told">
      <span className="faint">
        <Doer event={event} /> · {format.dateTime(event.at)}
      </span>
      {event.comment && <q>{event.comment}</q>}
      {event.changes['reason']?.after === commentTexts.none && (
        <span className="faint">{translate(commentTexts.none)}</span>
      )}
      {changes && Object.keys(event.changes).length <= changesShown && <Changes changes={event.changes} />}
    </div>
  )
}

/** Who can decide a waiting record, by name: it stands beside the buttons. */
export function Deciders({ kind, id }: { kind: string; id: string }) {
  const words = useWords().lists
  const format = useFormat()
  const people = useCall(audit.deciders, { params: { kind, id } }).data
  if (!people) return null
  const names = [...new Set(people.map((person) => person.fullName))]
  const more = names.length - namesShown
  const shown = more > 0 ? words.decidersMore(names.slice(0, namesShown).join(', '), more) : format.list(names)
  return <p className="deciders faint">{names.length === 0 ? words.decidersNone : words.deciders(shown)}</p>
}
