import { Link, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { bringIntoSight } from './bringIntoSight.ts'
import { menuFor, tabsOf } from './menu.ts'
import { useWaiting } from './useWaiting.ts'
import { WaitingCount } from './WaitingCount.tsx'

/** The one row of tabs above related screens: each an address of its own, with what waits there. */
export function RelatedTabs() {
  const words = useWords().shell
  const user = useUser()
  const here = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const waitingAt = useWaiting()
  const row = useRef<HTMLElement>(null)
  const tabs = tabsOf(menuFor(user), here)
  // On a phone the row is longer than the screen.
  useEffect(() => bringIntoSight(row.current, { block: 'nearest', inline: 'center' }), [here.screen])
  if (tabs.length === 0) return null
  return (
    <nav className="related" aria-label={words.related} ref={row}>
      {tabs.map((tab) => (
        <Link
          key={tab.name}
          className={tab.name === here.screen ? 'related-tab active' : 'related-tab'}
          to={tab.to}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {words.screens[tab.name]}
          <WaitingCount waiting={waitingAt(tab)} />
        </Link>
      ))}
    </nav>
  )
}
