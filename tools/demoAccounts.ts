import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { AccountPurpose } from '#contract/payments/societyAccounts.ts'
import { askBank, demoPeople, type Demo } from './demoCalls.ts'

type PlannedAccount = { by: string; purpose: AccountPurpose; number: string; holder: string; approvedBy?: string }

const othameru = { by: 'fcs.maker', holder: 'OTHAMERU FARMERS CO-OPERATIVE SOCIETY LTD', approvedBy: 'fcs.checker' }
const murengeti = { by: 'fcs3.maker', holder: 'MURENGETI FARMERS CO-OPERATIVE SOCIETY LTD', approvedBy: 'fcs3.checker' }
const kirimandu = { by: 'fcs2.maker', holder: 'KIRIMANDU FARMERS CO-OPERATIVE SOCIETY LTD', approvedBy: 'fcs2.checker' }

/** Two societies have all four of their accounts, another three, and its fourth waits. */
const accounts: readonly PlannedAccount[] = [
  { ...othameru, purpose: 'NON_CHECKOFF', number: '02109041000010' },
  { ...othameru, purpose: 'CHECKOFF', number: '02109041000028' },
  { ...othameru, purpose: 'FARMERS_USD', number: '02109041000036' },
  { ...othameru, purpose: 'FARMERS_KES', number: '01109041000044' },
  { ...kirimandu, purpose: 'NON_CHECKOFF', number: '02109041010011' },
  { ...kirimandu, purpose: 'FARMERS_USD', number: '02109041010037' },
  { ...kirimandu, purpose: 'FARMERS_KES', number: '01109041010045' },
  { ...murengeti, purpose: 'NON_CHECKOFF', number: '02109041020018' },
  { ...murengeti, purpose: 'CHECKOFF', number: '02109041020026' },
  { ...murengeti, purpose: 'FARMERS_USD', number: '02109041020034' },
  { ...murengeti, purpose: 'FARMERS_KES', number: '01109041020042' },
  { by: 'fcs2.maker', holder: kirimandu.holder, purpose: 'CHECKOFF', number: '02109041010029' },
]

/** Dollars that the third society pays its members for the season before. */
export const lastSeason = 13_860.4
/** What lots of the season before brought last, as the bank books it. */
const proceeds = [
  { by: 'fcs.maker', number: '02109041000010', dollars: 8_500, narration: 'Outturn 36KR0009 e-slip ES-2203 sale 40' },
  {
    by: 'fcs2.maker',
    number: '02109041010011',
    dollars: 6_004.22,
    narration: 'Outturn 36KR0021 e-slip ES-2211 sale 40',
  },
  {
    by: 'fcs3.maker',
    number: '02109041020018',
    dollars: lastSeason,
    narration: 'Outturn 36KR0030 e-slip ES-2215 sale 40',
  },
]

/** Opens them at the bank, proposes and decides them on a running server. */
export async function seedDemoAccounts({ address, bank }: Demo): Promise<void> {
  await bank.load(
    accounts.map(({ number, holder }) => ({ institutionCode: '11', accountNumber: number, name: holder })),
  )
  const as = demoPeople(address)
  for (const { by, purpose, number, approvedBy } of accounts) {
    const maker = await as(by)
    const path = `/society-accounts/${maker.organisationId}`
    const { data } = await maker.post<{ data: ChangeRequest }>(path, { purpose, accountNumber: number })
    if (!approvedBy) continue
    const checker = await as(approvedBy)
    await checker.post(`${path}/decide`, { step: 'approve', id: data.id, version: data.version })
  }
  await bank.control(
    'POST',
    '/simulator/funds',
    proceeds.map(({ number, dollars, narration }) => ({
      institutionCode: '11',
      accountNumber: number,
      amountCents: Math.round(dollars * 100),
      narration,
    })),
  )
  for (const { by, number } of new Map(proceeds.map((one) => [one.number, one])).values())
    await askBank(await as(by), number)
}
