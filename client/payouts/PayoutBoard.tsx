import { Button, Progress } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { text } from '#contract/kit/field.ts'
import {
  payoutAttention,
  payoutChannels,
  payouts,
  type PayoutBoard as Board,
  type PayoutChannel,
} from '#contract/payouts/payouts.ts'
import { call } from '#client/kit/call.ts'
import { reasonOf } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { everyMs } from './payoutWords.ts'

type Channel = Board['channels'][number]

/** How payouts stand this moment: in numbers, channel by channel, and what has left the funds. */
export function PayoutBoard() {
  const words = useWords().payouts
  const { data, error, refetch } = useCall(payouts.board, {}, { refetchInterval: everyMs })
  if (!data)
    return (
      <div className="card payout-board">
        {error ? <NotLoaded refused={error} onReload={() => void refetch()} /> : <ListSkeleton />}
      </div>
    )
  return (
    <section aria-label={words.board}>
      <Sums board={data} />
      <div className="payout-channels">
        {data.channels.map((channel) => (
          <ChannelCard key={channel.channel} channel={channel} />
        ))}
      </div>
      <Funds funds={data.funds} />
    </section>
  )
}

const needingAttention = Object.keys(payoutAttention)
  .map((cause) => `attention:${cause}`)
  .join(',')

function Sums({ board: { channels, attention, contradictions, asOf } }: { board: Board }) {
  const words = useWords().payouts
  const { number, age } = useFormat()
  const sum = (of: (channel: Channel) => number) => channels.reduce((total, channel) => total + of(channel), 0)
  const oldest = channels.flatMap(({ oldestDoubtAt }) => oldestDoubtAt ?? []).toSorted()[0]
  const tiles = [
    { title: words.waiting, value: sum(({ waiting }) => waiting), hint: words.waitingHint },
    { title: words.underWay, value: sum(({ underWay }) => underWay), hint: words.underWayHint },
    {
      title: words.inDoubt,
      value: sum(({ inDoubt }) => inDoubt),
      hint: oldest ? words.oldest(age(oldest, new Date(asOf))) : words.inDoubtNone,
      warns: oldest !== undefined,
    },
    {
      title: words.look,
      value: attention + contradictions,
      hint: words.lookHint(number(attention), number(contradictions)),
      warns: attention + contradictions > 0,
      shows: attention > 0,
    },
  ]
  return (
    <dl className="stats">
      {tiles.map(({ title, value, hint, warns, shows }) => (
        <div key={title} className="stat">
          <dt>{title}</dt>
          <dd className="num">{number(value)}</dd>
          <dd className={warns ? 'hint warn' : 'hint'}>{hint}</dd>
          {shows && (
            <dd className="hint">
              <Link className="link" to="/money/payouts" search={{ filter: needingAttention }}>
                {words.showThem}
              </Link>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function ChannelCard({ channel: { channel, waiting, underWay, inDoubt, pause } }: { channel: Channel }) {
  const words = useWords().payouts
  const translate = useContractWords()
  const { number, dateTime } = useFormat()
  const user = useUser()
  const [isDeciding, setDeciding] = useState(false)
  const name = translate(payoutChannels[channel])
  const mayStop = may(user, payouts.pause.allow)
  const whyNot = pause?.resume ?? null
  return (
    <section className="card payout-channel" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {pause ? <Status tone="waiting" label={words.paused} /> : <Status tone="good" label={words.running} />}
      </header>
      <div className="payout-channel-row">
        <p className="faint">{words.numbers(number(waiting), number(underWay), number(inDoubt))}</p>
        {mayStop && !whyNot && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={pause ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
            aria-label={pause ? words.resumeOf(name) : words.pauseOf(name)}
            onClick={() => setDeciding(true)}
          >
            {pause ? words.resume : words.pause}
          </Button>
        )}
      </div>
      {pause && (
        <p className="payout-pause">
          <q>{pause.reason}</q>
          <span className="faint">{words.pausedBy(pause.by, dateTime(pause.at))}</span>
          {mayStop && whyNot && (
            <span className="faint">{whyNot === 'own_submission' ? words.own : translate(reasonOf(whyNot))}</span>
          )}
        </p>
      )}
      {isDeciding && <PauseDialog channel={channel} resumes={pause !== null} onClose={() => setDeciding(false)} />}
    </section>
  )
}

const fields = { reason: { title: 'Reason', ...text(500) } }

function PauseDialog({ channel, resumes, onClose }: { channel: PayoutChannel; resumes: boolean; onClose: () => void }) {
  const words = useWords().payouts
  const translate = useContractWords()
  const state = useRecordForm({ fields })
  const name = translate(payoutChannels[channel])
  return (
    <RecordDialog
      title={resumes ? words.resumeOf(name) : words.pauseOf(name)}
      state={state}
      lead={<p className="faint">{resumes ? words.resumeHint : words.pauseHint}</p>}
      groups={[{ names: ['reason'] }]}
      controls={{ reason: { as: 'textarea', wide: true } }}
      submitLabel={resumes ? words.resume : words.pause}
      send={({ reason }, key) =>
        call(resumes ? payouts.resume : payouts.pause, { params: { channel }, body: { reason }, idempotencyKey: key })
      }
      onDone={onClose}
      onClose={onClose}
      size={520}
    />
  )
}

function Funds({ funds }: Pick<Board, 'funds'>) {
  const words = useWords().payouts
  const { money } = useFormat()
  if (funds.length === 0) return null
  return (
    <section className="card payout-funds" aria-label={words.funds}>
      <h2>{words.funds}</h2>
      <ul>
        {funds.map(({ id, lenderName, hour, hourMost, day, dayMost }) => (
          <li key={id}>
            <b>{lenderName}</b>
            {[
              { of: words.hour, sum: hour, most: hourMost },
              { of: words.day, sum: day, most: dayMost },
            ].map(({ of, sum, most }) => (
              <div key={of}>
                <span className="num">{words.ofMost(money(sum), money(most))}</span> <span className="faint">{of}</span>
                <Progress
                  size="sm"
                  value={most > 0 ? Math.min(100, (100 * sum) / most) : 100}
                  color={sum > 0.8 * most ? 'amber' : 'leaf'}
                  aria-label={`${lenderName} ${of}`}
                />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
