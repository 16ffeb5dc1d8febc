import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconShieldX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CallRefused } from './call.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { useContractWords, useWords } from './words.ts'
import './publicPage.css'

/** A page for who holds a paper of ours: open to everybody, in the language of the reader, and without the menu. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  const { product } = useWords().shell
  return (
    <div className="public">
      <title>{`${title} · ${product}`}</title>
      <header className="public-head">
        <img src="/icon.svg" width={32} height={32} alt="" />
        <span>{product}</span>
        <div className="public-tools">
          <LanguageMenu />
          <ThemeToggle />
        </div>
      </header>
      <main className="card public-card">
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}

type PublicAnswerProps = {
  read: { error: CallRefused | null; refetch: () => unknown }
  words: Record<'waiting' | 'unknown' | 'failed' | 'again', string>
  /** What the paper says, once it is there. */
  children: ReactNode
}

/** What a paper says to who holds it: on its way, there, unknown to us, or not to be had just now. */
export function PublicAnswer({ read: { error, refetch }, words, children }: PublicAnswerProps) {
  const translate = useContractWords()
  // The region is always there, so that a screen reader notices what comes.
  return (
    <div role="status">
      {!children && !error && <Loader size="sm" aria-label={words.waiting} />}
      {children}
      {error && error.status === 404 && (
        <Alert color="cherry" icon={<IconShieldX aria-hidden />} title={words.unknown}>
          {translate(error.message)}
        </Alert>
      )}
      {error && error.status !== 404 && (
        <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title={words.failed}>
          <p>{translate(error.message)}</p>
          <Button size="xs" variant="default" mt="sm" onClick={() => void refetch()}>
            {words.again}
          </Button>
        </Alert>
      )}
    </div>
  )
}
