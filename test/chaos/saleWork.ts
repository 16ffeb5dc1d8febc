import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { grossCents } from '#contract/results/grossCents.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { Answer, Caller } from '../../bench/load/caller.ts'
import { chanceFrom, type Chance } from '../../db/seed/chance.ts'
import type { BankControls } from '../../tools/bankSimulator/spawn.ts'
import { resultOf, resultsCsv, unsold } from '../kit/auctionResults.ts'
import { chaosSale, type HeldSale } from './heldSale.ts'
import { codeOf, untilAnswered, uploadUntilAnswered, versionWhenChecked, type Counted } from './untilAnswered.ts'

/** What the server has acknowledged of sales: it may never be gone or happen again afterwards. */
export type SalesAcknowledged = Counted & {
  /** Files of results that were approved, and those of them that corrected others. */
  results: string[]
  corrections: string[]
  /** Payments of buyers that two people have recorded. */
  payments: string[]
  released: Set<string>
  /** How often the bank has confirmed that money came in under an invoice. */
  deposits: Map<string, number>
  /** How many calls were refused, by the code. */
  refusals: Map<string, number>
  /** Answers that nobody should get. */
  unexpected: string[]
}

/** The bank's clerk asks once for the statement of the account that buyers pay onto. */
export const pullOnce = ({ call, tokens, sale }: Pick<Work, 'call' | 'tokens' | 'sale'>) =>
  call.request('sales', tokens['bank.maker'] ?? '', 'POST', '/bank/statement/pull', pullOf(sale))

const pullOf = ({ account, heldOn }: HeldSale) => ({ accountNumber: account, from: heldOn, to: businessDate() })

type Work = {
  call: Caller
  tokens: Readonly<Record<string, string>>
  bank: BankControls
  sale: HeldSale
  seed: number
  until: () => boolean
}

/** Refusals of whoever came second, or while something else happened to the same lots. */
const second = ['step.wrong_state', 'record.changed']
const refusalsOf = {
  enter: ['change.open', 'buyer_payment.nothing_owed', 'buyer_payment.other_amount', 'buyer_payment.known'],
  pay: [...second, 'buyer_payment.nothing_owed', 'buyer_payment.other_amount', 'buyer_payment.known'],
  approve: second,
  // A workbook (424) says that the buyer had paid before it was approved.
  correct: [...second, 'results.being_paid', 'upload.changed', 'server.busy', '424'],
  release: second,
  pull: ['statement.being_asked'],
} as const

const lotsOfInvoice = 3
/** What every lot of the fixture weighs. */
const kilograms = '754'

/**
 * The bank sends results and another person approves them twice at once; buyers pay onto the account, once or twice, or two people
 * record it, or both at the same time; some results are corrected just then; the warehouse hands over what is paid, twice at once.
 */
export async function workWithSales({ call, tokens, bank, sale, seed, until }: Work): Promise<SalesAcknowledged> {
  const done: SalesAcknowledged = {
    calls: 0,
    unanswered: 0,
    results: [],
    corrections: [],
    payments: [],
    released: new Set(),
    deposits: new Map(),
    refusals: new Map(),
    unexpected: [],
  }
  let block = 0
  const sellers = [0, 1, 2, 3].map(async (worker) => {
    const chance = chanceFrom(`sales ${seed} ${worker}`)
    while (!until() && (block + 1) * lotsOfInvoice <= sale.lots) await sellAndPay(block++, chance)
  })
  await Promise.all([...sellers, pullStatements(), handOver()])
  return done

  /** Sends under one key until it is answered, and notes what is not among these refusals. */
  async function command(
    what: keyof typeof refusalsOf,
    username: string,
    path: string,
    body: object,
  ): Promise<Answer | null> {
    const key = randomUUID()
    const answer = await untilAnswered(() => call.request('sales', tokens[username] ?? '', 'POST', path, body, key), {
      until,
      counted: done,
    })
    if (!answer || answer.status === 200) return answer
    const code = codeOf(answer) ?? String(answer.status)
    done.refusals.set(`${what} ${code}`, (done.refusals.get(`${what} ${code}`) ?? 0) + 1)
    if (!refusalsOf[what].some((one) => one === code)) done.unexpected.push(`${what} was refused with ${code}`)
    return answer
  }

  /** One invoice of several lots from the hammer to the money of its buyer. */
  async function sellAndPay(at: number, chance: Chance): Promise<void> {
    const invoice = `INV-CH${at}`
    const lots = Array.from({ length: lotsOfInvoice }, (_, place) => at * lotsOfInvoice + place + 1)
    const leftUnsold = chance.happens(0.2) ? 1 : 0
    const sold = lotsOfInvoice - leftUnsold
    const priced = (price: number) =>
      lots.map((lot, place) => ({
        ...resultOf(lot, place < sold ? { price: String(price), value: '', invoice } : unsold),
        saleNumber: String(chaosSale),
        saleDate: sale.heldOn,
      }))
    const owed = (price: number) => Number(grossCents(kilograms, String(price))) * sold
    const price = chance.between(260, 420)
    const file = await send(`results-${at}`, priced(price))
    if (file === null || !(await approve('approve', file, done.results))) return
    const other = price + chance.between(1, 20)
    const correction = chance.happens(0.25) ? await send(`correction-${at}`, priced(other)) : null
    if (chance.happens(0.08)) return
    const way = chance.pick(['bank', 'bank', 'bank twice', 'people', 'both'])
    const isPaidByBank = way !== 'people'
    const [isCorrected] = await Promise.all([
      correction === null ? false : approve('correct', correction, done.corrections),
      isPaidByBank ? deposit(invoice, owed(price)) : null,
      way === 'bank twice' ? deposit(invoice, owed(price)) : null,
      way === 'people' || way === 'both' ? record(invoice, owed(price)) : null,
    ])
    // What people have recorded comes on the statement in the end; who paid the old price pays the new one.
    if (way === 'people') await deposit(invoice, owed(price))
    if (isCorrected) await deposit(invoice, owed(other))
  }

  async function send(name: string, rows: Record<string, string>[]): Promise<string | null> {
    const token = tokens['bank.maker'] ?? ''
    const file = { name: `${name}.csv`, text: resultsCsv(rows) }
    const terms = { until, counted: done }
    const id = await uploadUntilAnswered({ call, token, path: '/sales/results/COOP', file }, terms)
    if (id === null || (await versionWhenChecked({ call, token, id }, terms)) === null) return null
    return id
  }

  async function approve(what: 'approve' | 'correct', id: string, acknowledged: string[]): Promise<boolean> {
    const once = () =>
      command(what, 'bank.checker', '/sales/results/approve/COOP', { id, approverComment: 'The broker has agreed' })
    return onlyOne(`approved the results ${id}`, await Promise.all([once(), once()]), () => acknowledged.push(id))
  }

  /** Two people at once enter what a buyer has paid, and two at once approve it. */
  async function record(invoiceNumber: string, cents: number): Promise<void> {
    const entry = { invoiceNumber, amount: cents / 100, paidOn: businessDate(), bankReference: `TT-${invoiceNumber}` }
    const enter = () => command('enter', 'bank.maker', '/settlement/payments', entry)
    const entered = (await Promise.all([enter(), enter()])).find((answer) => answer?.status === 200)
    if (!entered) return
    const { id } = (entered.body as { data: { id: string } }).data // border: the declared answer
    const pay = () => command('pay', 'bank.checker', '/settlement/payments/approve', { id })
    onlyOne(`recorded the payment ${id}`, await Promise.all([pay(), pay()]), () => done.payments.push(id))
  }

  /** Dollars come onto the account that buyers pay to. A bank that was killed meanwhile may have them twice. */
  async function deposit(reference: string, amountCents: number): Promise<void> {
    const money = { institutionCode: '0011', accountNumber: sale.account, amountCents, reference, narration: 'Buyer' }
    while (!until()) {
      try {
        await bank.control('POST', '/simulator/funds', [money])
        done.deposits.set(reference, (done.deposits.get(reference) ?? 0) + 1)
        return
      } catch {
        await sleep(200) // it is being killed
      }
    }
  }

  /** The bank's clerk asks for the statement of the account again and again. */
  async function pullStatements(): Promise<void> {
    while (!until()) {
      await sleep(1_500)
      await command('pull', 'bank.maker', '/bank/statement/pull', pullOf(sale))
    }
  }

  /** The warehouse hands over what is paid, each lot by two people at once. */
  async function handOver(): Promise<void> {
    const chance = chanceFrom(`warehouse ${seed}`)
    const people = ['warehouse.checker', 'warehouse2.checker']
    while (!until()) {
      await sleep(2_000)
      const path = '/eslips?paginate=Y&filter=status:PAID'
      const { status, body } = await call.request('sales', tokens['warehouse.checker'] ?? '', 'GET', path)
      if (status !== 200) continue
      const { data } = body as { data: { id: string }[] } // border: the declared answer
      for (const { id } of data.filter(() => chance.happens(0.3))) {
        const answers = await Promise.all(people.map((person) => command('release', person, '/eslips/release', { id })))
        onlyOne(`released the lot ${id}`, answers, () => done.released.add(id))
      }
    }
  }

  /** Of several at once one is done at most. */
  function onlyOne(what: string, answers: readonly (Answer | null)[], note: () => unknown): boolean {
    const through = answers.filter((answer) => answer?.status === 200).length
    if (through > 1) done.unexpected.push(`${through} people ${what}`)
    if (through > 0) note()
    return through > 0
  }
}
