import { sql, type Tx } from '#server/kit/db.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import type { PayoutNews, PayoutOwner } from '#server/kit/bank/payout.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { asFarAsOwed } from '#server/ledger/asFarAsOwed.ts'
import { move, type Movement } from '#server/ledger/ledger.ts'
import { lockLoans } from './decideLoans.ts'
import { paid, returned, undone, type LoanMoney } from './loanMoney.ts'
import { loanRequestKind } from './loanRows.ts'
import { notifyBorrowers } from './notifyBorrowers.ts'

const states = {
  PROCESSING: 'PROCESSING',
  PAID: 'SUCCESS',
  FAILED: 'FAILED',
  REVERSED: 'REVERSED',
  REVERSAL_FAILED: 'REVERSAL_FAILED',
} as const satisfies Record<PayoutNews['status'], string>

/** What the end of a payout does in the ledger. Money that could not be brought back stays in clearing, and its limit held. */
const movements: Record<string, (loan: LoanMoney) => Movement[]> = {
  'PROCESSING SUCCESS': paid,
  'REVERSAL_FAILED SUCCESS': paid,
  'PROCESSING FAILED': returned,
  'PROCESSING REVERSED': returned,
  'REVERSAL_FAILED REVERSED': returned,
  'SUCCESS REVERSED': undone,
  'PROCESSING REVERSAL_FAILED': () => [],
}

/** Settles loans by what became of their payouts; the same news again changes nothing. */
async function settled(tx: Tx, news: readonly PayoutNews[]): Promise<void> {
  const bySource = new Map(news.map((one) => [one.sourceId, one]))
  const all: Movement[] = []
  const ended: string[] = []
  const batch = batchOfHour(loanRequestKind.flow.kind)
  for (const loan of await lockLoans(tx, [...bySource.keys()])) {
    const one = bySource.get(loan.id)
    if (!one) continue
    const to = states[one.status]
    await sql`update loan_requests set partner_status = ${one.partnerStatus}, partner_reference = coalesce(${one.partnerReference}, partner_reference),
      settled_at = case when ${to} = 'PROCESSING' then settled_at else ${one.at}::timestamptz end where id = ${loan.id}`.execute(
      tx,
    )
    if (to === 'PROCESSING' || to === loan.status) continue
    const moves = movements[`${loan.status} ${to}`]
    if (!moves) throw new Error(`a loan does not go from ${loan.status} to ${to}`)
    await systemStep({
      tx,
      kind: loanRequestKind,
      id: loan.id,
      organisationId: loan.organisationId,
      from: loan.status,
      to,
      title: loan.title,
      batch,
      ...(one.reason ? { changes: { bank: { before: null, after: one.reason } } } : {}),
    })
    all.push(...moves(loan))
    ended.push(loan.id)
  }
  await move(tx, await asFarAsOwed(tx, all))
  await notifyBorrowers(tx, 'loan_paid', ended)
  await notifyBorrowers(tx, 'loan_failed', ended)
}

export const loanPayouts: PayoutOwner = { sourceKind: loanRequestKind.flow.kind, settled }
