import type { Tx } from '../db.ts'
import type { BankCurrency, Exchange } from './bankTransfer.ts'

/** Where money goes, as it was verified when the payment was authorised. */
type PayoutAccount = {
  institutionCode: string
  institutionType: string
  accountNumber: string
  accountName: string
}

/** An intent to pay, made once for each source. It goes out after the commit of the transaction that opened it. */
export type NewPayout = {
  sourceKind: string
  sourceId: string
  /** Whose member is paid: sees the payout. */
  organisationId: string
  /** Who pays. */
  lenderId: string
  title: string
  amountCents: bigint
  /** Shillings unless it says otherwise. */
  currency?: BankCurrency
  exchange?: Exchange
  /** The payer's own account that it leaves; without one the fund of the lender pays. */
  from?: string
  /** RTGS: waits until people put it into a file and release it. */
  paymentType: 'INTERNALFT' | 'PESALINK' | 'MPESA' | 'RTGS'
  account: PayoutAccount
  narration: string
}

/** What a payout has come to. All but PROCESSING are final. */
export type PayoutEnd = 'PAID' | 'FAILED' | 'REVERSED' | 'REVERSAL_FAILED'

/** How the bank stands to it, as the wire spells it. */
const partnerStatuses = ['NOT_APPLICABLE', 'QUEUED', 'SENT', 'SUCCESS', 'FAILED', 'TIMEOUT', 'UNKNOWN'] as const
export type PartnerStatus = (typeof partnerStatuses)[number]

/** What became of the payout of one source. PROCESSING may be reported many times, or never; an end is reported exactly once, unless the money came back later. */
export type PayoutNews = {
  sourceId: string
  organisationId: string
  status: 'PROCESSING' | PayoutEnd
  partnerStatus: PartnerStatus
  partnerReference: string | null
  reason: string
  at: Date
}

/**
 * Who is notified when payouts of a kind of source move on, in the transaction that writes it down, with the rights of the
 * system. All news of one transaction come in one list, each source once in it: settle them in one list of ledger movements.
 */
export type PayoutOwner = {
  sourceKind: string
  settled: (tx: Tx, news: readonly PayoutNews[]) => Promise<void>
  /**
   * It takes back what was paid. Then PROCESSING may follow on PAID (the money is on its way back to the payer), and REVERSED
   * ends it. Without this a return that the bank reports later stays an exception for people.
   */
  takesReturns?: true
}

const known = new Map<string, PayoutOwner>()

/** Registers the owners with whoever settles payouts: once, where the program is put together. */
export function registerPayoutOwners(owners: readonly PayoutOwner[]): void {
  for (const owner of owners) known.set(owner.sourceKind, owner)
}

/** Every registered owner. */
export const payoutOwnersInForce = (): readonly PayoutOwner[] => [...known.values()]
