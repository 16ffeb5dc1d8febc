import type { BankProvider } from '#contract/bank/bankMessages.ts'
import { plainAccount } from './bankAccounts.ts'
import * as connect from './bankConnect.ts'
import * as daraja from './bankDaraja.ts'
import { inDoubt, settle } from './bankTransfer.ts'
import type { Balance, BankReport, DoubtReason, Statement, Transfer, TransferOutcome } from './bankTransfer.ts'
import { mpesaMostCents, pesaLinkMostCents } from './bankWays.ts'
import { silenceOf, type BankWire, type BankResponse, type Silence } from './bankWire.ts'

/** The part of the door that moves money and says where it is. */
export type Transfers = {
  /** Sends money once. The status of a reference that the bank has met before is requested instead. */
  transfer: (transfer: Transfer) => Promise<TransferOutcome>
  /** Requests how a transfer stands that was last sent at `sentAt`. M-PESA answers such a request by a callback: IN_DOUBT, answer_follows. */
  status: (transfer: Transfer, sentAt: Date) => Promise<TransferOutcome>
  /** The lines of one of our accounts at the bank, from and to a business date, both included. */
  statement: (period: { accountNumber: string; from: string; to: string }) => Promise<Statement>
  balance: (accountNumber: string) => Promise<Balance>
}

/** Where the bank sends its messages to, and how we sign in to M-PESA. */
export type TransferOptions = { callbackUrl: string; mpesaInitiator: daraja.MpesaInitiator }

// Tens of thousands of lines.
const longestStatementBytes = 32 * 1024 ** 2

type Parts = { wire: BankWire; now: () => Date; newMessageReference: () => string; options: TransferOptions }

/** Makes it. Transfers have no breaker: whoever starts a batch looks at the bank's health first. */
export function makeTransfers({
  wire,
  now,
  newMessageReference,
  options: { callbackUrl, mpesaInitiator: initiator },
}: Parts): Transfers {
  const callbackOf = (provider: BankProvider): string => `${callbackUrl}/${provider}`

  async function transfer(order: Transfer): Promise<TransferOutcome> {
    const sentAt = now()
    const problem = problemOf(order)
    if (problem) return { outcome: 'REFUSED', code: 'NOT_SENT', words: problem }
    const isMpesa = order.channel === 'mpesa'
    const response = await wire.request(
      isMpesa
        ? daraja.orderOf(order, { initiator, callbackUrl: callbackOf('mpesa') })
        : connect.orderOf(order, callbackOf('coop')),
    )
    const report = readReport(response, (answer) =>
      isMpesa ? daraja.readAnswer(answer, order.reference) : connect.readAnswer(answer, now()),
    )
    if ('reason' in report) return report
    if (report.says.outcome === 'DUPLICATE' && report.reference === order.reference) return status(order, sentAt)
    return settle({ transfer: order, sentAt, report })
  }

  async function status(order: Transfer, sentAt: Date): Promise<TransferOutcome> {
    const askedAt = now()
    if (order.channel === 'mpesa') {
      const callback = { initiator, callbackUrl: callbackOf('mpesa'), askedAt }
      const response = await wire.request(daraja.statusRequest(order, callback))
      if (response.outcome === 'silent') return doubtOf(response)
      return daraja.isAcknowledged(response) ? inDoubt('answer_follows') : doubtOf(silenceOf(response.status))
    }
    const response = await wire.request(connect.statusRequest(order.reference))
    const report = readReport(response, (answer) => connect.readAnswer(answer, askedAt))
    return 'reason' in report ? report : settle({ transfer: order, sentAt, report })
  }

  return {
    transfer,
    status,
    statement: async (period) => {
      const enquiry = { ...period, reference: newMessageReference() }
      const response = await wire.request({ ...connect.statementRequest(enquiry), longestBytes: longestStatementBytes })
      if (response.outcome === 'silent') return response
      // Other answers are compared with the order that they are about; a statement settles by what it says itself.
      if (!response.isSigned) return response.status >= 500 ? silenceOf(response.status) : { outcome: 'unsigned' }
      return connect.readStatement(response, enquiry)
    },
    balance: async (accountNumber) => {
      const enquiry = { accountNumber, reference: newMessageReference() }
      const response = await wire.request(connect.balanceRequest(enquiry))
      return response.outcome === 'silent' ? response : connect.readBalance(response, enquiry)
    },
  }
}

type BankCallback = { provider: BankProvider; json: unknown; receivedAt: Date }

/** What a message of the bank's own accord says; null when it is not understood. */
export function readBankMessage({ provider, json, receivedAt }: BankCallback): BankReport | null {
  return provider === 'mpesa' ? daraja.readMessage(json) : connect.readMessage(json, receivedAt)
}

type Doubt = { outcome: 'IN_DOUBT'; reason: DoubtReason }

function readReport(
  response: BankResponse | Silence,
  interpret: (answer: BankResponse) => BankReport | null,
): BankReport | Doubt {
  return response.outcome === 'silent'
    ? doubtOf(response)
    : (interpret(response) ?? doubtOf(silenceOf(response.status)))
}

// Transfers neither rest nor are cancelled; if one ever were, nobody would know whether it was sent.
export function doubtOf({ reason }: Silence): Doubt {
  return { outcome: 'IN_DOUBT', reason: reason === 'resting' || reason === 'cancelled' ? 'unreachable' : reason }
}

/** What is wrong with an order, so that it must not be sent at all. */
function problemOf({ reference, channel, from, to, amountCents, currency, narration }: Transfer): string | null {
  const plain = plainAccount(to)
  if (!/^[A-Za-z0-9-]{6,27}$/.test(reference)) return 'The reference cannot be sent.'
  if (!plain.isPossible || plain.channel !== channel) return 'There is no such account on this channel.'
  if (!(channel === 'mpesa' ? /^\d{5,7}$/ : /^\d{14}$/).test(from)) return 'Money cannot leave this account.'
  if (amountCents <= 0n || narration.trim() === '') return 'An amount and a narration are needed.'
  if (channel !== 'internal' && currency !== 'KES') return 'This channel takes shillings only.'
  if (channel === 'mpesa' && amountCents % 100n !== 0n) return 'M-PESA takes whole shillings only.'
  const most = { internal: null, pesalink: pesaLinkMostCents, mpesa: mpesaMostCents, rtgs: null }[channel]
  return most !== null && amountCents > most ? 'The amount is above the limit of the channel.' : null
}
