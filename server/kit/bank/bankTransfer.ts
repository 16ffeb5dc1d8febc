import { z } from 'zod'
import { plainAccount, type BankAccount, type BankChannel } from './bankAccounts.ts'
import type { SilentReason } from './bankWire.ts'

export type BankCurrency = 'KES' | 'USD'

/** RTGS goes by file, never by an order of its own; its status is queried like that of any other. */
export type TransferChannel = BankChannel | 'rtgs'

/** One movement of money as it is ordered. Everything in it is compared with what the bank says later. */
export type Transfer = {
  /** Its name for ever: at most 27 letters, digits and hyphens. The bank moves money at most once for it. */
  reference: string
  channel: TransferChannel
  /** Our account: 14 digits at Co-operative Bank, or our M-PESA short code. */
  from: string
  to: BankAccount
  amountCents: bigint
  currency: BankCurrency
  narration: string
  /** The deal by which dollars arrive as shillings; without one what leaves arrives. */
  exchange?: Exchange
}
/** `receivedCents` is what arrives, in cents of a shilling. */
export type Exchange = { dealCode: string; receivedCents: bigint }

/** Why nobody can say whether money moved. None of these is a "no". */
export type DoubtReason = Exclude<SilentReason, 'resting' | 'cancelled'> | 'not_known' | 'answer_follows'

/**
 * How a transfer stands. ACCEPTED: the bank has the order, nobody is paid. PAID and REFUSED are final.
 * IN_DOUBT: money may have moved; only a status query, a callback or the statement may settle it, never a second attempt.
 */
export type TransferOutcome =
  | { outcome: 'ACCEPTED' }
  | { outcome: 'PAID'; bankReference: string }
  | { outcome: 'REFUSED'; code: string; words: string }
  | { outcome: 'IN_DOUBT'; reason: DoubtReason }

/**
 * What one message of the bank says of a transfer, before it is compared with the order. NOT_KNOWN: the bank has not met the
 * reference, as of `askedAt`. DUPLICATE: it has met it before.
 */
export type BankReport = {
  reference: string | null
  says: TransferOutcome | { outcome: 'NOT_KNOWN'; askedAt: Date } | { outcome: 'DUPLICATE' }
  /** Of whom and how much the message speaks, where it says so. */
  facts?: { amountCents: bigint; currency: BankCurrency; accountNumber: string }
}

export const inDoubt = (reason: DoubtReason): TransferOutcome => ({ outcome: 'IN_DOUBT', reason })

/** A request that was on its way this long can no longer arrive: the bank refuses signatures that are older. */
export const lostAfterMs = 15 * 60_000

type Settlement = { transfer: Transfer; sentAt: Date; report: BankReport }

/**
 * Compares the bank's report with the order. A report about another reference, amount, currency or account settles nothing.
 * "I do not know it" is a refusal only when the order can no longer be on its way; before, it may still arrive and be paid.
 */
export function settle({ transfer, sentAt, report }: Settlement): TransferOutcome {
  const { reference, says, facts } = report
  if (reference !== transfer.reference) return inDoubt('mismatch')
  if (facts && !agrees(facts, transfer)) return inDoubt('mismatch')
  if (says.outcome === 'DUPLICATE') return inDoubt('undecided')
  if (says.outcome !== 'NOT_KNOWN') return says
  const isLost = says.askedAt.getTime() - sentAt.getTime() >= lostAfterMs
  return isLost
    ? { outcome: 'REFUSED', code: 'NOT_RECEIVED', words: 'The bank never received this order.' }
    : inDoubt('not_known')
}

function agrees(facts: NonNullable<BankReport['facts']>, transfer: Transfer): boolean {
  const { exchange } = transfer
  return (
    facts.amountCents === (exchange ? exchange.receivedCents : transfer.amountCents) &&
    facts.currency === (exchange ? 'KES' : transfer.currency) &&
    facts.accountNumber === plainAccount(transfer.to).accountNumber
  )
}

/** A line of a statement; a credit is positive. `reference` is the order's, where the bank repeats it. */
export type StatementLine = {
  bankReference: string
  reference: string
  at: Date
  narration: string
  amountCents: bigint
  balanceCents: bigint
}

export type Statement =
  | { outcome: 'told'; lines: StatementLine[] }
  /** What came may be anybody's: it does not carry the bank's signature. */
  | { outcome: 'unsigned' }
  | { outcome: 'refused'; code: string; words: string }
  | { outcome: 'silent'; reason: SilentReason }

export type Balance =
  | { outcome: 'told'; availableCents: bigint; bookCents: bigint; currency: BankCurrency }
  | { outcome: 'refused'; code: string; words: string }
  | { outcome: 'silent'; reason: SilentReason }

/** An amount as the banks write it: at most two decimals, as a number or as text. Read into cents without a float between. */
export const Amount = z
  .union([z.string().max(20), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/))
  .transform((text) => {
    const [whole = '', decimals = ''] = text.replace('-', '').split('.')
    const cents = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
    return text.startsWith('-') ? -cents : cents
  })

/** A code, which banks write as a number or as text. */
export const Code = z.union([z.string().max(40), z.number()]).transform(String)
