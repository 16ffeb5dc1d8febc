import type { SocietyAccount } from '#contract/payments/societyAccounts.ts'
import type { SocietyTransfer, TransferKind } from '#contract/payments/societyTransfers.ts'
import { askBank, demoPeople, until, type Demo, type DemoPerson } from './demoCalls.ts'

type PlannedTransfer = {
  /** Whose people order and decide it; the first society where it says nothing. */
  by?: 'fcs2' | 'fcs3'
  kind: TransferKind
  dollars: number
  reason?: string
  decision?: 'approve' | 'decline'
  comment?: string
}

/** The first society has retained its share, moved the rest to its farmers and changed it, and so have the others without retaining; a second retention above the share waits. */
const transfers: readonly PlannedTransfer[] = [
  { kind: 'RETENTION', dollars: 8_000, reason: 'Budget of the season, minute 4 of 12 October', decision: 'approve' },
  { kind: 'SWEEP', dollars: 33_482.34, decision: 'approve' },
  { kind: 'CONVERSION', dollars: 20_000, decision: 'decline', comment: 'Wait for the rest: one deal is enough.' },
  { kind: 'CONVERSION', dollars: 33_482.34, decision: 'approve' },
  { by: 'fcs2', kind: 'SWEEP', dollars: 21_004.22, decision: 'approve' },
  { by: 'fcs2', kind: 'CONVERSION', dollars: 21_004.22, decision: 'approve' },
  { by: 'fcs3', kind: 'SWEEP', dollars: 13_860.4, decision: 'approve' },
  { by: 'fcs3', kind: 'CONVERSION', dollars: 13_860.4, decision: 'approve' },
]

/** Orders and decides them on a running server, each once the one before has reached the bank. */
export async function seedDemoTransfers({ address }: Demo): Promise<void> {
  const as = demoPeople(address)
  for (const { by = 'fcs', kind, dollars: amount, reason, decision, comment } of transfers) {
    const [maker, checker] = [await as(`${by}.maker`), await as(`${by}.checker`)]
    const data = await orderTransfer(maker, { kind, amount, reason })
    if (decision) await decideTransfer({ maker, checker, ordered: data, decision, comment })
  }
  const maker = await as('fcs.maker')
  await maker.post(`/society-transfers/${maker.organisationId}`, {
    kind: 'RETENTION',
    amount: 1_000,
    document: 'CO-OP/NYR/2026/114',
    reason: 'New drying tables, as the county officer allowed',
  })
  for (const username of ['fcs.maker', 'fcs2.maker', 'fcs3.maker']) {
    const person = await as(username)
    const accounts = await person.get<SocietyAccount[]>(`/society-accounts/${person.organisationId}`)
    for (const { accountNumber } of accounts.filter(({ purpose }) => purpose !== 'NON_CHECKOFF'))
      await askBank(person, accountNumber)
  }
}

type Ordered = { kind: TransferKind; amount: number; reason?: string | undefined }

/** Orders one. */
async function orderTransfer(maker: DemoPerson, { kind, amount, reason }: Ordered): Promise<SocietyTransfer> {
  const body = { kind, amount, ...(reason ? { reason } : {}) }
  return (await maker.post<{ data: SocietyTransfer }>(`/society-transfers/${maker.organisationId}`, body)).data
}

type Decided = {
  maker: DemoPerson
  checker: DemoPerson
  ordered: SocietyTransfer
  decision: string
  comment?: string | undefined
}

/** Decides one; what is approved has reached the bank then. */
async function decideTransfer({ maker, checker, ordered: { id, version }, decision, comment }: Decided): Promise<void> {
  const body = { step: decision, id, version, approverComment: comment }
  await checker.post(`/society-transfers/${checker.organisationId}/decide`, body)
  if (decision !== 'approve') return
  await until(async () => {
    const { status } = await maker.get<SocietyTransfer>(`/society-transfer/${id}`)
    return status.statusName === 'DONE'
  })
}

/** Moves dollars that came in to the farmers and changes them into shillings, by two people. */
export async function changeDollars(maker: DemoPerson, checker: DemoPerson, amount: number): Promise<void> {
  for (const kind of ['SWEEP', 'CONVERSION'] as const) {
    const ordered = await orderTransfer(maker, { kind, amount })
    await decideTransfer({ maker, checker, ordered, decision: 'approve' })
  }
}
