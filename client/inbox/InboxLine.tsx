import type { InboxItem } from '#contract/house/inbox.ts'
import { useHeadlines } from '#client/kit/decisions/headlines.ts'

/** A record that waits, as the sentence of its decision; its own name below, where the sentence does not have it. */
export function InboxLine({ item: { headline, title } }: { item: InboxItem }) {
  const sentence = useHeadlines()
  if (!headline) return <span className="strong">{title}</span>
  const text = sentence(headline)
  const name = headline.name ?? ''
  return (
    <span className="long inbox-line">
      <span className="strong">{text}</span>
      {!text.includes(title) && (name === '' || !title.includes(name)) && <small>{title}</small>}
    </span>
  )
}
