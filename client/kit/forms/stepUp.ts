import { useSyncExternalStore } from 'react'

// In the memory of this page only: whoever takes the cookie does not get it.
let ticket: string | null = null
let answerAll: ((granted: boolean) => void) | null = null
let pending: Promise<boolean> | null = null
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** The header of a call that sends money, once a fresh code was given. */
export const ticketInHand = (): Record<string, string> => (ticket ? { 'X-Step-Up': ticket } : {})

/**
 * Asks the person for a fresh code, in one dialog however many calls wait for it. False when they gave none. `refused` is the
 * ticket that was no longer good: another call may have got a newer one meanwhile.
 */
export function requestCode(refused: string | undefined): Promise<boolean> {
  if (ticket && ticket !== refused) return Promise.resolve(true)
  pending ??= new Promise<boolean>((resolve) => {
    answerAll = resolve
    notify()
  })
  return pending
}

/** Ends the question: with the ticket that the code has brought, or without. */
export function endCodeRequest(newTicket: string | null) {
  ticket = newTicket
  const answer = answerAll
  pending = null
  answerAll = null
  notify()
  answer?.(newTicket !== null)
}

/** Whether a code is being asked for now. */
export const useCodeRequested = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => answerAll !== null,
  )
