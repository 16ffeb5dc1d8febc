import type { AccountPurpose, SocietyAccount } from '#contract/payments/societyAccounts.ts'
import type { SocietyTransfer, TransferKind } from '#contract/payments/societyTransfers.ts'
import { lastSeason } from './demoAccounts.ts'
import { askBank, demoPeople, until, type Demo, type DemoPerson } from './demoCalls.ts'
import { minutePage } from './demoMinute.ts'

const allowedBy = 'CO-OP/NYR/2026/114'

/**
 * The first society has retained its share, moved the rest to its farmers and changed it, and so has the second without retaining; both have the
 * dollars of their lots in it. The third has changed what the season before had left. A second retention above the share waits.
 */
export async function seedDemoTransfers({ address }: Demo): Promise<void> {
  const as = demoPeople(address)
  const [maker, checker] = [await as('fcs.maker'), await as('fcs.checker')]
  const retention = {
    kind: 'RETENTION',
    amount: 8_000,
    reason: 'Budget of the season, minute 4 of 12 October',
  } as const
  await carryOut(maker, checker, retention)
  const second = 3_000
  const dollars = Math.round(((await availableOf(maker, 'NON_CHECKOFF')) - second) * 100) / 100
  await carryOut(maker, checker, { kind: 'SWEEP', amount: dollars })
  const part = await orderTransfer(maker, { kind: 'CONVERSION', amount: 20_000 })
  await decide(checker, part, { step: 'decline', approverComment: 'Wait for the rest: one deal is enough.' })
  await carryOut(maker, checker, { kind: 'CONVERSION', amount: dollars })
  await maker.post(`/society-transfers/${maker.organisationId}`, {
    kind: 'RETENTION',
    amount: second,
    document: allowedBy,
    documentId: await attachLetter(maker),
    reason: 'New drying tables, as the county officer allowed',
  })
  await changeDollars(await as('fcs2.maker'), await as('fcs2.checker'))
  await changeDollars(await as('fcs3.maker'), await as('fcs3.checker'), lastSeason)
  for (const username of ['fcs.maker', 'fcs2.maker', 'fcs3.maker']) {
    const person = await as(username)
    const accounts = await person.get<SocietyAccount[]>(`/society-accounts/${person.organisationId}`)
    for (const { accountNumber } of accounts.filter(({ purpose }) => purpose !== 'NON_CHECKOFF'))
      await askBank(person, accountNumber)
  }
}

/** What the county officer has signed, as the clerk scanned it. */
async function attachLetter(maker: DemoPerson): Promise<string> {
  const bytes = minutePage([
    `LETTER ${allowedBy} OF THE COUNTY COMMISSIONER FOR CO-OPERATIVES`,
    'The society may retain a further USD 3,000 of the season for drying tables.',
    'Signed: the county commissioner.',
  ])
  const name = `Letter ${allowedBy.replaceAll('/', ' ')}.pdf`
  return (
    await maker.send<{ data: { id: string } }>(`/society-transfers/${maker.organisationId}/document`, { name, bytes })
  ).data.id
}

/** What an account of the society has to move. */
export async function availableOf(person: DemoPerson, purpose: AccountPurpose): Promise<number> {
  const accounts = await person.get<SocietyAccount[]>(`/society-accounts/${person.organisationId}`)
  return accounts.find((account) => account.purpose === purpose)?.availableBalance ?? 0
}

type Ordered = { kind: TransferKind; amount: number; reason?: string | undefined }

async function orderTransfer(maker: DemoPerson, body: Ordered): Promise<SocietyTransfer> {
  return (await maker.post<{ data: SocietyTransfer }>(`/society-transfers/${maker.organisationId}`, body)).data
}

const decide = (checker: DemoPerson, { id, version }: SocietyTransfer, decision: object) =>
  checker.post(`/society-transfers/${checker.organisationId}/decide`, { id, version, ...decision })

/** Orders and approves one, and waits until it has reached the bank. */
async function carryOut(maker: DemoPerson, checker: DemoPerson, ordered: Ordered): Promise<void> {
  const transfer = await orderTransfer(maker, ordered)
  await decide(checker, transfer, { step: 'approve' })
  await until(async () => {
    const { status } = await maker.get<SocietyTransfer>(`/society-transfer/${transfer.id}`)
    return status.statusName === 'DONE'
  })
}

/** Moves dollars that came in to the farmers and changes them into shillings, by two people: all that there are, or so many. */
export async function changeDollars(maker: DemoPerson, checker: DemoPerson, dollars?: number): Promise<void> {
  const amount = dollars ?? (await availableOf(maker, 'NON_CHECKOFF'))
  for (const kind of ['SWEEP', 'CONVERSION'] as const) await carryOut(maker, checker, { kind, amount })
}
