import { toAmount } from '#contract/kit/money.ts'
import { z } from 'zod'
import { plainAccount } from './bankAccounts.ts'
import { Amount, Code, inDoubt } from './bankTransfer.ts'
import type { Balance, BankReport, Statement, Transfer } from './bankTransfer.ts'
import { silence, silenceOf, type BankResponse } from './bankWire.ts'

// Co-operative Bank Connect, as its public clients speak it: transfers inside the bank and through PesaLink, what became of
// them, statement and balance. A transfer has one destination here, so that one answer is about one payment.

const short = z.string().max(200)
const Currency = z.enum(['KES', 'USD'])
const Leg = z.object({
  ReferenceNumber: short,
  AccountNumber: short,
  Amount,
  TransactionCurrency: Currency,
  TransactionID: short.nullish(),
  ResponseCode: Code.nullish(),
  ResponseDescription: short.nullish(),
})
const Message = z.object({
  MessageReference: short,
  MessageCode: Code,
  MessageDescription: short.nullish(),
  Destinations: z.array(Leg).max(1).nullish(),
})

// What the bank says to the order itself: nothing of it was begun. -4 (timed out) is missing on purpose, and so is every
// code that we do not know.
const refusedOrders = new Set(['-2', '-3', '-5', '-6', '-8', '-9', '-10', '-11', '-16', '-17', '-18'])
const duplicates = new Set(['-1', '-12'])
const notKnown = '-13'

// What the bank says of the payment. 40422049 (already posted) is missing on purpose: it is no "no".
const refusedLegs = new Set([
  '40507020',
  '20020000',
  '40000126',
  '40200284',
  '40000132',
  '40409528',
  '40007325',
  '40180193',
  '40180194',
])
// The bank will pay it from its retry queue once the settlement account is funded.
const waitsForFunds = '20201005'

/** The order of a transfer inside the bank or through PesaLink. */
export function orderOf(transfer: Transfer, callbackUrl: string): { path: string; body: object } {
  const { pic, accountNumber } = plainAccount(transfer.to)
  const { exchange, amountCents, currency } = transfer
  const amount = {
    Amount: toAmount(amountCents),
    TransactionCurrency: currency,
    Narration: transfer.narration.slice(0, 25),
  }
  const arriving = exchange
    ? { ...amount, Amount: toAmount(exchange.receivedCents), TransactionCurrency: 'KES', DealCode: exchange.dealCode }
    : amount
  const isInternal = transfer.channel === 'internal'
  const destination = {
    ReferenceNumber: legReference(transfer.reference),
    // A participant without a bank code is named by its PesaLink code.
    ...(isInternal ? {} : { BankCode: pic.replace(/^00(?=\d\d$)/, '') }),
    AccountNumber: accountNumber,
    ...arriving,
  }
  return {
    path: isInternal ? '/FundsTransfer/Internal/A2A/2.0.0' : '/FundsTransfer/External/A2A/PesaLink/1.0.0',
    body: {
      MessageReference: transfer.reference,
      CallBackUrl: callbackUrl,
      Source: { AccountNumber: transfer.from, ...amount },
      Destinations: [destination],
    },
  }
}

/** The status enquiry of a transfer. */
export const statusRequest = (reference: string): { path: string; body: object } => ({
  path: '/Enquiry/TransactionStatus/2.0.0',
  body: { MessageReference: reference },
})

/** The bank's report in an answer to an order or to a status enquiry; null when it is none. */
export function readAnswer({ status, json }: BankResponse, askedAt: Date): BankReport | null {
  const report = readMessage(json, askedAt)
  if (!report || status === 200 || status === 207) return report
  // An error's number and a text of success contradict each other.
  const isNo = ['REFUSED', 'DUPLICATE', 'NOT_KNOWN'].includes(report.says.outcome)
  return status < 500 && status !== 408 && isNo ? report : null
}

/** The bank's report in a message of its own accord, or in an answer; null when it is none. */
export function readMessage(json: unknown, askedAt: Date): BankReport | null {
  const parsed = Message.safeParse(json)
  if (!parsed.success) return null
  const { MessageReference: reference, MessageCode: code, MessageDescription, Destinations } = parsed.data
  const words = MessageDescription ?? ''
  const [leg] = Destinations ?? []
  if (leg) return readLeg(reference, leg)
  if (code === notKnown) return { reference, says: { outcome: 'NOT_KNOWN', askedAt } }
  if (duplicates.has(code)) return { reference, says: { outcome: 'DUPLICATE' } }
  if (refusedOrders.has(code)) return { reference, says: { outcome: 'REFUSED', code, words } }
  return { reference, says: code === '0' ? { outcome: 'ACCEPTED' } : inDoubt('undecided') }
}

function readLeg(reference: string, leg: z.output<typeof Leg>): BankReport {
  const facts = {
    amountCents: leg.Amount,
    currency: leg.TransactionCurrency,
    accountNumber: leg.AccountNumber,
  }
  const code = leg.ResponseCode ?? ''
  const isOurs = leg.ReferenceNumber === legReference(reference)
  if (!isOurs) return { reference: null, says: inDoubt('mismatch') }
  // Success without the number of a transaction is not believed.
  if (code === '0' && leg.TransactionID)
    return { reference, says: { outcome: 'PAID', bankReference: leg.TransactionID }, facts }
  if (refusedLegs.has(code))
    return { reference, says: { outcome: 'REFUSED', code, words: leg.ResponseDescription ?? '' }, facts }
  if (code === '' || code === waitsForFunds) return { reference, says: { outcome: 'ACCEPTED' }, facts }
  return { reference, says: inDoubt('undecided'), facts }
}

// The bank refuses a leg that is named like its order.
const legReference = (reference: string): string => `${reference}_1`

const StatementAnswer = z.object({
  MessageReference: short,
  MessageCode: Code,
  MessageDescription: short.nullish(),
  AccountNumber: short.nullish(),
  Transactions: z
    .array(
      z.object({
        TransactionId: short,
        TransactionDate: z.iso.datetime({ offset: true }),
        Narration: z.string().max(2000).nullish(),
        TransactionReference: short.nullish(),
        CreditAmount: Amount,
        DebitAmount: Amount,
        RunningBookBalance: Amount,
      }),
    )
    .nullish(),
})

type Enquiry = { accountNumber: string; reference: string }

export const statementRequest = (enquiry: Enquiry & { from: string; to: string }): { path: string; body: object } => ({
  path: '/Enquiry/FullStatement/Account/1.0.0',
  body: {
    MessageReference: enquiry.reference,
    AccountNumber: enquiry.accountNumber,
    StartDate: enquiry.from,
    EndDate: enquiry.to,
  },
})

export function readStatement({ status, json }: BankResponse, enquiry: Enquiry): Statement {
  const parsed = StatementAnswer.safeParse(json)
  if (!parsed.success) return silenceOf(status)
  const answer = parsed.data
  const problem = problemOf({ status, answer, enquiry })
  if (problem) return problem
  if (!answer.Transactions) return silence('garbage')
  const lines = answer.Transactions.map((line) => ({
    bankReference: line.TransactionId,
    reference: line.TransactionReference ?? '',
    at: new Date(line.TransactionDate),
    narration: line.Narration ?? '',
    amountCents: line.CreditAmount - line.DebitAmount,
    balanceCents: line.RunningBookBalance,
  }))
  return { outcome: 'told', lines }
}

const BalanceAnswer = z.object({
  MessageReference: short,
  MessageCode: Code,
  MessageDescription: short.nullish(),
  AccountNumber: short.nullish(),
  Currency: Currency.nullish(),
  AvailableBalance: Amount.nullish(),
  BookedBalance: Amount.nullish(),
})

export const balanceRequest = ({ accountNumber, reference }: Enquiry): { path: string; body: object } => ({
  path: '/Enquiry/AccountBalance/1.0.0',
  body: { MessageReference: reference, AccountNumber: accountNumber },
})

export function readBalance({ status, json }: BankResponse, enquiry: Enquiry): Balance {
  const parsed = BalanceAnswer.safeParse(json)
  if (!parsed.success) return silenceOf(status)
  const answer = parsed.data
  const problem = problemOf({ status, answer, enquiry })
  if (problem) return problem
  const { Currency: currency, AvailableBalance, BookedBalance } = answer
  if (!currency || AvailableBalance == null || BookedBalance == null) return silence('garbage')
  return { outcome: 'told', availableCents: AvailableBalance, bookCents: BookedBalance, currency }
}

type AnswerHeader = {
  MessageReference: string
  MessageCode: string
  MessageDescription?: string | null | undefined
  AccountNumber?: string | null | undefined
}

function problemOf({ status, answer, enquiry }: { status: number; answer: AnswerHeader; enquiry: Enquiry }) {
  const { MessageReference, MessageCode: code, MessageDescription, AccountNumber } = answer
  if (MessageReference !== enquiry.reference) return silence('mismatch')
  if (status >= 500 || status === 408) return silence('server_error')
  if (code !== '0') return { outcome: 'refused' as const, code, words: MessageDescription ?? '' }
  return AccountNumber === enquiry.accountNumber ? null : silence('mismatch')
}
