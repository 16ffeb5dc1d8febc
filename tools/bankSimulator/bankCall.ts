import type { AccountBook } from './accountBook.ts'
import type { Answer } from './faultyAnswer.ts'
import type { Ledger } from './ledger.ts'
import type { Order, Orders } from './orders.ts'
import type { Rates } from './rates.ts'

/** Everything the simulated bank holds, and its way to send its customer a message later. */
export type SimulatedBank = {
  book: AccountBook
  ledger: Ledger
  orders: Orders
  rates: Rates
  /** Sends the result of a status question of M-PESA to the address that it named. */
  sendLater: (message: { url: string; accountNumber: string; body: object; wrong: object }) => void
}

/**
 * A call of the bank: signed, exposed to faults. `read` gives null when the request is malformed; `run` has the effect and
 * makes the answer, or refuses with the code that a fault orders.
 */
export type BankCall = {
  path: string
  read: (request: {
    body: unknown
    bank: SimulatedBank
    now: Date
  }) => { accountNumber: string; run: (refuseWith?: string) => Answer | Promise<Answer> } | null
}

/** The fields with which every message of Co-operative Bank Connect begins. */
export const connectHead = (reference: string, now: Date, code = '0', description = 'SUCCESS') => ({
  MessageReference: reference,
  MessageDateTime: now.toISOString(),
  MessageCode: code,
  MessageDescription: description,
})

/** A message of the bank, right and as it would be if the bank mixed up two customers. */
export type MessageOf = (order: Order, now: Date) => { body: object; wrong: object }
