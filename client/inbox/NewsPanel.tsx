import { Button, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { notifications, type Notification } from '#contract/house/notifications.ts'
import { actionNames, kindNames } from '#contract/house/audit.ts'
import { useFormat } from '#client/kit/format.ts'
import { stateNamed } from '#client/kit/decisions/History.tsx'
import { usePlaces, viewOf } from '#client/kit/places/places.ts'
import { useAct, useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What waits for the user, and what became of the user's own records. */
export function NewsPanel({ onLeave }: { onLeave: () => void }) {
  const words = useWords().notifications
  const translate = useContractWords()
  const { data, error, refetch } = useCall(notifications.list, {}, { staleTime: 0 })
  const read = useAct(notifications.read, { quiet: true })
  if (error && !data)
    return (
      <div role="alert">
        <p>{translate(error.message)}</p>
        <Button size="xs" onClick={() => void refetch()}>
          {words.reload}
        </Button>
      </div>
    )
  if (!data) return <Skeleton height={120} aria-label={words.loading} />
  const { at, items, waiting, unread } = data
  const isNew = unread > 0 || waiting.some(({ fresh }) => fresh > 0)
  return (
    <>
      <header className="news-head">
        <h2>{words.title}</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-disabled={!isNew}
          // A disabled button would lose the focus, and with it the way out by Escape.
          onClick={() => isNew && read.mutate({ body: { until: at } })}
        >
          {words.readAll}
        </Button>
      </header>
      <div className="news-body" tabIndex={0} role="group" aria-label={words.title}>
        {waiting.length > 0 && (
          <ul aria-label={words.waiting}>
            {waiting.map(({ kind, total, fresh }) => (
              <li key={kind}>
                <Link
                  className="news-line"
                  to="/inbox"
                  search={{ filter: `kind:${kind}` }}
                  data-new={fresh > 0 || undefined}
                  onClick={() => {
                    if (fresh > 0) read.mutate({ body: { seen: at } })
                    onLeave()
                  }}
                >
                  <IconInbox size={16} aria-hidden />
                  <span>
                    <b>{translate(kindNames[kind] ?? kind)}</b>
                    <small>{words.waits(total, fresh)}</small>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {items.length > 0 && (
          <ul aria-label={words.decided}>
            {items.map((item) => (
              <li key={item.id}>
                <Line item={item} onLeave={onLeave} onRead={() => read.mutate({ body: { id: item.id } })} />
              </li>
            ))}
          </ul>
        )}
        {items.length === 0 && waiting.length === 0 && (
          <p className="sub">
            {words.none} {words.noneHint}
          </p>
        )}
      </div>
      <footer className="news-foot">
        <Link className="link" to="/account" onClick={onLeave}>
          {words.mailSettings}
        </Link>
      </footer>
    </>
  )
}

function Line({ item, onRead, onLeave }: { item: Notification; onRead: () => void; onLeave: () => void }) {
  const words = useWords().notifications
  const translate = useContractWords()
  const format = useFormat()
  const navigate = useNavigate()
  const state = stateNamed(item.kind, item.to)
  const place = usePlaces().get(item.kind)
  return (
    <UnstyledButton
      className="news-line"
      data-new
      onClick={() => {
        onRead()
        onLeave()
        if (place) void navigate(viewOf(place, item.recordId))
      }}
    >
      <span>
        <b>{translate(item.title)}</b>
        <span className="news-what">
          {state ? (
            <Status tone={state.tone} label={state.label} />
          ) : (
            actionNames[item.to] && <span>{translate(actionNames[item.to] ?? '')}</span>
          )}
          <span className="faint">{translate(kindNames[item.kind] ?? item.kind)}</span>
          {item.count > 1 && <span className="faint">{words.more(item.count - 1)}</span>}
        </span>
        {item.comment && <q>{item.comment}</q>}
        <small>
          {item.by ?? words.bySystem} · {format.dateTime(item.at)}
          <VisuallyHidden>, {words.unread}</VisuallyHidden>
        </small>
      </span>
    </UnstyledButton>
  )
}
