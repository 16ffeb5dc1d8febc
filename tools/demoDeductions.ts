import type { Deduction } from '#contract/schedules/deductions.ts'
import { deductionsFile } from '#contract/schedules/deductionFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { demoPeople, type Demo, type DemoPerson } from './demoCalls.ts'
import { minutePage } from './demoMinute.ts'

const payee = { institution: '11', accountNumber: '01109041000093' }
/** A supplier at another bank, to whom one payment comes to more than PesaLink carries. */
export const supplier = { institutionCode: '68', accountNumber: '06801904100017', name: 'AGROVET SUPPLIES (NYERI) LTD' }
const allowed = { minuteDate: '2026-10-02', document: 'Minute book 4' }

/** Two societies take inputs by the kilogram, one of them transport too, which its schedule leaves out; a premium of its certificate waits for the manager. */
export async function seedDemoDeductions({ address, bank }: Demo): Promise<void> {
  await bank.load([{ institutionCode: '11', accountNumber: payee.accountNumber, name: 'MKULIMA STORES LTD' }, supplier])
  await takeInputs({ address })
  const as = demoPeople(address)
  const [maker, manager] = [await as('fcs2.maker'), await as('fcs2.manager')]
  const path = `/payment/deductions/${maker.organisationId}`
  const { season } = (
    await maker.post<{ data: { season: string } }>('/payment/fetchFCSLimitInfo', { growerCode: 'CF4101' })
  ).data
  const rule = { season, basis: 'PER_KG', ...allowed }
  for (const taken of [
    { kind: 'INPUTS', amount: 2, title: 'Fertiliser of the long rains', minuteNumber: '7/2026' },
    { kind: 'TRANSPORT', amount: 0.5, title: 'Lorry to the mill', minuteNumber: '9/2026' },
  ]) {
    const documentId = await attachMinute(maker, taken)
    const { data } = await maker.post<{ data: Deduction }>(path, { ...rule, ...payee, ...taken, documentId })
    await manager.post(`${path}/decide`, { step: 'approve', id: data.id, version: data.version })
  }
  await seedFiles(maker, manager, season)
  const premium = { kind: 'PREMIUM', amount: 1.5, title: 'Fairtrade premium', minuteNumber: '8/2026' }
  await maker.post(path, { ...rule, ...premium, documentId: await attachMinute(maker, premium) })
}

type Resolved = { title: string; minuteNumber: string; amount: number }

/** The minute itself, as its clerk scanned it. */
async function attachMinute(maker: DemoPerson, { title, minuteNumber, amount }: Resolved): Promise<string> {
  const bytes = minutePage([
    `MINUTE ${minuteNumber} OF THE GENERAL MEETING, 2 OCTOBER 2026`,
    `It was resolved: ${title}, KES ${amount.toFixed(2)} for each kilogram of cherry.`,
    'Signed: the chairman, the secretary and the treasurer.',
  ])
  const name = `Minute ${minuteNumber.replace('/', ' of ')}.pdf`
  const path = `/payment/deductions/${maker.organisationId}/document`
  return (await maker.send<{ data: { id: string } }>(path, { name, bytes })).data.id
}

/** What the first society owes the supplier. */
async function takeInputs({ address }: Pick<Demo, 'address'>): Promise<void> {
  const as = demoPeople(address)
  const [maker, manager] = [await as('fcs.maker'), await as('fcs.manager')]
  const path = `/payment/deductions/${maker.organisationId}`
  const growerCode = 'CF4100'
  const { season } = (await maker.post<{ data: { season: string } }>('/payment/fetchFCSLimitInfo', { growerCode })).data
  const { data } = await maker.post<{ data: Deduction }>(path, {
    season,
    ...allowed,
    kind: 'INPUTS',
    basis: 'PER_KG',
    amount: 3,
    title: 'Sprays and fertiliser on credit',
    minuteNumber: '11/2026',
    institution: supplier.institutionCode,
    accountNumber: supplier.accountNumber,
  })
  await manager.post(`${path}/decide`, { step: 'approve', id: data.id, version: data.version })
}

/** Seedlings of three members are in force by a file; the shares of four wait for the manager, and a file with a slip for its clerk. */
async function seedFiles(maker: DemoPerson, manager: DemoPerson, season: string): Promise<void> {
  const path = `/payment/deductionFiles/${maker.organisationId}`
  const columns = Object.values(deductionsFile.columns).map(({ title }) => title)
  const at = columnKeys(deductionsFile)
  const files = [
    { title: 'Seedlings of Ruiru 11', kind: 'INPUTS', minuteNumber: '6/2026', amounts: [1250, 800.5, 2400] },
    { title: 'Shares of November', kind: 'SACCO', minuteNumber: '10/2026', amounts: [500, 500, 500, 1000] },
    { title: 'Sprayers', kind: 'INPUTS', minuteNumber: '11/2026', amounts: [3500, 0] },
  ]
  for (const [index, { amounts, ...terms }] of files.entries()) {
    const rows = amounts.map((amount, place) => ({ memberNumber: `KM${String(place + 11).padStart(4, '0')}`, amount }))
    const cells = rows.map((row: Record<string, string | number>) => at.map((key) => row[key] ?? '').join(','))
    const id = await maker.upload(`${path}/upload`, {
      name: `${terms.title}.csv`,
      bytes: Buffer.from([columns.join(','), ...cells].join('\n')),
      fields: { season, ...terms, ...payee, ...allowed },
    })
    if (index === 0) await manager.post(`${path}/approve`, { id })
  }
}
