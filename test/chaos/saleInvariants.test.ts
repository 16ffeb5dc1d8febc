import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { coffeeToAccounts, type Chain } from '#test/kit/coffeeToAccounts.ts'
import type { BankBook } from './bankBook.ts'
import { brokenSales } from './saleInvariants.ts'
import type { SalesAcknowledged } from './saleWork.ts'

// Two lots sold and paid, by two people and by the bank, and one that went back: nothing of it is broken, and whoever changes something of it is found.
let chain: Chain
let client: pg.PoolClient
let book: BankBook
let sales: SalesAcknowledged
beforeAll(async () => {
  chain = await coffeeToAccounts()
  const { world } = chain
  client = await world.owner.connect()
  book = (await world.bank.control('GET', '/simulator/ledger')) as BankBook
  const ids = async (text: string) => (await client.query<{ id: string }>(text)).rows.map(({ id }) => id)
  sales = {
    calls: 0,
    unanswered: 0,
    results: await ids(`select id from uploads where kind = 'auction_results' and status = 'APPROVED'`),
    corrections: [],
    payments: await ids(`select id from buyer_payments`),
    released: new Set(),
    deposits: new Map([['INV-9', 1]]),
    refusals: new Map(),
    unexpected: [],
  }
}, 120_000)
afterAll(async () => {
  client?.release()
  await chain?.world.close()
})

/** The promises that are broken after such changes, which are withdrawn. */
async function broken({
  sql = '',
  acknowledged = {},
  changed = book,
}: { sql?: string; acknowledged?: Partial<SalesAcknowledged>; changed?: BankBook } = {}): Promise<string[]> {
  await client.query('begin')
  try {
    if (sql) await client.query(`set local session_replication_role = replica; ${sql}`)
    const findings = await brokenSales(client, { sales: { ...sales, ...acknowledged }, sale: 61, book: changed })
    return findings.filter(({ rows }) => rows.length > 0).map(({ promise }) => promise.replace(/ \(.*$/, ''))
  } finally {
    await client.query('rollback')
  }
}

test('a sale that was paid and distributed breaks no promise', async () => {
  expect(sales.results).toHaveLength(1)
  expect(sales.payments).toHaveLength(1)
  expect(await broken()).toEqual([])
})

const nobody = '00000000-0000-4000-8000-000000000000'
const firstSlip = `(select id from eslips where invoice_number = 'INV-8')`
const cases: [string, Parameters<typeof broken>[0]][] = [
  ['the legs of every e-slip come to its gross', { sql: `update eslip_legs set amount_cents = amount_cents + 1` }],
  [
    'every part of a paid lot has arrived, and none of another was sent',
    { sql: `update eslip_legs set status = 'PROCESSING' where eslip_id = ${firstSlip}` },
  ],
  [
    'a lot is sold with one e-slip, or went back with none',
    { sql: `update catalogue_records set status = 'APPROVED' where lot_number = 3 and sale_number = 61` },
  ],
  ['a lot is sold with one e-slip, or went back with none', { sql: `delete from eslips where id = ${firstSlip}` }],
  [
    'no line of the bank that pays an invoice was left lying',
    {
      sql: `update recon_items set kind = 'MISSING_HERE', told_by_bank = true where kind = 'CREDITED'; update eslips set status = 'PENDING_PAYMENT' where invoice_number = 'INV-9'`,
    },
  ],
  [
    'an invoice is paid as a whole, or not at all',
    {
      sql: `update eslips set invoice_number = 'INV-8'; update eslips set status = 'PENDING_PAYMENT' where id = ${firstSlip.replace('id from', 'min(id::text)::uuid from')}`,
    },
  ],
  [
    'no e-slip and no payment of a buyer came to a state twice',
    {
      sql: `insert into audit_events select (jsonb_populate_record(null::audit_events, to_jsonb(e) || jsonb_build_object('id', uuidv7(), 'n', null))).* from audit_events e where kind = 'eslip' and to_status = 'PAID'`,
    },
  ],
  ['the last audit event names the state of the e-slip', { sql: `update eslips set status = 'COLLECTED'` }],
  ['every acknowledged file of results stands', { acknowledged: { results: [nobody] } }],
  ['every acknowledged file of results stands', { sql: `update auction_results set upload_id = '${nobody}'` }],
  ['every acknowledged payment of a buyer has paid its lots', { sql: `update eslips set payment_id = null` }],
  ['every lot that was handed over stays so', { acknowledged: { released: new Set([nobody]) } }],
  [
    'every deposit that the bank has confirmed is on its statement',
    { acknowledged: { deposits: new Map([['INV-9', 2]]) } },
  ],
  [
    'the money of sales, counted again from the raw tables, is right to the cent',
    { sql: `update ledger_movements set amount_cents = amount_cents + 1 where cause_kind = 'eslip'` },
  ],
  ['nobody got an answer about a sale that fits nothing', { acknowledged: { unexpected: ['a sale was paid twice'] } }],
]

test.each(cases)('it is found where it does not hold that %s', async (promise, change) => {
  expect(await broken(change)).toContain(promise)
})

test('dollars that are missing on the account at the bank are found', async () => {
  const { rows } = await client.query<{ number: string }>(
    `select account_number as number from trade_accounts where purpose = 'BUYERS'`,
  )
  const place = `0011:${rows[0]?.number} USD`
  const less = { ...book, balances: { ...book.balances, [place]: String(BigInt(book.balances[place] ?? '0') - 1n) } }
  expect(await broken({ changed: less })).toContain(
    'the account that buyers pay onto has at the bank what our ledger says',
  )
})
