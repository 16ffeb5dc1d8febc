import type { IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { Account, Ending, HolderName } from './accountBook.ts'
import { plainAccount } from '#server/kit/bank/bankAccounts.ts'
import type { SimulatedBank } from './bankCall.ts'
import { Fault, type Faults } from './faults.ts'
import { currencyOf, outside, type Posting } from './ledger.ts'
import { Deal } from './rates.ts'

/** What the control calls act on. */
type Simulated = Omit<SimulatedBank, 'sendLater'> & { faults: Faults; figures: () => object }

type Control = {
  method: string
  path: string
  /** It changes nothing that outlives a restart, so the state need not be written down. */
  isPassing?: true
  run: (request: IncomingMessage, simulated: Simulated) => Promise<object>
}

const AnswerAny = z.strictObject({ on: z.boolean(), name: z.string().optional() })
const Funds = z.array(
  z.strictObject({
    institutionCode: z.string(),
    accountNumber: z.string(),
    amountCents: z.number().int().min(1),
    narration: z.string().max(140).default('Deposit'),
    /** What the statement names it by, such as the number of an invoice. */
    reference: z.string().max(60).optional(),
  }),
)
const Pace = z.strictObject({
  settleMs: z.number().int().min(0).max(600_000),
  returnMs: z.number().int().min(0).optional(),
})
const Returns = z.array(
  z.strictObject({
    reference: z.string(),
    words: z.string().max(140),
    amountCents: z.number().int().min(1).optional(),
  }),
)
const Placeholders = z.strictObject({ institutionCodes: z.array(z.string()) })

/** A control call that was not understood. */
export class BadControl extends Error {}

/** The calls that set the simulator up while it runs; not signed, so it listens on this machine only by default. */
export const controls: readonly Control[] = [
  {
    method: 'PUT',
    path: '/simulator/accounts',
    run: async (request, { book }) => {
      const accounts = await readBody(request, z.array(Account))
      for (const account of accounts) book.put(account)
      return { loaded: accounts.length, accounts: book.count() }
    },
  },
  {
    method: 'POST',
    path: '/simulator/accounts',
    run: async (request, { book }) => {
      let loaded = 0
      for await (const line of createInterface({ input: request })) {
        if (line.trim() === '') continue
        book.put(parse(line, Account, `line ${loaded + 1}`))
        loaded += 1
      }
      return { loaded, accounts: book.count() }
    },
  },
  {
    method: 'DELETE',
    path: '/simulator/accounts',
    run: async (_request, { book }) => {
      book.clear()
      return { accounts: 0 }
    },
  },
  {
    // Whose accounts these are, as long as the bank remembers it: names never travel with the bank's own calls.
    method: 'PUT',
    path: '/simulator/names',
    isPassing: true,
    run: async (request, { book }) => {
      const holders = await readBody(request, z.array(HolderName))
      holders.forEach(book.nameHolder)
      return { told: holders.length }
    },
  },
  {
    method: 'PUT',
    path: '/simulator/endings',
    isPassing: true,
    run: async (request, { book }) => {
      book.setEndings(await readBody(request, z.array(Ending)))
      return { endings: book.endings() }
    },
  },
  {
    method: 'POST',
    path: '/simulator/answer-any',
    run: async (request, { book }) => {
      book.setAnswerAny(await readBody(request, AnswerAny))
      return book.answerAny()
    },
  },
  {
    method: 'PUT',
    path: '/simulator/placeholders',
    run: async (request, { book }) => {
      book.setPlaceholders((await readBody(request, Placeholders)).institutionCodes)
      return { institutionCodes: book.placeholders() }
    },
  },
  {
    method: 'POST',
    path: '/simulator/faults',
    run: async (request, { faults }) => {
      const id = faults.add(await readBody(request, Fault))
      return { id, faults: faults.list() }
    },
  },
  {
    method: 'DELETE',
    path: '/simulator/faults',
    run: async (_request, { faults }) => {
      faults.clear()
      return { faults: [] }
    },
  },
  {
    // Money from outside, such as an opening balance or the proceeds of a sale.
    method: 'POST',
    path: '/simulator/funds',
    run: async (request, { ledger }) => {
      for (const { amountCents, narration, reference, ...account } of await readBody(request, Funds)) {
        const { pic, accountNumber } = plainAccount(account)
        const key = `${pic}:${accountNumber}`
        const transactionId = `FUNDS-${ledger.postings().length + 1}`
        ledger.post({
          at: new Date().toISOString(),
          reference: reference ?? transactionId,
          transactionId,
          debit: outside,
          credit: key,
          cents: BigInt(amountCents),
          currency: currencyOf(key),
          narration,
        })
      }
      return { balances: ledger.balances() }
    },
  },
  {
    method: 'GET',
    path: '/simulator/ledger',
    run: async (_request, { ledger, orders }) => ({
      balances: ledger.balances(),
      postings: ledger.postings().map((posting: Posting) => ({ ...posting, cents: String(posting.cents) })),
      orders: orders.all().map(({ receivedCents, ...order }) => ({
        ...order,
        cents: String(order.cents),
        ...(receivedCents ? { receivedCents: String(receivedCents) } : {}),
      })),
    }),
  },
  {
    // How long an order waits between being accepted and being paid, and before what comes back does.
    method: 'PUT',
    path: '/simulator/pace',
    run: async (request, { orders }) => {
      const pace = await readBody(request, Pace)
      orders.setPace(pace)
      return pace
    },
  },
  {
    // Payments that the bank of the receiver sends back.
    method: 'POST',
    path: '/simulator/returns',
    run: async (request, { orders }) => {
      const wanted = await readBody(request, Returns)
      const returned = wanted.filter(({ reference, words, amountCents }) => {
        const order = orders.find('coop', reference) ?? orders.find('mpesa', reference)
        const cents = amountCents === undefined ? undefined : BigInt(amountCents)
        return order !== undefined && orders.giveBack(order, { words, cents })
      })
      return { returned: returned.length }
    },
  },
  {
    method: 'PUT',
    path: '/simulator/deals',
    run: async (request, { rates }) => {
      for (const deal of await readBody(request, z.array(Deal))) rates.put(deal)
      return { deals: rates.all() }
    },
  },
  {
    method: 'GET',
    path: '/simulator/state',
    run: async (_request, { book, faults, figures }) => ({
      accounts: book.count(),
      answerAny: book.answerAny(),
      placeholders: book.placeholders(),
      endings: book.endings(),
      faults: faults.list(),
      ...figures(),
    }),
  },
]

async function readBody<Value>(request: IncomingMessage, schema: z.ZodType<Value>): Promise<Value> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // a request without an encoding gives Buffers
  return parse(Buffer.concat(chunks).toString(), schema, 'the body')
}

function parse<Value>(text: string, schema: z.ZodType<Value>, where: string): Value {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BadControl(`${where} is not JSON`)
  }
  const read = schema.safeParse(value)
  if (!read.success) throw new BadControl(`${where}: ${z.prettifyError(read.error)}`)
  return read.data
}
