import type { House } from '#server/kit/house.ts'
import { startWatched } from '#server/kit/watched.ts'
import type { Paying } from './leasedLegs.ts'
import { areMessagesDue, matchMessages } from './matchMessages.ts'
import { areQueriesDue, queryDue } from './queryLegs.ts'
import { areLegsDue, sendDue } from './sendLegs.ts'

/** Sends, queries and matches while the server runs. Any number of servers share the work: every leg is leased by one of them. */
export function startPayouts(house: House): { stop: () => Promise<void> } {
  let isStopping = false
  const paying: Paying = { ...house, mayContinue: () => !isStopping }
  const untilNothing = (work: (paying: Paying) => Promise<number>) => async (): Promise<void> => {
    while (!isStopping && (await work(paying)) > 0);
  }
  const works = [
    { isDue: areLegsDue, work: untilNothing(sendDue), announcedAs: 'payouts.legs', what: 'sending payouts' },
    { isDue: areQueriesDue, work: untilNothing(queryDue), what: 'asking about payouts' },
    {
      isDue: areMessagesDue,
      work: untilNothing(matchMessages),
      announcedAs: 'bank.messages',
      what: 'matching messages of the bank',
    },
  ].map((watched) => startWatched(house, watched))
  return {
    stop: async () => {
      isStopping = true
      await Promise.all(works.map(({ stop }) => stop()))
    },
  }
}
