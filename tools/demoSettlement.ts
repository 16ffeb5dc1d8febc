import type { SaleInForce } from '#contract/sales/saleDays.ts'
import type { Eslip } from '#contract/settlement/eslips.ts'
import { saleNameOf, type SaleReport } from '#contract/settlement/saleReports.ts'
import { dayAfter } from '#server/facts/days.ts'
import { businessDate, businessYear } from '#server/kit/clock.ts'
import { placeReceipts } from '#server/settlement/placeReceipts.ts'
import { demoPeople, until, type Demo, type DemoPerson } from './demoCalls.ts'
import { payingSale, seedResults, settledSale } from './demoHeldSales.ts'

const fees = {
  brokerPercent: 1,
  dssPercent: 0.3,
  exchangePercent: 0.5,
  millingPerTonne: 60,
  handlingPerPackage: 1.2,
  storagePerPackageDay: 0.01,
  warrantPerLot: 5,
  shillingsPerDollar: 128.95,
}

/** What is charged on the sales of the valley: a rule since last season, and one that waits. */
export async function seedDemoFees({ address }: Demo): Promise<void> {
  const as = demoPeople(address)
  const [officer, checker] = [await as('bank.maker'), await as('bank.checker')]
  const propose = (validFrom: string, more: object) =>
    officer.post<{ data: { id: string } }>('/settlement/fees', { validFrom, ...fees, ...more })
  const { data } = await propose('2025-10-01', { reason: 'As the regulations of 2024 have it' })
  await checker.post('/settlement/fees/approve', { id: data.id })
  await propose(`${businessYear() + 1}-01-01`, {
    handlingPerPackage: 1.25,
    reason: 'Wages at the warehouses rise with the new year',
  })
}

const accounts = [
  {
    organisationCode: 'COOP',
    purpose: 'BUYERS',
    accountNumber: '02109041900010',
    holder: 'DIRECT SETTLEMENT OF COFFEE SALES',
  },
  { organisationCode: 'COOP', purpose: 'DSS', accountNumber: '02109041900028', holder: 'FEES OF DIRECT SETTLEMENT' },
  {
    organisationCode: 'COOP',
    purpose: 'EXCHANGE',
    accountNumber: '02109041900036',
    holder: 'FEES OF EXCHANGE AND REGULATOR',
  },
  // As a lender it is paid of sales too.
  { organisationCode: 'COOP', purpose: 'PROVIDER', accountNumber: '02109041900044', holder: 'REPAYMENTS BY SALES' },
  { organisationCode: 'BR5001', purpose: 'PROVIDER', accountNumber: '02109041910019', holder: 'BROKER BR5001' },
  { organisationCode: 'ML2001', purpose: 'PROVIDER', accountNumber: '02109041920016', holder: 'MILLER ML2001' },
  { organisationCode: 'WH6001', purpose: 'PROVIDER', accountNumber: '02109041930013', holder: 'WAREHOUSE WH6001' },
] as const

type Made = { data: { id: string; version: number } }

/** Accounts by which the sales of the valley are settled; the one of the marketer waits. And a claim in force, and one that waits. */
export async function seedDemoSettlement({ address, bank }: Demo): Promise<void> {
  const waiting = {
    organisationCode: 'MK3001',
    purpose: 'PROVIDER',
    accountNumber: '02109041940010',
    holder: 'MARKETER MK3001',
  }
  await bank.load(
    [...accounts, waiting].map(({ accountNumber, holder: name }) => ({ institutionCode: '11', accountNumber, name })),
  )
  const as = demoPeople(address)
  const [officer, checker] = [await as('bank.maker'), await as('bank.checker')]
  const propose = ({ holder: _holder, ...account }: (typeof accounts)[number] | typeof waiting) =>
    officer.post<Made>('/settlement/accounts', account)
  for (const account of accounts) {
    const { data } = await propose(account)
    await checker.post('/settlement/accounts/decide', { step: 'approve', id: data.id, version: data.version })
  }
  await propose(waiting)
  const lodge = (growerCode: string, amount: number, document: string) =>
    officer.post<Made>('/settlement/claims', { growerCode, amount, document, reason: 'Loan for a drying table' })
  const { data } = await lodge('CF4101', 1_250, 'AGM 2026/04')
  await checker.post('/settlement/claims/approve', { id: data.id, version: data.version })
  await lodge('CF4100', 800, 'AGM 2026/11')
}

/** Under which a buyer has paid who forgot the number of the invoice: two people say which one it is. */
const unnamed = 'COFFEE NOVEMBER'

type Invoice = { invoiceNumber: string; amount: number; buyer: string }

/** What buyers owe of a sale, invoice by invoice. */
async function invoicesOf(bank: DemoPerson, { season, saleNumber }: SaleInForce): Promise<Invoice[]> {
  const slips = (await bank.get<Eslip[]>('/eslips')).filter(
    (slip) => slip.season === season && slip.saleNumber === saleNumber,
  )
  return [...Map.groupBy(slips, ({ invoiceNumber }) => invoiceNumber ?? '')].map(([invoiceNumber, of]) => ({
    invoiceNumber,
    amount: of.reduce((cents, { gross }) => cents + Math.round((gross ?? 0) * 100), 0) / 100,
    buyer: of[0]?.buyerName ?? '',
  }))
}

/** The sales that were held, the last first. */
async function heldSales(bank: DemoPerson): Promise<{ paying: SaleInForce; settled: SaleInForce }> {
  const today = businessDate()
  const sales = await bank.get<SaleInForce[]>('/organization/get-sales')
  const [paying, settled] = sales.filter(({ saleDate }) => saleDate < today)
  if (!paying || !settled) throw new Error('two sales were held')
  return { paying, settled }
}

type Received = { reference: string; amount: number; buyer: string }

/** What buyers have paid in, as the bank books it. */
const receive = (bank: Demo['bank'], received: readonly Received[]) =>
  bank.control(
    'POST',
    '/simulator/funds',
    received.map(({ reference, amount, buyer }) => ({
      institutionCode: '11',
      accountNumber: accounts[0].accountNumber,
      amountCents: Math.round(amount * 100),
      narration: buyer,
      reference,
    })),
  )

const record = (maker: DemoPerson, { invoiceNumber, amount }: Invoice, paidOn: string, bankReference = invoiceNumber) =>
  maker.post<Made>('/settlement/payments', { invoiceNumber, amount, paidOn, bankReference })

/** The first of the two sales that were held is settled: its buyers have paid, every part has arrived, and the coffee is collected. */
export async function seedDemoSettledSale(demo: Demo): Promise<void> {
  const as = demoPeople(demo.address)
  const [maker, checker, warehouse] = [await as('bank.maker'), await as('bank.checker'), await as('warehouse.checker')]
  const { settled: sale } = await heldSales(maker)
  await seedResults(demo, settledSale, sale)
  const invoices = await invoicesOf(checker, sale)
  await receive(
    demo.bank,
    invoices.map((invoice) => ({ ...invoice, reference: invoice.invoiceNumber })),
  )
  for (const invoice of invoices) {
    const { data } = await record(maker, invoice, dayAfter(sale.promptDate, -1))
    await checker.post('/settlement/payments/approve', { id: data.id, version: data.version })
  }
  const name = saleNameOf(sale.season, sale.saleNumber)
  await until(async () => (await checker.get<SaleReport>(`/sales/settlement/${name}`)).status === 'SETTLED')
  const slips = await warehouse.get<Eslip[]>('/eslips')
  for (const { id, saleNumber } of slips)
    if (saleNumber === sale.saleNumber) await warehouse.post('/eslips/release', { id })
}

/** Of the second one buyer has paid by the bank's statement, a payment waits for a second person, and an invoice is not paid. */
export async function seedDemoPayingSale(demo: Demo): Promise<void> {
  const { address, house, bank } = demo
  const as = demoPeople(address)
  const [maker, checker] = [await as('bank.maker'), await as('bank.checker')]
  const { paying } = await heldSales(maker)
  await seedResults(demo, payingSale, paying)
  const invoices = await invoicesOf(checker, paying)
  const [found, recorded] = ['TGX-2629', 'LRC-0921'].map((name) => invoices.find((one) => one.invoiceNumber === name))
  if (!found || !recorded) throw new Error('the results of the sale have no such invoices')
  const today = businessDate()
  const [{ accountNumber }] = accounts
  await receive(bank, [
    { ...found, reference: found.invoiceNumber },
    { ...recorded, reference: unnamed },
  ])
  await record(maker, recorded, today, unnamed)
  await maker.post('/bank/statement/pull', { accountNumber, from: today, to: today })
  await until(async () => {
    await placeReceipts(house)
    const slips = await checker.get<Eslip[]>('/eslips')
    return slips.some(({ invoiceNumber, paidOn }) => invoiceNumber === found.invoiceNumber && paidOn !== null)
  })
}
