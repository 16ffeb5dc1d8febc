import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCircle, IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { loanTracks, type LoanTrack, type StageState } from '#contract/loans/loanTrack.ts'
import { payoutCauses, type PayoutStand } from '#contract/payouts/payoutStand.ts'
import { payoutChannels, payouts } from '#contract/payouts/payouts.ts'
import { useFormat } from '../format.ts'
import { useCall } from '../queries.ts'
import { may, useUser } from '../user.ts'
import { useContractWords, useWords } from '../words.ts'
import './paymentTracker.css'

const icons = { DONE: IconCheck, NOW: IconClock, STOPPED: IconAlertTriangle, AHEAD: IconCircle } as const

/** Often enough for who looks on; each look is a small call. */
const everyMs = 10_000

const isUnderWay = (track: LoanTrack | undefined): boolean =>
  track?.stages.some(({ state }) => state === 'NOW' || state === 'STOPPED') ?? false

/** Where a loan is on its way to the member, like a parcel, and why it stands still. */
export function PaymentTracker({ loanId, atDesk = false }: { loanId: string; atDesk?: boolean }) {
  const words = useWords().payouts.track
  const { data } = useTrack(loanId)
  if (!data) return null
  return (
    <section className="tracker" aria-label={words.title}>
      <TrackerStages stages={data.stages} />
      {data.stand && <Stand stand={data.stand} atDesk={atDesk} />}
    </section>
  )
}

/** Only why it stands still, for where the loan is one line among others; nothing while it moves. */
export function PaymentStand({ loanId }: { loanId: string }) {
  const { data } = useTrack(loanId)
  return data?.stand && payoutCauses[data.stand.cause].attention ? <Stand stand={data.stand} /> : null
}

const useTrack = (id: string) =>
  useCall(
    loanTracks.track,
    { params: { id } },
    { staleTime: 0, refetchInterval: ({ state }) => (isUnderWay(state.data) ? everyMs : false) },
  )

type StageOnWay = Omit<LoanTrack['stages'][number], 'by'> & { by?: string | null }

/** The stages of a loan in their order, each with its time and, for who may know, its name. */
export const TrackerStages = ({ stages }: { stages: readonly StageOnWay[] }) => (
  <ol className="tracker-stages">
    {stages.map((stage) => (
      <Stage key={stage.stage} stage={stage} />
    ))}
  </ol>
)

function Stage({ stage: { stage, state, at, by } }: { stage: StageOnWay }) {
  const words = useWords().payouts.track
  const { dateTime } = useFormat()
  const Icon = icons[state]
  return (
    <li
      className={`tracker-stage is-${look[state]}`}
      aria-current={state === 'NOW' || state === 'STOPPED' ? 'step' : undefined}
    >
      <span className="tracker-mark">
        <Icon size={14} stroke={2.4} aria-hidden />
      </span>
      <span className="tracker-name">
        <b>{words.stages[stage]}</b>
        <VisuallyHidden>, {words.states[state]}</VisuallyHidden>
        {at && <small>{dateTime(at)}</small>}
        {by && <small>{by}</small>}
      </span>
    </li>
  )
}

const look: Record<StageState, string> = { DONE: 'done', NOW: 'now', STOPPED: 'stopped', AHEAD: 'ahead' }
const shownActors = 3

/** The cause, the bank's or the pauser's own words, and whether anything is needed of the reader. */
function Stand({ stand, atDesk = false }: { stand: PayoutStand; atDesk?: boolean }) {
  const { track: words, reasons } = useWords().payouts
  const translate = useContractWords()
  const { dateTime, list } = useFormat()
  const user = useUser()
  const { cause, channel, pause, reason, since, nextAt, actors, isYours, payoutId } = stand
  const name = channel ? translate(payoutChannels[channel]) : ''
  const standsStill = payoutCauses[cause].attention
  const next = nextAt ? dateTime(nextAt) : ''
  const sentence =
    cause === 'PAUSED' && pause
      ? words.paused(name, `${pause.by}, ${pause.organisationName}`, dateTime(pause.at))
      : words.causes[cause]({ channel: name, since: dateTime(since), next })
  const said = pause?.reason ?? reasons[reason] ?? reason
  const people = actors
    .slice(0, shownActors)
    .map(({ fullName, organisationName }) => `${fullName} (${organisationName})`)
  const others = actors.length - people.length
  return (
    <div className={standsStill ? 'tracker-stand is-still' : 'tracker-stand'}>
      <p>
        {standsStill && <IconAlertTriangle size={16} aria-hidden />}
        <b>{sentence}</b>
      </p>
      {said && <p>{pause ? <q>{said}</q> : said}</p>}
      {standsStill && (
        <>
          <p>{isYours ? words.yours(words.does[cause]) : words.notYours}</p>
          {actors.length > 0 && !isYours && (
            <p className="faint">
              {words.who(words.does[cause], list(others > 0 ? [...people, words.others(others)] : people))}
            </p>
          )}
        </>
      )}
      {!atDesk && may(user, payouts.list.allow) && (
        <Link className="link" to="/money/payouts" search={{ open: payoutId }}>
          {words.open}
        </Link>
      )}
    </div>
  )
}
