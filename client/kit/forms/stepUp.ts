import { storeOf } from '../store.ts'

// In the memory of this page only: whoever takes the cookie does not get it.
let ticket: string | null = null
/** The request for a code that calls wait for, if any. */
const request = storeOf<PromiseWithResolvers<boolean> | null>(null)

/** The header of a call that sends money, once a fresh code was entered. */
export const ticketInHand = (): Record<string, string> => (ticket ? { 'X-Step-Up': ticket } : {})

/**
 * Asks the person for a fresh code, in one dialog however many calls wait for it. False when they enter none. `refused` is the
 * ticket that was no longer good: another call may have got a newer one meanwhile.
 */
export function requestCode(refused: string | undefined): Promise<boolean> {
  if (ticket && ticket !== refused) return Promise.resolve(true)
  const open = request.get() ?? Promise.withResolvers<boolean>()
  request.set(open)
  return open.promise
}

/** Ends the request: with the ticket that the server gave for the code, or without. */
export function endCodeRequest(newTicket: string | null) {
  ticket = newTicket
  const ended = request.get()
  request.set(null)
  ended?.resolve(newTicket !== null)
}

/** Whether a code is requested now. */
export const useCodeRequested = (): boolean => request.use() !== null
