import { toAmount } from '#contract/kit/money.ts'
import { z } from 'zod'
import { plainAccount } from '#server/kit/bank/bankAccounts.ts'
import { noSuchPayment } from '#server/kit/bank/bankDaraja.ts'
import type { BankCall, MessageOf } from './bankCall.ts'

// M-PESA payments to mobile numbers and their status, in the manner of Safaricom's Daraja.

const business = {
  SecurityCredential: z.string(),
  PartyA: z.string().regex(/^\d{5,7}$/),
  Remarks: z.string().min(2).max(100),
}
const urls = { QueueTimeOutURL: z.url(), ResultURL: z.url() }
const Payment = z.object({
  OriginatorConversationID: z.string().min(1).max(100),
  InitiatorName: z.string(),
  CommandID: z.enum(['BusinessPayment', 'SalaryPayment', 'PromotionPayment']),
  Amount: z.number().int(),
  PartyB: z.string(),
  ...business,
  ...urls,
})
const StatusQuery = z.object({
  OriginatorConversationID: z.string().min(1).max(100),
  Initiator: z.string(),
  CommandID: z.literal('TransactionStatusQuery'),
  IdentifierType: z.literal('4'),
  Occasion: z.string().max(100),
  ...business,
  ...urls,
})

const acceptance = (conversation: string) => {
  const body = {
    ConversationID: `AG_${conversation}`,
    OriginatorConversationID: conversation,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  }
  return { status: 200, body, wrong: { ...body, OriginatorConversationID: 'somebody-elses' } }
}
const problem = (status: number, errorCode: string, errorMessage: string) => ({
  status,
  body: { requestId: 'simulated', errorCode, errorMessage },
})
const mostShillings = 250_000

/** The payments and the status question of M-PESA. */
export const darajaCalls: readonly BankCall[] = [
  {
    path: '/mpesa/b2c/v3/paymentrequest',
    read: ({ body, bank, now }) => {
      const read = Payment.safeParse(body)
      if (!read.success)
        return { accountNumber: '', run: () => problem(400, '400.002.02', 'Bad Request - Invalid request') }
      const { OriginatorConversationID: reference, Amount: shillings, PartyA, PartyB, Remarks, ResultURL } = read.data
      const to = plainAccount({ institutionCode: 'MPESA', accountNumber: PartyB })
      return {
        accountNumber: to.accountNumber,
        run: (refuseWith) => {
          if (bank.orders.find('mpesa', reference))
            return problem(500, '500.002.1001', 'Duplicate OriginatorConversationID.')
          if (refuseWith?.includes('.')) return problem(400, refuseWith, 'Bad Request - Invalid PartyB')
          if (!to.isPossible) return problem(400, '400.002.02', 'Bad Request - Invalid PartyB')
          const amountRefusal = shillings > mostShillings ? '3' : shillings < 1 ? '2' : undefined
          bank.orders.place({
            provider: 'mpesa',
            channel: 'mpesa',
            reference,
            from: `MPESA:${PartyA}`,
            to: { pic: to.pic, accountNumber: to.accountNumber },
            cents: BigInt(shillings) * 100n,
            currency: 'KES',
            narration: Remarks,
            callbackUrl: ResultURL,
            at: now.toISOString(),
            refuseWith: refuseWith ?? amountRefusal,
          })
          return acceptance(reference)
        },
      }
    },
  },
  {
    path: '/mpesa/transactionstatus/v1/query',
    read: ({ body, bank, now }) => {
      const read = StatusQuery.safeParse(body)
      if (!read.success) return null
      const { OriginatorConversationID: reference, Occasion, ResultURL } = read.data
      const order = bank.orders.find('mpesa', reference)
      const question = `question-${now.getTime()}`
      return {
        accountNumber: order?.to.accountNumber ?? '',
        run: () => {
          const states = { accepted: 'Pending', paid: 'Completed', refused: 'Failed' }
          const result = (cents: bigint) => ({
            Result: {
              ResultType: 0,
              ResultCode: order ? 0 : noSuchPayment,
              ResultDesc: order ? 'The service request is processed successfully.' : 'The transaction does not exist.',
              OriginatorConversationID: question,
              ConversationID: `AG_${question}`,
              TransactionID: 'QUERY00000',
              ...(order
                ? {
                    ResultParameters: parameters({
                      ReceiptNo: order.transactionId,
                      Amount: toAmount(cents),
                      TransactionStatus: states[order.state],
                      TransactionReason: order.state === 'refused' ? `Result code ${order.code}` : '',
                      OriginatorConversationID: reference,
                      CreditPartyName: `${order.to.accountNumber} - ${bank.book.find({ ...order.to, channel: 'mpesa', isPossible: true })?.name ?? ''}`,
                      DebitPartyName: order.from.replace('MPESA:', ''),
                    }),
                  }
                : {}),
              ReferenceData: { ReferenceItem: { Key: 'Occasion', Value: Occasion } },
            },
          })
          const cents = order?.cents ?? 0n
          const message = { body: result(cents), wrong: result(cents + 100n) }
          bank.sendLater({ url: ResultURL, accountNumber: order?.to.accountNumber ?? '', ...message })
          return acceptance(question)
        },
      }
    },
  },
]

/** The result of an order. */
export const darajaMessage: MessageOf = (order) => {
  const isPaid = order.state === 'paid'
  const result = (cents: bigint) => ({
    Result: {
      ResultType: 0,
      ResultCode: /^\d+$/.test(order.code) ? Number(order.code) : order.code,
      ResultDesc: isPaid ? 'The service request is processed successfully.' : 'The payment was not made.',
      OriginatorConversationID: order.reference,
      ConversationID: `AG_${order.reference}`,
      TransactionID: order.transactionId,
      ...(isPaid
        ? {
            ResultParameters: parameters({
              TransactionAmount: toAmount(cents),
              TransactionReceipt: order.transactionId,
              ReceiverPartyPublicName: `${order.to.accountNumber} - Simulated Customer`,
              B2CRecipientIsRegisteredCustomer: 'Y',
            }),
          }
        : {}),
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: order.callbackUrl } },
    },
  })
  return { body: result(order.cents), wrong: result(order.cents + 100n) }
}

function parameters(values: Record<string, string | number>) {
  return { ResultParameter: Object.entries(values).map(([Key, Value]) => ({ Key, Value })) }
}
