import { Button, Skeleton } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useContractWords } from '#client/kit/words.ts'

type OwnListProps = {
  /** Of the section; it must be the only one on the page. */
  id: string
  title: string
  hint: string
  /** What is done with the list as a whole; `whyNot` is said where it cannot be done. */
  action: { label: string; Icon?: TablerIcon; run: () => void }
  whyNot: string | false
  /** The lines, once they are known. */
  lines: readonly ReactNode[] | undefined
  error: Error | null
}

/** A card of the account: something that the user has several of, each on a line. */
export function OwnList({ id, title, hint, action: { label, Icon, run }, whyNot, lines, error }: OwnListProps) {
  const translate = useContractWords()
  const noteId = `${id}-not`
  return (
    <section className="card pad" aria-labelledby={id}>
      <div className="account-factor">
        <div>
          <h2 id={id}>{title}</h2>
          <p className="sub">{hint}</p>
        </div>
        <Button
          variant="default"
          leftSection={Icon && <Icon size={16} aria-hidden />}
          onClick={run}
          disabled={!lines || whyNot !== false}
          {...(lines && whyNot !== false ? { 'aria-describedby': noteId } : {})}
        >
          {label}
        </Button>
      </div>
      {lines && whyNot !== false && (
        <p id={noteId} className="sub">
          {whyNot}
        </p>
      )}
      {error && !lines && <p role="alert">{translate(error.message)}</p>}
      {!lines && !error && <Skeleton height={48} mt={12} />}
      {lines && lines.length > 0 && <ul className="passkeys">{lines}</ul>}
    </section>
  )
}
