import { Skeleton, Timeline } from '@mantine/core'
import { payouts, type Payout, type PayoutDetail, type PayoutEvent } from '#contract/payouts/payouts.ts'
import { useFormat } from '#client/kit/format.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { Legs } from './PayoutLegs.tsx'
import { everyMs } from './payoutWords.ts'
import { PayoutResolutionPart } from './PayoutResolutionPart.tsx'

/** Everything that shows what became of a payout: its legs, what was done and received, and the messages as they came. */
export function PayoutEvidence({ row }: { row: Payout }) {
  const { data, error, refetch } = useCall(payouts.one, { params: { id: row.id } }, { refetchInterval: everyMs })
  const loading = useWords().lists.loading
  if (error && !data) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!data) return <Skeleton height={160} aria-label={loading} />
  return (
    <>
      <PayoutResolutionPart payout={data} />
      <Legs legs={data.legs} />
      <Events events={data.events} />
      <Messages messages={data.messages} />
    </>
  )
}

const tones = {
  ACCEPTED: 'info',
  PAID: 'good',
  REFUSED: 'bad',
  IN_DOUBT: 'waiting',
  CONTRADICTS: 'bad',
  RETURNED: 'bad',
} as const

function Events({ events }: { events: readonly PayoutEvent[] }) {
  const words = useWords().payouts
  const translate = useContractWords()
  const { dateTime } = useFormat()
  if (events.length === 0) return null
  return (
    <section className="payout-part">
      <h3>{words.timeline}</h3>
      <Timeline active={events.length - 1} bulletSize={12} lineWidth={2} className="tl">
        {events.map(({ id, at, what, says, words: text, by, place }) => (
          <Timeline.Item
            key={id}
            title={
              <span className="tl-title">
                {words.what[what]}
                {says && <Status tone={tones[says]} label={words.says[says]} />}
              </span>
            }
          >
            <div className="told">
              {text && <span>{words.reasons[text] ?? translate(text)}</span>}
              <span className="faint">
                {[by, place !== null && words.legNumber(place), dateTime(at)].filter(Boolean).join(' · ')}
              </span>
            </div>
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  )
}

function Messages({ messages }: Pick<PayoutDetail, 'messages'>) {
  const words = useWords().payouts
  const { dateTime } = useFormat()
  return (
    <section className="payout-part">
      <h3>{words.messages}</h3>
      {messages.length === 0 && <p className="faint">{words.noMessages}</p>}
      <ul className="payout-messages">
        {messages.map(({ id, at, reference, outcome, body }) => (
          <li key={id}>
            <p>
              <span className="code">{reference}</span> · {words.outcome[outcome]}
            </p>
            <p className="faint">{dateTime(at)}</p>
            {body !== null && (
              <details>
                <summary>{words.showMessage}</summary>
                {/* Reached by the keyboard, because a long message scrolls. */}
                <pre tabIndex={0} role="region" aria-label={`${words.showMessage} ${reference}`}>
                  {body}
                </pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
