import type { Deduction } from '#contract/schedules/deductions.ts'
import { demoPeople, type Demo } from './demoCalls.ts'

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
    const { data } = await maker.post<{ data: Deduction }>(path, { ...rule, ...payee, ...taken })
    await manager.post(`${path}/decide`, { step: 'approve', id: data.id, version: data.version })
  }
  await maker.post(path, {
    ...rule,
    kind: 'PREMIUM',
    amount: 1.5,
    title: 'Fairtrade premium',
    minuteNumber: '8/2026',
  })
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
