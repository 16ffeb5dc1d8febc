import type { PayoutResolution } from '#contract/payouts/payoutResolutions.ts'
import type { PartnerStatus, PayoutEnd } from '#server/kit/bank/payout.ts'
import { internalPic, type BankAccount, type InstitutionType } from '#server/kit/bank/bankAccounts.ts'
import type { BankCurrency, Exchange, TransferChannel } from '#server/kit/bank/bankTransfer.ts'
import { chooseChannel } from '#server/kit/bank/bankWays.ts'

export type PayoutStatus = 'QUEUED' | 'SENDING' | 'IN_DOUBT' | 'RETURNING' | PayoutEnd
export type LegStatus = 'QUEUED' | 'SENT' | 'ACCEPTED' | 'IN_DOUBT' | 'PAID' | 'REFUSED'
/** CAME_BACK: what the bank of the member has sent back after it was paid. It is never sent by us. */
export type LegKind = 'INTERNAL' | 'EXTERNAL' | 'RETURN' | 'CAME_BACK'

/** What a payout was opened with. None of it changes afterwards. */
export type PayoutOrder = {
  paymentType: 'INTERNALFT' | 'PESALINK' | 'MPESA' | 'RTGS'
  institutionCode: string
  institutionType: string
  accountNumber: string
  amountCents: bigint
  currency: BankCurrency
  dealCode: string | null
  receivedCents: bigint | null
  fundAccount: string
  transitAccount: string
  shortCode: string
}

/** What is known of a leg; a payout's legs stand in their order. */
export type LegFacts = {
  kind: LegKind
  status: LegStatus
  reason: string
  bankReference: string | null
  amountCents: bigint
}

/** A leg that is to be sent next. */
export type NewLeg = {
  kind: Exclude<LegKind, 'CAME_BACK'>
  channel: TransferChannel
  from: string
  to: BankAccount
  amountCents: bigint
  currency: BankCurrency
  exchange?: Exchange | undefined
}

/** Where a payout stands, and what is to be sent next. */
export type Stand = { status: PayoutStatus; next: NewLeg | null; reason: string; bankReference: string | null }

/**
 * What follows from the legs of a payout: the whole rule, without a database. One leg is open at a time, so an external leg
 * never goes before the money lies in transit, and never while another may still be paid.
 */
export function planNext(order: PayoutOrder, legs: readonly LegFacts[]): Stand {
  const last = legs.at(-1)
  if (!last) return sendNext('QUEUED', order.paymentType === 'RTGS' ? rtgsLeg(order) : internalLeg(order))
  // Why the farmer was not paid, or no longer is; a return that went well does not hide it.
  const refused =
    legs.findLast(({ kind }) => kind === 'CAME_BACK') ??
    legs.find(({ kind, status }) => kind !== 'RETURN' && status === 'REFUSED')
  const end = (status: PayoutEnd, reason: string, bankReference: string | null = null): Stand => ({
    status,
    next: null,
    reason,
    bankReference,
  })
  if (last.status !== 'PAID' && last.status !== 'REFUSED')
    return {
      status: underWay(last, legs.length),
      next: null,
      reason: refused?.reason ?? last.reason,
      bankReference: null,
    }
  if (last.kind === 'RETURN')
    return last.status === 'PAID'
      ? end('REVERSED', refused?.reason ?? '')
      : end('REVERSAL_FAILED', `${sentence(refused?.reason ?? '')}The return was refused: ${last.reason}`)
  if (last.kind === 'INTERNAL') {
    if (last.status === 'REFUSED') return end('FAILED', last.reason)
    return order.paymentType === 'INTERNALFT'
      ? end('PAID', '', last.bankReference)
      : sendNext('SENDING', externalLeg(order, partsOf(order)[0]))
  }
  // What never left the bank is back on the account that it left.
  if (last.kind === 'CAME_BACK' && !passesTransit(order)) return end('REVERSED', last.reason)
  const parts = partsOf(order)
  const missing = missingParts(order, legs)
  const paidOut = parts.length - missing.length
  if (last.kind === 'EXTERNAL' && last.status === 'PAID')
    return missing.length === 0
      ? end('PAID', '', last.bankReference)
      : sendNext('SENDING', externalLeg(order, missing[0]))
  // Some of it has reached the farmer: what is left lies in transit, and a person must decide.
  if (paidOut > 0) {
    const part =
      last.kind === 'CAME_BACK'
        ? `One of ${parts.length} parts came back`
        : `Part ${paidOut + 1} of ${parts.length} was refused`
    return end('REVERSAL_FAILED', `${sentence(last.reason)}${part}; what was not paid lies in transit.`)
  }
  if (!passesTransit(order)) return end('FAILED', last.reason)
  return { ...sendNext('RETURNING', returnLeg(order)), reason: last.reason }
}

// What goes inside the bank, or by RTGS, leaves the account of the payer when it is paid and not before.
const passesTransit = ({ paymentType }: PayoutOrder): boolean => paymentType === 'PESALINK' || paymentType === 'MPESA'

// The words of banks end with a full stop or without.
const sentence = (words: string): string => (words === '' ? '' : `${words.replace(/\.?$/, '.')} `)

/** The parts that have not reached the farmer, or came back, in the order in which they go. */
function missingParts(order: PayoutOrder, legs: readonly LegFacts[]): bigint[] {
  const missing = partsOf(order)
  for (const { kind, status, amountCents } of legs) {
    if (kind === 'CAME_BACK') missing.unshift(amountCents)
    if (kind === 'EXTERNAL' && status === 'PAID') missing.splice(missing.indexOf(amountCents), 1)
  }
  return missing
}

const isPaidInPart = (order: PayoutOrder, legs: readonly LegFacts[]): boolean =>
  missingParts(order, legs).length < partsOf(order).length

/**
 * The resolutions for a payout that is stuck in transit; none for any other. What was paid in part is not returned in part: the
 * member would owe a sum that nobody has lent.
 */
export function resolutionsOf(order: PayoutOrder, legs: readonly LegFacts[]): PayoutResolution[] {
  if (planNext(order, legs).status !== 'REVERSAL_FAILED') return []
  return isPaidInPart(order, legs) ? ['REST_AGAIN', 'WAS_PAID'] : ['RETURN_AGAIN', 'CAME_BACK', 'WAS_PAID']
}

/** The legs that follow on a resolution: to be sent, or shown by evidence. */
export function legsOfResolution(
  order: PayoutOrder,
  legs: readonly LegFacts[],
  resolution: PayoutResolution,
): NewLeg[] {
  if (resolution === 'RETURN_AGAIN' || resolution === 'CAME_BACK') return [returnLeg(order)]
  const rest = missingParts(order, legs).map((amountCents) => externalLeg(order, amountCents))
  return resolution === 'REST_AGAIN' ? rest.slice(0, 1) : rest
}

function underWay(leg: LegFacts, count: number): PayoutStatus {
  if (leg.status === 'IN_DOUBT') return 'IN_DOUBT'
  if (leg.kind === 'RETURN') return 'RETURNING'
  return count === 1 && leg.status === 'QUEUED' ? 'QUEUED' : 'SENDING'
}

const sendNext = (status: PayoutStatus, next: NewLeg): Stand => ({ status, next, reason: '', bankReference: null })

const ownAccount = (accountNumber: string): BankAccount => ({
  institutionCode: internalPic,
  institutionType: 'BANK',
  accountNumber,
})

const farmerAccount = ({ institutionCode, institutionType, accountNumber }: PayoutOrder): BankAccount => ({
  institutionCode,
  institutionType: institutionType as InstitutionType, // border: opened with one of them
  accountNumber,
})

const internalLeg = (order: PayoutOrder): NewLeg => ({
  currency: order.currency,
  exchange:
    order.dealCode !== null && order.receivedCents !== null
      ? { dealCode: order.dealCode, receivedCents: order.receivedCents }
      : undefined,
  kind: 'INTERNAL',
  channel: 'internal',
  from: order.fundAccount,
  to: order.paymentType === 'INTERNALFT' ? farmerAccount(order) : ownAccount(order.transitAccount),
  amountCents: order.amountCents,
})

/** It waits for a file: nothing sends it alone. */
const rtgsLeg = (order: PayoutOrder): NewLeg => ({
  kind: 'EXTERNAL',
  channel: 'rtgs',
  currency: 'KES',
  from: order.fundAccount,
  to: farmerAccount(order),
  amountCents: order.amountCents,
})

function externalLeg(order: PayoutOrder, amountCents: bigint | undefined): NewLeg {
  const isMpesa = order.paymentType === 'MPESA'
  if (amountCents === undefined) throw new Error('a payout has no such part')
  return {
    kind: 'EXTERNAL',
    currency: 'KES',
    channel: isMpesa ? 'mpesa' : 'pesalink',
    from: isMpesa ? order.shortCode : order.transitAccount,
    to: farmerAccount(order),
    amountCents,
  }
}

const returnLeg = (order: PayoutOrder): NewLeg => ({
  currency: order.currency,
  kind: 'RETURN',
  channel: 'internal',
  from: order.transitAccount,
  to: ownAccount(order.fundAccount),
  amountCents: order.amountCents,
})

// The same amount to the same account is always cut the same way.
function partsOf(order: PayoutOrder): bigint[] {
  const way = chooseChannel({ to: farmerAccount(order), amountCents: order.amountCents, currency: 'KES' })
  if (typeof way === 'string' || way.paymentType !== order.paymentType)
    throw new Error('a payout was opened without a way')
  return way.partsCents
}

/** How the bank stands to a payout, as the wire spells it. */
export function partnerStatusOf({ status, reason }: Pick<Stand, 'status' | 'reason'>): PartnerStatus {
  switch (status) {
    case 'QUEUED':
      return 'QUEUED'
    case 'SENDING':
      return 'SENT'
    case 'IN_DOUBT':
      return reason === 'timeout' ? 'TIMEOUT' : 'UNKNOWN'
    case 'PAID':
      return 'SUCCESS'
    case 'RETURNING':
    case 'FAILED':
    case 'REVERSED':
    case 'REVERSAL_FAILED':
      return 'FAILED'
  }
}

/** Seconds until the n-th query about a transfer that is not settled; the fifteen minutes of a lost order are met. */
export const queryAfterSeconds = (timesQueried: number): number => Math.min(300, 5 * 2 ** Math.min(timesQueried, 10))
