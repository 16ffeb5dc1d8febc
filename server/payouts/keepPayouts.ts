import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { askDue } from './askLegs.ts'
import { matchMessages } from './matchMessages.ts'
import { sendDue } from './sendLegs.ts'

/** Sends, asks and listens while the server runs. Any number of servers share the work: every leg is taken by one of them. */
export function startPayouts(house: House): { stop: () => Promise<void> } {
  let isStopping = false
  const paying = { ...house, goOn: () => !isStopping }
  const untilNothing = (work: (given: typeof paying) => Promise<number>) => async (): Promise<void> => {
    while (!isStopping && (await work(paying)) > 0);
  }
  const intervals = [
    { everyMs: 500, work: untilNothing(sendDue), what: 'sending payouts' },
    { everyMs: 1_000, work: untilNothing(askDue), what: 'asking about payouts' },
    { everyMs: 500, work: untilNothing(matchMessages), what: 'matching messages of the bank' },
  ].map((given) => startInterval({ ...given, log: house.log }))
  return {
    stop: async () => {
      isStopping = true
      await Promise.all(intervals.map(({ stop }) => stop()))
    },
  }
}
