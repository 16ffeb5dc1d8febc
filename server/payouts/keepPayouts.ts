import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import type { Paying } from './leasedLegs.ts'
import { matchMessages } from './matchMessages.ts'
import { queryDue } from './queryLegs.ts'
import { sendDue } from './sendLegs.ts'

/** Sends, queries and matches while the server runs. Any number of servers share the work: every leg is leased by one of them. */
export function startPayouts(house: House): { stop: () => Promise<void> } {
  let isStopping = false
  const paying: Paying = { ...house, mayContinue: () => !isStopping }
  const untilNothing = (work: (paying: Paying) => Promise<number>) => async (): Promise<void> => {
    while (!isStopping && (await work(paying)) > 0);
  }
  const intervals = [
    { everyMs: 500, work: untilNothing(sendDue), what: 'sending payouts' },
    { everyMs: 1_000, work: untilNothing(queryDue), what: 'asking about payouts' },
    { everyMs: 500, work: untilNothing(matchMessages), what: 'matching messages of the bank' },
  ].map((interval) => startInterval({ ...interval, log: house.log }))
  return {
    stop: async () => {
      isStopping = true
      await Promise.all(intervals.map(({ stop }) => stop()))
    },
  }
}
