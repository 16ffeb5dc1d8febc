import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { AccountBook } from './accountBook.ts'
import { Posting, type Ledger } from './ledger.ts'
import { Change, Order, type Orders } from './orders.ts'
import { Deal, type Rates } from './rates.ts'

const State = z.object({
  accounts: z.array(
    z.tuple([
      z.string(),
      z.object({ name: z.string().nullable(), status: z.enum(['active', 'closed', 'dormant', 'blocked']) }),
    ]),
  ),
  answerAny: z.object({ on: z.boolean(), name: z.string().optional() }),
  placeholders: z.array(z.string()),
  postings: z.array(Posting),
  orders: z.array(Order),
  deals: z.array(Deal),
})

type StoredBank = { file: string; book: AccountBook; ledger: Ledger; orders: Orders; rates: Rates }

/** Fills the bank from its file and the journal beside it; a file that is not there is an empty bank, one that cannot be read stops the start. */
export function restoreState({ file, book, ledger, orders, rates }: StoredBank): void {
  const text = readIfThere(file)
  if (text !== null) {
    const state = State.parse(JSON.parse(text))
    book.restore(state.accounts)
    book.setAnswerAny(state.answerAny)
    book.setPlaceholders(state.placeholders)
    state.postings.forEach(ledger.restore)
    state.orders.forEach(orders.restore)
    state.deals.forEach(rates.put)
  }
  // What follows the last line break was cut off by a kill, before anybody was answered.
  const lines = (readIfThere(journalOf(file)) ?? '').split('\n').slice(0, -1)
  for (const line of lines) {
    const { order, posting, received } = Change.parse(JSON.parse(line))
    if (posting) ledger.restore(posting)
    if (received) ledger.restore(received)
    if (order) orders.restore(order)
    if (received && order?.dealCode) rates.use(order.dealCode)
  }
}

/** Writes everything beside the file and renames, so that a kill leaves the old or the new state. Faults are not kept. */
export function saveState({ file, book, ledger, orders, rates }: StoredBank): void {
  const state = {
    accounts: [...book.entries()],
    answerAny: book.answerAny(),
    placeholders: book.placeholders(),
    postings: ledger.postings(),
    orders: orders.all(),
    deals: rates.all(),
  }
  // Names and numbers of accounts: for nobody but whoever runs the demo.
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, toJson(state), { mode: ownerOnly })
  renameSync(`${file}.new`, file)
  // Killed before this, the next start reads what it knows already, and passes it over.
  rmSync(journalOf(file), { force: true })
}

/** Writes down what changed together, in one piece, before anybody is answered. */
export function append({ file, change }: { file: string; change: Change }): void {
  appendFileSync(journalOf(file), `${toJson(change)}\n`, { mode: ownerOnly })
}

const ownerOnly = 0o600
const journalOf = (file: string): string => `${file}.journal`

const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
