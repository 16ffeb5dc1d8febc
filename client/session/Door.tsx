import type { ReactNode } from 'react'
import { LanguageMenu } from '#client/kit/LanguageMenu.tsx'
import { ThemeToggle } from '#client/kit/ThemeToggle.tsx'
import { useWords } from '#client/kit/words.ts'
import { Branch } from './Branch.tsx'
import './signIn.css'

type DoorProps = { title: string; heading: string; points?: ReactNode; children: ReactNode }

/** What somebody sees who is not inside yet: whose house it is, and a form. `points` stand below its promise. */
export function Door({ title, heading, points, children }: DoorProps) {
  const { product } = useWords().shell
  const { promise } = useWords().session
  return (
    <div className="door">
      <title>{`${title} · ${product}`}</title>
      <aside className="door-brand">
        <Branch />
        <div className="door-name">
          <img src="/icon.svg" width={40} height={40} alt="" />
          <span>{product}</span>
        </div>
        <p className="door-promise">{promise}</p>
        {points}
      </aside>
      <main className="door-main">
        <div className="door-tools">
          <LanguageMenu />
          <ThemeToggle />
        </div>
        <div className="door-form">
          <h1>{heading}</h1>
          {children}
        </div>
      </main>
    </div>
  )
}
