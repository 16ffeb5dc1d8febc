import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { closeMessage, messageSeconds, useMessages, type Message } from '#client/kit/messages.ts'
import { useWords } from '#client/kit/words.ts'

const icons = { good: IconCircleCheck, bad: IconAlertTriangle, info: IconInfoCircle }

/** The message bar. Both live regions are always there: a screen reader only notices what appears inside one. */
export function MessageBar() {
  const messages = useMessages()
  const words = useWords().messages
  // One at a time: the newest is seen, and closing it shows the one before.
  const newest = messages.at(-1)
  const behind = messages.length - 1
  const barOf = (message: Message) => (
    <Bar key={message.id} message={message} behind={behind} hidden={message !== newest} />
  )
  const bad = messages.filter(({ tone }) => tone === 'bad')
  const others = messages.filter(({ tone }) => tone !== 'bad')
  return (
    <section className="messages" aria-label={words.region}>
      <div role="alert">{bad.map(barOf)}</div>
      <div role="status">{others.map(barOf)}</div>
    </section>
  )
}

/** `behind` is how many older ones wait. */
function Bar({ message, behind, hidden }: { message: Message; behind: number; hidden: boolean }) {
  const words = useWords().messages
  const [held, hold] = useState(false)
  const Icon = icons[message.tone]
  const passes = message.tone === 'good' && !held && !hidden
  // A success goes by itself, but not while somebody reads it, is about to press its button or sees a newer one.
  useEffect(() => {
    if (!passes) return
    const timer = setTimeout(() => closeMessage(message.id), messageSeconds * 1000)
    return () => clearTimeout(timer)
  }, [passes, message.id])
  const run = () => {
    message.action?.run()
    closeMessage(message.id)
  }
  return (
    <div
      className={`message ${message.tone}`}
      hidden={hidden}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <Icon size={18} aria-hidden />
      <p>
        <span className="sr">{words[message.tone]}: </span>
        {message.text}
        {behind > 0 && <span className="message-behind num">{words.behind(behind)}</span>}
      </p>
      {message.action && (
        <Button size="compact-sm" variant="transparent" className="message-act" onClick={run}>
          {message.action.label}
        </Button>
      )}
      {message.tone === 'bad' ? (
        <Button
          size="compact-sm"
          variant="transparent"
          className="message-act"
          onClick={() => closeMessage(message.id)}
        >
          {words.close}
        </Button>
      ) : (
        <CloseButton size="sm" aria-label={words.close} onClick={() => closeMessage(message.id)} />
      )}
    </div>
  )
}
