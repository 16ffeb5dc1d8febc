import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bookedResults, decideResults, newResults, sendResults } from '#test/kit/auctionResults.ts'
import { ledgerFindings } from '#test/kit/loans.ts'
import type { Person } from '#test/kit/people.ts'
import { bookedByBank, decidePayment, enterPayment, openAccount } from '#test/kit/settlement.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { readRawSales } from '#test/recompute/rawSales.ts'
import { recomputeSales } from '#test/recompute/recomputeSales.ts'
import { markDefaults } from './defaultEslips.ts'
import { placeReceipts } from './placeReceipts.ts'

// Whatever meets while a sale is paid: after each of it all postings are counted again, and every lot is paid as a whole or not at all.
let world: World
let maker: Person
let checker: Person
let buyersAccount: string
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.estherBankMaker
  checker = world.people.peterBankChecker
  buyersAccount = await openAccount(world, 'BUYERS')
})
afterAll(() => world?.close())
afterEach(async () => {
  const raw = await readRawSales(async (text, values) => (await world.owner.query(text, [...(values ?? [])])).rows)
  expect(recomputeSales(raw).differences).toEqual([])
  expect(await ledgerFindings(world)).toEqual([])
})

let serial = 0
/** Sold lots under an invoice of their own, as an approved file of results leaves them. */
async function invoiced(count: number) {
  const invoice = `INV-RACE${(serial += 1)}`
  const rows = newResults(count, { invoice })
  await bookedResults(world, rows)
  return { invoice, rows, amount: (count * 595_660) / 100 }
}
const slipsOf = async (invoice: string): Promise<string[]> =>
  (
    await world.owner.query<{ status: string }>(
      `select status from eslips where invoice_number = $1 and status <> 'VOID' order by id`,
      [invoice],
    )
  ).rows.map(({ status }) => status)
const linesOf = async (reference: string): Promise<string[]> =>
  (
    await world.owner.query<{ kind: string }>(
      `select i.kind from recon_items i join bank_statement_lines s on s.id = i.line_id where s.reference = $1 order by 1`,
      [reference],
    )
  ).rows.map(({ kind }) => kind)
const booked = (invoice: string, amount: number) => bookedByBank(world, buyersAccount, invoice, amount)
const codes = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => body.code ?? String(status)).toSorted()

test('a buyer who pays twice pays the lots once: the other line waits for people', async () => {
  const { invoice, amount } = await invoiced(3)
  await booked(invoice, amount)
  await booked(invoice, amount)
  await Promise.all([placeReceipts(world.house), placeReceipts(world.house), placeReceipts(world.house)])
  expect([await slipsOf(invoice), await linesOf(invoice)]).toEqual([
    ['PAID', 'PAID', 'PAID'],
    ['CREDITED', 'MISSING_HERE'],
  ])
})

test('an invoice that two people record at once is entered by one, and the statement that comes at the same time pays nothing twice', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { invoice: invoiceNumber, amount } = await invoiced(2)
    const entered = await Promise.all([
      enterPayment(maker, { invoiceNumber, amount }),
      enterPayment(maker, { invoiceNumber, amount }),
    ])
    expect(codes(entered)).toEqual(['200', 'change.open'])
    const { id } = entered.find(({ status }) => status === 200)!.body.data
    await booked(invoiceNumber, amount)
    const [first, second] = await Promise.all([
      decidePayment(checker, 'approve', { id }),
      decidePayment(checker, 'approve', { id }),
      placeReceipts(world.house),
    ])
    // The statement was first, or one of the two; the line is known either way.
    expect([first, second].filter(({ status }) => status === 200).length).toBeLessThan(2)
    await placeReceipts(world.house)
    expect([await slipsOf(invoiceNumber), await linesOf(invoiceNumber)]).toEqual([['PAID', 'PAID'], ['CREDITED']])
    const { rows } = await world.owner.query(
      `select from ledger_movements m join ledger_accounts a on a.id = m.debit_account_id where a.kind = 'proceeds' and m.amount_cents = $1
         and m.reference in (select 'buyer_payment/' || id from buyer_payments where invoice_number = $2
           union all select 'statement/' || i.id from recon_items i join bank_statement_lines s on s.id = i.line_id where s.reference = $2)`,
      [Math.round(amount * 100), invoiceNumber],
    )
    expect(rows).toHaveLength(1)
  }
})

test('a result that is corrected while its buyer pays is corrected, or paid: never both', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { invoice, rows, amount } = await invoiced(2)
    const sent = await sendResults(
      world,
      rows.map((row) => ({ ...row, price: '410', value: '6182.80' })),
    )
    await booked(invoice, amount)
    const correct = () => decideResults(checker, 'approve', sent)
    const pay = () => placeReceipts(world.house)
    const [first, second] = round % 2 === 0 ? [correct, pay] : [pay, correct]
    const answers = await Promise.all([first(), second()])
    const { status } = answers.find((one) => typeof one !== 'number')!
    const isCorrected = status === 200
    // Refused while the rows were checked again, or after.
    if (!isCorrected) expect([409, 424]).toContain(status)
    expect(await slipsOf(invoice)).toEqual(isCorrected ? ['PENDING_PAYMENT', 'PENDING_PAYMENT'] : ['PAID', 'PAID'])
    expect(await linesOf(invoice)).toEqual([isCorrected ? 'MISSING_HERE' : 'CREDITED'])
  }
})

test('a sale that four servers settle at once is settled once', async () => {
  const invoices = []
  for (let each = 0; each < 12; each += 1) invoices.push(await invoiced(1))
  for (const { invoice, amount } of invoices) await booked(invoice, amount)
  const placed = await Promise.all([1, 2, 3, 4].map(() => placeReceipts(world.house)))
  expect(placed.reduce((all, one) => all + one, 0)).toBe(12)
  for (const { invoice } of invoices) expect(await slipsOf(invoice)).toEqual(['PAID'])
})

test('a lot whose prompt day passes while its buyer pays is paid in the end, and never in default after it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { invoice, amount } = await invoiced(2)
    await world.owner.query(`update eslips set prompt_date = current_date - 2 where invoice_number = $1`, [invoice])
    await booked(invoice, amount)
    await Promise.all([markDefaults(world.house), placeReceipts(world.house), markDefaults(world.house)])
    await placeReceipts(world.house)
    await markDefaults(world.house)
    expect(await slipsOf(invoice)).toEqual(['PAID', 'PAID'])
  }
})
