import { toAmount } from '#contract/kit/money.ts'
import { z } from 'zod'
import { internalPic, plainAccount } from '#server/kit/bank/bankAccounts.ts'
import { Amount } from '#server/kit/bank/bankTransfer.ts'
import { connectHead, type BankCall, type MessageOf } from './bankCall.ts'
import { currencyOf, type Ledger, type Posting } from './ledger.ts'
import type { Order } from './orders.ts'
import type { Deal } from './rates.ts'

// The transfers and enquiries of Co-operative Bank Connect, from the bank's side.

const Reference = z.string().min(1).max(27)
const money = { Amount, TransactionCurrency: z.string(), Narration: z.string().max(25) }
const Transfer = z.object({
  MessageReference: Reference,
  CallBackUrl: z.url(),
  Source: z.object({ AccountNumber: z.string(), ...money }),
  Destinations: z.tuple([
    z.object({
      ReferenceNumber: z.string().min(1).max(30),
      BankCode: z.string().max(11).optional(),
      AccountNumber: z.string().max(40),
      DealCode: z.string().max(12).optional(),
      ...money,
    }),
  ]),
})
type Transfer = z.output<typeof Transfer>

const acknowledgements = {
  '0': { status: 200, words: 'REQUEST ACCEPTED FOR PROCESSING' },
  '-1': { status: 409, words: 'DUPLICATE MESSAGE REFERENCE' },
  '-2': { status: 400, words: 'INVALID/MISSING PARAMETER' },
  '-3': { status: 400, words: 'THE AMOUNT MUST BE GREATER THAN 0' },
  '-5': { status: 400, words: 'DEBIT AND CREDIT(S) AMOUNTS NOT BALANCING' },
  '-6': { status: 400, words: 'TRANSACTION AMOUNT GREATER THAN MAXIMUM LIMIT ALLOWED' },
  '-8': { status: 401, words: 'DEBIT ACCOUNT AUTHORIZATION FAILURE' },
  '-9': { status: 403, words: 'CURRENCY INVALID/NOT ALLOWED' },
  '-10': { status: 403, words: 'BANK CODE INVALID/NOT PESALINK MEMBER BANK' },
  '-12': { status: 400, words: 'DUPLICATE REFERENCE/IDENTICAL REFERENCE AND MESSAGEREFERENCE' },
  '-17': { status: 409, words: 'DEAL ALREADY UTILISED' },
  '-18': { status: 409, words: 'DEAL EXPIRED OR NOT OF THIS AMOUNT' },
  '-13': { status: 404, words: 'MESSAGE REFERENCE DOES NOT EXIST' },
}
type AcknowledgementCode = keyof typeof acknowledgements
const pesaLinkMostCents = 99_999_900n

function acknowledge(reference: string, code: string, now: Date) {
  const { status, words } = acknowledgements[code as AcknowledgementCode] ?? { status: 400, words: 'REFUSED' }
  const body = connectHead(reference, now, code, words)
  return { status, body, wrong: { ...body, MessageReference: 'somebody-elses' } }
}

const transfer = (path: string, channel: 'internal' | 'pesalink'): BankCall => ({
  path,
  read: ({ body, bank, now }) => {
    const read = Transfer.safeParse(body)
    if (!read.success) return { accountNumber: '', run: () => acknowledge('', '-2', now) }
    const { MessageReference: reference, CallBackUrl, Source, Destinations } = read.data
    const [leg] = Destinations
    const to = plainAccount({ institutionCode: leg.BankCode ?? internalPic, accountNumber: leg.AccountNumber })
    const from = `${internalPic}:${Source.AccountNumber}`
    return {
      accountNumber: to.accountNumber,
      run: (refuseWith) => {
        const isAtOnce = refuseWith?.startsWith('-')
        const deal = leg.DealCode === undefined ? undefined : bank.rates.find(leg.DealCode)
        const problem = isAtOnce
          ? refuseWith
          : leg.DealCode === undefined
            ? problemOf(read.data, { channel, isForeign: to.channel !== channel })
            : problemOfDeal(read.data, deal, now)
        const isKnown = bank.book.find(
          plainAccount({ institutionCode: internalPic, accountNumber: Source.AccountNumber }),
        )
        if (bank.orders.find('coop', reference)) return acknowledge(reference, '-1', now)
        if (problem) return acknowledge(reference, problem, now)
        if (!isKnown) return acknowledge(reference, '-8', now)
        bank.orders.place({
          provider: 'coop',
          channel,
          reference,
          from,
          to: { pic: to.pic, accountNumber: to.accountNumber },
          cents: Source.Amount,
          currency: currencyOf(from),
          ...(deal ? { dealCode: deal.dealCode, receivedCents: leg.Amount } : {}),
          narration: leg.Narration,
          callbackUrl: CallBackUrl,
          at: now.toISOString(),
          refuseWith,
        })
        return acknowledge(reference, '0', now)
      },
    }
  },
})

function problemOf(
  { MessageReference, Source, Destinations: [leg] }: Transfer,
  { channel, isForeign }: { channel: 'internal' | 'pesalink'; isForeign: boolean },
): AcknowledgementCode | null {
  const currency = currencyOf(`${internalPic}:${Source.AccountNumber}`)
  if (leg.ReferenceNumber === MessageReference) return '-12'
  if (leg.Amount <= 0n) return '-3'
  if (leg.Amount !== Source.Amount) return '-5'
  if (channel === 'pesalink' && leg.Amount > pesaLinkMostCents) return '-6'
  if (isForeign) return channel === 'pesalink' ? '-10' : '-2'
  const isRightCurrency = [Source, leg].every((side) => side.TransactionCurrency === currency)
  return isRightCurrency && (channel === 'internal' || currency === 'KES') ? null : '-9'
}

/** A deal is good for one exchange of dollars into shillings, cut to whole cents. */
function problemOfDeal(
  { Source, Destinations: [leg] }: Transfer,
  deal: Deal | undefined,
  now: Date,
): AcknowledgementCode | null {
  const isOfDollars =
    currencyOf(`${internalPic}:${Source.AccountNumber}`) === 'USD' && Source.TransactionCurrency === 'USD'
  const isOfShillings = currencyOf(`${internalPic}:${leg.AccountNumber}`) === 'KES' && leg.TransactionCurrency === 'KES'
  if (!isOfDollars || !isOfShillings) return '-9'
  if (deal?.isUsed) return '-17'
  const micros = BigInt(Math.round(Number(deal?.rate ?? 0) * 1e6))
  const isRight = (Source.Amount * micros) / 1_000_000n === leg.Amount
  return deal && isRight && Date.parse(deal.expiresAt) > now.getTime() ? null : '-18'
}

/** What became of an order, as the callback and the status enquiry report it. */
export const connectMessage: MessageOf = (order, now) => {
  const isPaid = order.state === 'paid'
  const amount = { Amount: toAmount(order.cents), TransactionCurrency: order.currency, Narration: order.narration }
  const arrived = order.receivedCents
    ? { ...amount, Amount: toAmount(order.receivedCents), TransactionCurrency: 'KES' }
    : amount
  const result = { ResponseCode: order.code, ResponseDescription: isPaid ? 'SUCCESS' : 'FAILED' }
  const leg = {
    ReferenceNumber: `${order.reference}_1`,
    AccountNumber: order.to.accountNumber,
    ...arrived,
    TransactionID: isPaid ? order.transactionId : null,
    ...result,
  }
  const body = {
    ...connectHead(order.reference, now, isPaid ? '0' : '2', isPaid ? 'FULL SUCCESS' : 'FULL FAILURE'),
    Source: { AccountNumber: order.from.replace(`${internalPic}:`, ''), ...amount, ...result },
    Destinations: [leg],
  }
  return { body, wrong: { ...body, Destinations: [{ ...leg, Amount: leg.Amount + 1 }] } }
}

const StatusBody = z.object({ MessageReference: Reference })
const status: BankCall = {
  path: '/Enquiry/TransactionStatus/2.0.0',
  read: ({ body, bank, now }) => {
    const read = StatusBody.safeParse(body)
    if (!read.success) return null
    const { MessageReference: reference } = read.data
    const order: Order | undefined = bank.orders.find('coop', reference)
    return {
      accountNumber: order?.to.accountNumber ?? '',
      run: () => {
        if (!order) return acknowledge(reference, '-13', now)
        if (order.state === 'accepted') return acknowledge(reference, '0', now)
        return { status: order.state === 'paid' ? 200 : 207, ...connectMessage(order, now) }
      },
    }
  },
}

const AccountBody = z.object({ MessageReference: Reference, AccountNumber: z.string().max(40) })
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const StatementBody = AccountBody.extend({ StartDate: day, EndDate: day })
// The bank's day is the day in Nairobi, which has no summer time.
const inNairobi = (at: string): string => new Date(Date.parse(at) + 3 * 3_600_000).toISOString().replace('Z', '+03:00')

/** An enquiry about one of our accounts; `details` is what its answer holds beside the name of the account. */
const enquiry = <Request extends z.output<typeof AccountBody>>(call: {
  path: string
  Body: z.ZodType<Request>
  details: (ledger: Ledger, key: string, request: Request) => object
}): BankCall => ({
  path: call.path,
  read: ({ body, bank, now }) => {
    const read = call.Body.safeParse(body)
    if (!read.success) return null
    const { MessageReference, AccountNumber } = read.data
    return {
      accountNumber: AccountNumber,
      run: () => {
        const account = bank.book.find(plainAccount({ institutionCode: internalPic, accountNumber: AccountNumber }))
        if (!account) return acknowledge(MessageReference, '-8', now)
        const answer = {
          ...connectHead(MessageReference, now),
          AccountNumber,
          AccountName: account.name,
          ...call.details(bank.ledger, `${internalPic}:${AccountNumber}`, read.data),
        }
        return { status: 200, body: answer, wrong: { ...answer, AccountNumber: '01109000000000' } }
      },
    }
  },
})

const statement = enquiry({
  path: '/Enquiry/FullStatement/Account/1.0.0',
  Body: StatementBody,
  details: (ledger, key, { StartDate, EndDate }) => {
    let balance = 0n
    const Transactions = ledger.lines(key).flatMap((posting) => {
      balance += posting.credit === key ? posting.cents : -posting.cents
      const date = inNairobi(posting.at).slice(0, 10)
      return date >= StartDate && date <= EndDate ? [lineOf(posting, { key, balance })] : []
    })
    return { Transactions }
  },
})

function lineOf(posting: Posting, { key, balance }: { key: string; balance: bigint }) {
  const isCredit = posting.credit === key
  return {
    TransactionId: posting.transactionId,
    TransactionDate: inNairobi(posting.at),
    ValueDate: inNairobi(posting.at),
    Narration: posting.narration,
    TransactionType: isCredit ? 'C' : 'D',
    ServicePoint: 'CONNECT',
    TransactionReference: posting.reference,
    CreditAmount: isCredit ? toAmount(posting.cents) : 0,
    DebitAmount: isCredit ? 0 : toAmount(posting.cents),
    RunningClearedBalance: toAmount(balance),
    RunningBookBalance: toAmount(balance),
  }
}

const balance = enquiry({
  path: '/Enquiry/AccountBalance/1.0.0',
  Body: AccountBody,
  details: (ledger, key) => {
    const cleared = toAmount(ledger.balance(key))
    return {
      Currency: currencyOf(key),
      ClearedBalance: cleared,
      BookedBalance: cleared,
      BlockedBalance: 0,
      AvailableBalance: cleared,
    }
  },
})

/** Transfers inside the bank and through PesaLink, and the enquiries about them and about our accounts. */
export const connectCalls: readonly BankCall[] = [
  transfer('/FundsTransfer/Internal/A2A/2.0.0', 'internal'),
  transfer('/FundsTransfer/External/A2A/PesaLink/1.0.0', 'pesalink'),
  status,
  statement,
  balance,
]
