import { IconArrowRight } from '@tabler/icons-react'
import type { AuditEvent } from '#contract/house/audit.ts'
import { useFormat } from '../format.ts'
import { useContractWords, useWords } from '../words.ts'
import { changeTexts } from '../trailTexts.ts'

/** The before and after of each changed value. */
export function Changes({ changes }: { changes: AuditEvent['changes'] }) {
  const words = useWords()
  const texts = changeTexts(changes, { words, translate: useContractWords(), format: useFormat() })
  if (texts.length === 0) return null
  return (
    <div className="diff">
      <b>{words.lists.changed}</b>
      {texts.map(({ key, title, before, after }) => (
        <span key={key}>
          {title}:{' '}
          {before !== '–' && (
            <>
              <del>{before}</del> <IconArrowRight size={13} aria-hidden />{' '}
            </>
          )}
          <ins>{after}</ins>
        </span>
      ))}
    </div>
  )
}
