import type { InboxItem } from '#contract/house/inbox.ts'
import { useHeadlines } from '#client/kit/decisions/headlines.ts'
import { useContractWords } from '#client/kit/words.ts'

/** A record that waits, as the sentence of its decision; its own name below, where the sentence does not have it. */
export function InboxLine({ item: { headline, title: declared } }: { item: InboxItem }) {
  // What is called by a declared text is called so in both languages.
  const title = useContractWords()(declared)
  const sentence = useHeadlines()
  if (!headline) return <span className="strong">{title}</span>
  const text = sentence(headline)
  const name = headline.name ?? ''
  return (
    <span className="long inbox-line">
      <span className="strong">{text}</span>
      {!text.toLowerCase().includes(title.toLowerCase()) && (name === '' || !title.includes(name)) && (
        <small>{title}</small>
      )}
    </span>
  )
}
