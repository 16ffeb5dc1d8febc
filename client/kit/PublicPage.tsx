import type { ReactNode } from 'react'
import { LanguageMenu } from './LanguageMenu.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { useWords } from './words.ts'
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
