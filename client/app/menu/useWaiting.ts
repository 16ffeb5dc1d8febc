import { inbox } from '#contract/house/inbox.ts'
import { useCall } from '#client/kit/queries.ts'

/** Inbox and menu count what waits; a minute is soon enough, and every action reads the numbers anew. */
const countsEvery = 60_000

type Counted = { name: string; counts: readonly string[]; tabs?: readonly { name: string }[] }

/** How much waits for the user at a screen, or at an entry of the menu with its tabs. */
export function useWaiting() {
  const counts = useCall(inbox.counts, {}, { refetchInterval: countsEvery }).data
  return ({ name, counts: kinds, tabs = [{ name }] }: Counted): number => {
    if (!counts) return 0
    if (name === 'inbox') return counts.total
    const decisions = kinds.reduce((sum, kind) => sum + (counts.kinds[kind] ?? 0), 0)
    return tabs.reduce((sum, tab) => sum + (counts.works[tab.name] ?? 0), decisions)
  }
}
