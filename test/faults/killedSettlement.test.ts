/** The server and PostgreSQL are killed here while the lots of an invoice are paid. KAHAWA_FAULT_SETTLEMENT sets how many. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#server/ledger/checkLedger.ts'
import { decideResults, holdSale, newResults, uploadResults } from '#test/kit/auctionResults.ts'
import type { Person } from '#test/kit/people.ts'
import { decidePayment, enterPayment, openAccount } from '#test/kit/settlement.ts'
import { readRawSales } from '#test/recompute/rawSales.ts'
import { recomputeSales } from '#test/recompute/recomputeSales.ts'
import { until } from './farmerWays.ts'
import { startFaultyServer, type FaultyServer } from './server.ts'

const size = Number(process.env['KAHAWA_FAULT_SETTLEMENT'] ?? 40)
let server: FaultyServer
let maker: Person
let checker: Person

beforeAll(async () => {
  server = await startFaultyServer()
  maker = await server.person('estherBankMaker')
  checker = await server.person('peterBankChecker')
  await holdSale({ owner: server.owner() })
  await openAccount({ owner: server.owner() }, 'BUYERS')
}, 120_000)
afterAll(() => server?.stop(), 60_000)

const read = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await server.owner().query<Row>(text, [...values])).rows

/** A payment of an invoice of many lots that waits for its second person. */
async function makeWaiting(invoiceNumber: string): Promise<string> {
  const sent = await uploadResults(maker, newResults(size, { invoice: invoiceNumber }))
  expect((await decideResults(checker, 'approve', { id: sent.body.data.id })).status).toBe(200)
  const entered = await enterPayment(maker, { invoiceNumber, amount: (size * 595_660) / 100 })
  expect([entered.status, entered.body.message]).toEqual([200, expect.any(String)])
  return entered.body.data.id
}

/** E-slips by their state, postings of their legs, payments by their state, and lines of the trail that say an e-slip is paid. */
const readBooks = async (invoice: string) =>
  (
    await read<{ slips: string; postings: number; payment: string; lines: number }>(
      `select (select string_agg(n || ' ' || status, ', ' order by status) from (select status, count(*) as n from eslips where invoice_number = $1 group by 1) s) as slips,
         (select count(*)::int from ledger_movements m join eslips e on e.id = m.cause_id where m.cause_kind = 'eslip' and e.invoice_number = $1) as postings,
         (select status from buyer_payments where invoice_number = $1) as payment,
         (select count(*)::int from audit_events a join eslips e on e.id = a.record_id where e.invoice_number = $1 and a.to_status = 'PAID') as lines`,
      [invoice],
    )
  )[0]

type Fault = { kill: () => Promise<void> | void; recover: () => Promise<unknown> }

/** The approval, stopped where it writes the trail: postings are made and e-slips are changed already. */
async function stopInTheMiddle(id: string, { kill, recover }: Fault): Promise<void> {
  const holder = await server.owner().connect()
  holder.on('error', () => {})
  await holder.query('begin')
  await holder.query('lock table audit_events in exclusive mode')
  const answer = decidePayment(checker, 'approve', { id }).then(
    ({ status }) => status,
    () => null,
  )
  await until(
    () => read('select from pg_locks where relation = $1::regclass and not granted', ['audit_events']),
    (waiting) => waiting.length > 0,
    60_000,
  )
  await kill()
  await holder.query('rollback').catch(() => {})
  holder.release(true)
  expect([503, null]).toContain(await answer)
  await recover()
}

const comesBack = () =>
  until(
    () => checker.get('/inbox', { paginate: 'Y' }),
    ({ status }) => status === 200,
    60_000,
  )
const faults: [string, string, Fault][] = [
  ['the server', 'INV-KILL1', { kill: () => server.kill(), recover: () => server.restart() }],
  ['PostgreSQL', 'INV-KILL2', { kill: () => server.killPostgres(), recover: comesBack }],
]

test.each(faults)(
  '%s is killed while the lots of an invoice are paid: none of them is, then each of them once with all its legs',
  { timeout: 180_000 },
  async (_who, invoice, fault) => {
    const id = await makeWaiting(invoice)
    const before = await readBooks(invoice)
    expect(before).toEqual({ slips: `${size} PENDING_PAYMENT`, postings: 0, payment: 'PENDING_APPROVAL', lines: 0 })
    await stopInTheMiddle(id, fault)
    expect(await readBooks(invoice)).toEqual(before)
    // The transaction of a killed server may hold the invoice for a moment.
    const { status } = await until(
      () => decidePayment(checker, 'approve', { id }),
      (answer) => answer.status !== 503,
      120_000,
    )
    expect(status).toBe(200)
    expect(await readBooks(invoice)).toEqual({
      slips: `${size} PAID`,
      // Bank, exchange, broker, mill, warehouse and society.
      postings: size * 6,
      payment: 'APPROVED',
      lines: size,
    })
    const raw = await readRawSales(async (text, values) => read(text, values))
    expect(recomputeSales(raw).differences).toEqual([])
    const client = await server.owner().connect()
    expect((await checkLedger(client)).findings).toEqual([])
    client.release()
  },
)
