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
