import { inbox } from '#contract/house/inbox.ts'
import { useCall } from '#client/kit/queries.ts'

/** Inbox and menu count what waits; a minute is soon enough, and every action reads the numbers anew. */
const countsEvery = 60_000

/** How much waits for the user at a screen. */
export function useWaiting() {
  const counts = useCall(inbox.counts, {}, { refetchInterval: countsEvery }).data
  return ({ name, counts: kinds }: { name: string; counts: readonly string[] }): number =>
    (name === 'inbox' ? counts?.total : kinds.reduce((sum, kind) => sum + (counts?.kinds[kind] ?? 0), 0)) ?? 0
}
