import { demoPeople, type Demo } from './demoCalls.ts'

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
  await propose('2027-01-01', { handlingPerPackage: 1.25, reason: 'Wages at the warehouses rise with the new year' })
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
  { organisationCode: 'BR5001', purpose: 'PROVIDER', accountNumber: '02109041910019', holder: 'BROKER BR5001' },
  { organisationCode: 'ML2001', purpose: 'PROVIDER', accountNumber: '02109041920016', holder: 'MILLER ML2001' },
  { organisationCode: 'WH6001', purpose: 'PROVIDER', accountNumber: '02109041930013', holder: 'WAREHOUSE WH6001' },
] as const

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
  type Made = { data: { id: string; version: number } }
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
