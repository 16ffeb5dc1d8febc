import type { Fault } from '../../tools/bankSimulator/faults.ts'

/** Every path that moves money or reports on it. Names are looked up undisturbed. */
const paths = [
  '/FundsTransfer/Internal/A2A/2.0.0',
  '/FundsTransfer/External/A2A/PesaLink/1.0.0',
  '/mpesa/b2c/v3/paymentrequest',
  '/Enquiry/TransactionStatus/2.0.0',
  '/mpesa/transactionstatus/v1/query',
]

/**
 * One answer in ten never comes, with the order carried out or lost; one in twenty comes twice; some orders arrive when nobody
 * waits for them any more. Messages come late, twice, after the next, about another amount, or never.
 */
export const usualFaults: readonly Fault[] = [
  ...paths.flatMap((path): Fault[] => [
    { kind: 'timeout', when: 'after', rate: 0.07, path },
    { kind: 'timeout', when: 'before', rate: 0.03, path },
    { kind: 'duplicate', rate: 0.05, path },
    { kind: 'late', when: 'before', rate: 0.02, delayMs: 7_000, path },
  ]),
  { kind: 'callbackTwice', rate: 0.05 },
  { kind: 'callbackLate', rate: 0.05, delayMs: 4_000 },
  { kind: 'callbackAfterNext', rate: 0.05 },
  { kind: 'callbackWrong', rate: 0.02 },
  { kind: 'callbackNever', rate: 0.03 },
]

/** Nobody answers for so long; what is sent meanwhile goes astray. */
export const away = (ms: number): Fault[] => paths.map((path) => ({ kind: 'away', when: 'before', path, for: { ms } }))
