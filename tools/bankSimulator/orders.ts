import { z } from 'zod'
import type { AccountBook } from './accountBook.ts'
import { position, Posting, type Ledger } from './ledger.ts'

/** What the bank was ordered to pay, and what became of it. */
export const Order = z.object({
  provider: z.enum(['coop', 'mpesa']),
  channel: z.enum(['internal', 'pesalink', 'mpesa']),
  reference: z.string(),
  from: z.string(),
  to: z.object({ pic: z.string(), accountNumber: z.string() }),
  cents: z.string().transform(BigInt),
  currency: z.enum(['KES', 'USD']),
  narration: z.string(),
  /** The deal by which dollars arrive as shillings, and how many cents of them. */
  dealCode: z.string().optional(),
  receivedCents: z.string().transform(BigInt).optional(),
  callbackUrl: z.string(),
  at: z.iso.datetime(),
  /** The code with which a fault makes it fail. */
  refuseWith: z.string().optional(),
  state: z.enum(['accepted', 'paid', 'refused']),
  code: z.string(),
  transactionId: z.string(),
  /** When the bank of the receiver sends it back, and that it has. */
  returnsAt: z.iso.datetime().optional(),
  isReturned: z.boolean().optional(),
})
export type Order = z.output<typeof Order>

/** One line of the journal: what changed together. */
export const Change = z.object({
  order: Order.optional(),
  posting: Posting.optional(),
  received: Posting.optional(),
})
export type Change = { order?: Order; posting?: Posting; received?: Posting }

export type Orders = ReturnType<typeof makeOrders>

// Timers wait no longer than this.
const longestWaitMs = 2 ** 31 - 1

// Why the bank does not pay, in the codes of each provider.
const codes = {
  coop: { unknown: '40000126', closed: '40200284', dormant: '40409528', blocked: '40007325', funds: '40507020' },
  mpesa: { unknown: 'SFC_IC0003', closed: '2040', dormant: '2040', blocked: '2040', funds: '1' },
}

/**
 * The orders of all providers. A reference is taken once; what is written into the journal before anybody is answered outlives
 * a kill. `onSettled` is called for every order that came to its end.
 */
export function makeOrders(parts: {
  ledger: Ledger
  book: AccountBook
  journal: (change: Change) => void
  onSettled: (order: Order) => void
  /** A deal was drawn on. */
  onDeal: (dealCode: string) => void
}) {
  const { ledger, book, journal } = parts
  const orders = new Map<string, Order>()
  let settleMs = 0
  let returnMs = 3 * 86_400_000

  function settle(order: Order): void {
    if (order.state !== 'accepted') return
    const held = book.find({ ...order.to, channel: order.channel, isPossible: true })
    const known = codes[order.provider]
    order.code =
      order.refuseWith ??
      (!held
        ? known.unknown
        : held.status !== 'active'
          ? known[held.status]
          : ledger.balance(order.from) < order.cents
            ? known.funds
            : '0')
    order.state = order.code === '0' ? 'paid' : 'refused'
    if (order.state === 'refused') journal({ order })
    else {
      order.transactionId = `TX${String(ledger.postings().length + 1).padStart(10, '0')}`
      const { reference, transactionId, cents, currency, narration } = order
      const { receivedCents } = order
      const to = `${order.to.pic}:${order.to.accountNumber}`
      const common = { at: new Date().toISOString(), reference, transactionId, narration }
      const credit = receivedCents ? position : to
      const posting = ledger.post({ ...common, debit: order.from, credit, cents, currency })
      if (!receivedCents) journal({ order, posting })
      else {
        if (order.dealCode) parts.onDeal(order.dealCode)
        const received = ledger.post({ ...common, debit: position, credit: to, cents: receivedCents, currency: 'KES' })
        journal({ order, posting, received })
      }
    }
    if (order.state === 'paid' && book.comesBack({ ...order.to, channel: order.channel, isPossible: true })) {
      order.returnsAt = new Date(Date.now() + returnMs).toISOString()
      journal({ order })
      returnSoon(order)
    }
    parts.onSettled(order)
  }

  /** The bank of the receiver sends a payment back, whole or in part. False when there is nothing to send back. */
  function giveBack(
    order: Order,
    { words, cents = order.cents }: { words: string; cents?: bigint | undefined },
  ): boolean {
    if (order.state !== 'paid' || order.isReturned || order.receivedCents) return false
    order.isReturned = cents === order.cents
    const transactionId = `TX${String(ledger.postings().length + 1).padStart(10, '0')}`
    const { reference, currency, from } = order
    const posting = ledger.post({
      at: new Date().toISOString(),
      reference,
      transactionId,
      narration: words,
      debit: `${order.to.pic}:${order.to.accountNumber}`,
      credit: from,
      cents,
      currency,
    })
    journal({ order, posting })
    return true
  }
  const returnSoon = (order: Order): void => {
    const waitMs = Math.min(longestWaitMs, Math.max(0, Date.parse(order.returnsAt ?? '') - Date.now()))
    setTimeout(() => {
      if (Date.parse(order.returnsAt ?? '') > Date.now()) return returnSoon(order)
      giveBack(order, { words: 'Returned AC04: the account is closed' })
    }, waitMs).unref()
  }
  const settleSoon = (order: Order): void => void setTimeout(() => settle(order), settleMs).unref()

  return {
    find: (provider: Order['provider'], reference: string): Order | undefined => orders.get(`${provider}:${reference}`),
    /** Takes an order that is new; it is settled a moment later. False when its reference is taken. */
    place: (newOrder: Omit<Order, 'state' | 'code' | 'transactionId'>): boolean => {
      const key = `${newOrder.provider}:${newOrder.reference}`
      if (orders.has(key)) return false
      const order: Order = { ...newOrder, state: 'accepted', code: '', transactionId: '' }
      orders.set(key, order)
      journal({ order })
      settleSoon(order)
      return true
    },
    /** Adds what was written down; an order never goes back from its end. */
    restore: (order: Order): void => {
      const key = `${order.provider}:${order.reference}`
      const known = orders.get(key)
      if ((known?.state ?? 'accepted') === 'accepted' || (order.state === 'paid' && !known?.isReturned))
        orders.set(key, order)
    },
    /** Settles what a kill left open. */
    resume: (): void => {
      for (const order of orders.values()) {
        if (order.state === 'accepted') settleSoon(order)
        if (order.returnsAt && !order.isReturned) returnSoon(order)
      }
    },
    giveBack,
    setPace: (pace: { settleMs: number; returnMs?: number | undefined }): void => {
      settleMs = pace.settleMs
      returnMs = pace.returnMs ?? returnMs
    },
    all: (): Order[] => [...orders.values()],
    open: (): number => [...orders.values()].filter(({ state }) => state === 'accepted').length,
  }
}
