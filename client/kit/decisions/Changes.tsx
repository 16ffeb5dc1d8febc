import { IconArrowRight } from '@tabler/icons-react'
import type { AuditEvent } from '#contract/house/audit.ts'
import { useContractWords, useWords } from '../words.ts'

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The before and after of each changed value. */
export function Changes({ changes }: { changes: AuditEvent['changes'] }) {
  const words = useWords().lists
  const translate = useContractWords()
  const entries = Object.entries(changes)
  if (entries.length === 0) return null
  return (
    <div className="diff">
      <b>{words.changed}</b>
      {entries.map(([name, { before, after }]) => (
        <span key={name}>
          {translate(name)}: <del>{textOf(before)}</del> <IconArrowRight size={13} aria-hidden />{' '}
          <ins>{translate(textOf(after))}</ins>
        </span>
      ))}
    </div>
  )
}
