import { z } from 'zod'
import { plainAccount } from './bankAccounts.ts'
import { Amount, Code, inDoubt } from './bankTransfer.ts'
import type { BankReport, Transfer } from './bankTransfer.ts'
import type { BankResponse } from './bankWire.ts'

// M-PESA payments from business to customer, as Safaricom's Daraja takes them (B2C v3, where the caller names the order) and
// its transaction status. Both answer at once only that they were understood; the result comes to the callback address.

/** How we sign in to M-PESA as a business. */
export type MpesaInitiator = { name: string; securityCredential: string }

/** The order of a payment to a mobile number. The amount is whole shillings. */
export function orderOf(
  transfer: Transfer,
  { initiator, callbackUrl }: { initiator: MpesaInitiator; callbackUrl: string },
): { path: string; body: object } {
  return {
    path: '/mpesa/b2c/v3/paymentrequest',
    body: {
      OriginatorConversationID: transfer.reference,
      InitiatorName: initiator.name,
      SecurityCredential: initiator.securityCredential,
      CommandID: 'BusinessPayment',
      Amount: Number(transfer.amountCents / 100n),
      PartyA: transfer.from,
      PartyB: plainAccount(transfer.to).accountNumber,
      Remarks: transfer.narration.slice(0, 100),
      QueueTimeOutURL: callbackUrl,
      ResultURL: callbackUrl,
      Occassion: '',
    },
  }
}

/** The status enquiry of a payment. Its result repeats `Occasion`, which says which payment was meant and when. */
export function statusRequest(
  { reference, from }: Transfer,
  { initiator, callbackUrl, askedAt }: { initiator: MpesaInitiator; callbackUrl: string; askedAt: Date },
): { path: string; body: object } {
  return {
    path: '/mpesa/transactionstatus/v1/query',
    body: {
      Initiator: initiator.name,
      SecurityCredential: initiator.securityCredential,
      CommandID: 'TransactionStatusQuery',
      TransactionID: '',
      OriginatorConversationID: reference,
      PartyA: from,
      IdentifierType: '4',
      ResultURL: callbackUrl,
      QueueTimeOutURL: callbackUrl,
      Remarks: 'Status',
      Occasion: `${reference} ${askedAt.toISOString()}`,
    },
  }
}

const short = z.string().max(300)
const Acknowledgement = z.object({
  OriginatorConversationID: short,
  ResponseCode: Code,
  ResponseDescription: short.nullish(),
})
const Problem = z.object({ errorCode: Code, errorMessage: short.nullish() })
const invalidRequest = '400.002.02'

/** M-PESA's report in the answer to an order; null when it is none. A problem names no order: it is the answer to ours. */
export function readAnswer({ status, json }: BankResponse, reference: string): BankReport | null {
  const problem = Problem.safeParse(json)
  if (problem.success) {
    const { errorCode: code, errorMessage } = problem.data
    const words = errorMessage ?? ''
    if (/duplicate originatorconversationid/i.test(words)) return { reference, says: { outcome: 'DUPLICATE' } }
    return status === 400 && code === invalidRequest ? { reference, says: { outcome: 'REFUSED', code, words } } : null
  }
  const parsed = Acknowledgement.safeParse(json)
  if (status !== 200 || !parsed.success) return null
  const { OriginatorConversationID, ResponseCode } = parsed.data
  const says = ResponseCode === '0' ? ({ outcome: 'ACCEPTED' } as const) : inDoubt('undecided')
  return { reference: OriginatorConversationID, says }
}

/** Whether M-PESA will look a payment up and send the result. */
export function isAcknowledged({ status, json }: BankResponse): boolean {
  const parsed = Acknowledgement.safeParse(json)
  return status === 200 && parsed.success && parsed.data.ResponseCode === '0'
}

const Item = z.object({ Key: short, Value: z.union([short, z.number()]).nullish() })
const Result = z.object({
  Result: z.object({
    ResultCode: Code,
    ResultDesc: short.nullish(),
    OriginatorConversationID: short,
    TransactionID: short.nullish(),
    ResultParameters: z.object({ ResultParameter: z.array(Item).max(50) }).nullish(),
    ReferenceData: z.object({ ReferenceItem: z.union([Item, z.array(Item).max(20)]) }).nullish(),
  }),
})

// Insufficient funds, below the least and above the most amount, daily limit, receiver's limit, wrong initiator (three ways),
// account inactive, no such product, receiver not registered, initiator locked, receiver does not exist. 15 (duplicate) and
// 17 and 26 (internal failure, too busy) are missing on purpose: they do not say that nothing was paid.
const refusedPayments = new Set([
  '1',
  '2',
  '3',
  '4',
  '8',
  '18',
  '20',
  '21',
  '2001',
  '2006',
  '2028',
  '2040',
  '8006',
  'SFC_IC0003',
])
const refusedStates = new Set(['Failed', 'Declined', 'Cancelled', 'Expired'])
/** The result of a status enquiry about an order that M-PESA has not met; agreed with the gateway, Safaricom publishes none. */
export const noSuchPayment = '2032'

/** M-PESA's report in a result of an order or of a status enquiry; null when it is none. */
export function readMessage(json: unknown): BankReport | null {
  const parsed = Result.safeParse(json)
  if (!parsed.success) return null
  const { ResultCode: code, ResultDesc, OriginatorConversationID, TransactionID, ReferenceData } = parsed.data.Result
  const parameters = new Map(
    (parsed.data.Result.ResultParameters?.ResultParameter ?? []).map(({ Key, Value }) => [Key, String(Value ?? '')]),
  )
  const words = ResultDesc ?? ''
  const enquiry = enquiryOf([ReferenceData?.ReferenceItem ?? []].flat())
  if (enquiry) return readStatus({ ...enquiry, code, parameters })
  const reference = OriginatorConversationID
  if (refusedPayments.has(code)) return { reference, says: { outcome: 'REFUSED', code, words } }
  if (code !== '0') return { reference, says: inDoubt('undecided') }
  return paid({
    reference,
    bankReference: TransactionID ?? '',
    amount: parameters.get('TransactionAmount'),
    receiver: parameters.get('ReceiverPartyPublicName'),
  })
}

/** The order and the time that a status enquiry was about; null for the result of an order. */
function enquiryOf(items: z.output<typeof Item>[]): { reference: string; askedAt: Date } | null {
  const occasion = items.find(({ Key }) => Key === 'Occasion')?.Value
  const [reference, time] = String(occasion ?? '').split(' ')
  const askedAt = new Date(time ?? '')
  return reference && !Number.isNaN(askedAt.getTime()) ? { reference, askedAt } : null
}

type StatusResult = { reference: string; askedAt: Date; code: string; parameters: Map<string, string> }

function readStatus({ reference, askedAt, code, parameters }: StatusResult): BankReport {
  if (code === noSuchPayment) return { reference, says: { outcome: 'NOT_KNOWN', askedAt } }
  const state = parameters.get('TransactionStatus') ?? ''
  // Two spellings are about.
  const repeated = parameters.get('OriginatorConversationID') ?? parameters.get('Originator Conversation ID')
  if (code !== '0' || repeated !== reference)
    return { reference, says: inDoubt(code === '0' ? 'mismatch' : 'undecided') }
  if (refusedStates.has(state))
    return { reference, says: { outcome: 'REFUSED', code: state, words: parameters.get('TransactionReason') ?? '' } }
  if (state !== 'Completed')
    return { reference, says: state === 'Pending' ? { outcome: 'ACCEPTED' } : inDoubt('undecided') }
  return paid({
    reference,
    bankReference: parameters.get('ReceiptNo') ?? '',
    amount: parameters.get('Amount'),
    receiver: parameters.get('CreditPartyName'),
  })
}

/** A success that does not say whom, how much and under which number is not believed. */
function paid(result: {
  reference: string
  bankReference: string
  amount: string | undefined
  receiver: string | undefined
}): BankReport {
  const { reference, bankReference } = result
  const amount = Amount.safeParse(result.amount)
  // "254708374149 - John Doe"
  const accountNumber = /^254\d{9}(?= - |$)/.exec(result.receiver ?? '')?.[0]
  if (!amount.success || !accountNumber || !bankReference) return { reference, says: inDoubt('garbage') }
  return {
    reference,
    says: { outcome: 'PAID', bankReference },
    facts: { amountCents: amount.data, currency: 'KES', accountNumber },
  }
}
