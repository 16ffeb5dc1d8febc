import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What a person should look at before going on; nothing to look at is nothing on the screen. */
export function Warned({
  title,
  lines,
  className = '',
}: {
  title: string
  lines: readonly { key: string; text: ReactNode }[]
  className?: string
}) {
  if (lines.length === 0) return null
  return (
    <Alert
      className={`al warned ${className}`}
      color="gold"
      title={title}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <ul>
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}

type Note = { code: string; message: string }

/** The notes of a record as lines, said in the language of the reader. */
export const noteLines = (notes: readonly Note[], translate: (message: string) => string) =>
  notes.map(({ code, message }) => ({ key: `${code} ${message}`, text: translate(message) }))
