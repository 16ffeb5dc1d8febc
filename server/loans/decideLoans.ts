import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { decideMany } from '#server/kit/records/decideMany.ts'
import type { NewPayout } from '#server/kit/bank/payout.ts'
import { NothingDone, Refused, type Outcomes } from '#server/kit/refused.ts'
import { takeStep, type Locked, type StepRequest } from '#server/kit/records/takeStep.ts'
import { balanceOf, move, type Movement } from '#server/ledger/ledger.ts'
import { limitMustHold, limitRelease } from '#server/ledger/limits.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { findBorrower, hasWay, mustBeLendable, paymentTypeOf, type Borrower } from './borrower.ts'
import { authorised, fundOf, limitOfLoan, type LoanMoney } from './loanMoney.ts'
import { loanRequestKind } from './loanRows.ts'
import { notifyBorrowers } from './notifyBorrowers.ts'

type Deciding = { tx: Tx; actor: Actor; request: StepRequest }
type Decision = { id: string; version?: number | undefined; approvalComment?: string | undefined }
type StepName = 'approve' | 'authorize' | 'reject' | 'decline'

const step = (
  { tx, actor, request }: Deciding,
  name: StepName,
  { id, version, approvalComment }: Decision,
  effect: (record: Locked) => Promise<void>,
) =>
  takeStep({
    tx,
    actor,
    kind: loanRequestKind,
    step: name,
    id,
    version,
    comment: approvalComment,
    request,
    effect,
  })

/** The society approves: the limit must still cover the request. Whoever approved counts among the makers from now on. */
export async function approveMany(call: Deciding, decisions: readonly Decision[]) {
  const { tx } = call
  const approve = async (decision: Decision) => {
    await step(call, 'approve', decision, async ({ id }) => limitMustHold(tx, limitOfLoan(await lockLoan(tx, id))))
    await sql`update loan_requests set approved_by = decided_by, approved_at = decided_at, makers = array_append(makers, decided_by),
      decided_by = null, decided_at = null where id = ${decision.id}`.execute(tx)
  }
  const outcome = await decideMany({ tx, records: decisions, decide: approve })
  const done = outcome.rows.filter((row) => row.outcome === 'done')
  await notifyBorrowers(
    tx,
    'loan_approved',
    done.map(({ id }) => id),
  )
  return outcome
}

/** Rejected by the society or declined by who lends: what was reserved of the limit is free again. */
export const refuse = (call: Deciding, name: 'reject' | 'decline', decision: Decision) =>
  step(call, name, decision, async ({ id }) => {
    const loan = await lockLoan(call.tx, id)
    if (name === 'decline') mustLend(call.actor, loan)
    await move(call.tx, [limitRelease(loan)])
  })

/** Several for one reason. */
export const refuseMany = (
  call: Deciding,
  name: 'reject' | 'decline',
  records: readonly Decision[],
  comment: string | undefined,
) =>
  decideMany({
    tx: call.tx,
    records,
    explanation: { step: loanRequestFlow.steps[name], comment, request: call.request },
    decide: (decision) => refuse(call, name, { ...decision, approvalComment: comment }),
  })

function mustLend(actor: Actor, { lenderId }: LoanMoney): void {
  if (lenderId !== actor.organisationId) throw new Refused('loan.other_lender')
}

/**
 * Who lends authorises. Everything that was checked at the request is checked again under the lock of the record; what the fund no
 * longer covers is left out. The money of all of them leaves the fund in one list at the end, so that the fund is locked last;
 * if another authorisation emptied it meanwhile, none is authorised and each says so.
 */
export async function authorizeMany(call: Deciding, decisions: readonly Decision[]) {
  const { tx, actor } = call
  const movements: Movement[] = []
  const payouts: NewPayout[] = []
  const fund = fundOf(actor.organisationId)
  let left = (await balanceOf(tx, fund)).availableCents
  const authorize = async (decision: Decision) => {
    const seen: { loan?: LockedLoan; borrower?: Borrower } = {}
    await step(call, 'authorize', decision, async ({ id }) => {
      const loan = await lockLoan(tx, id)
      mustLend(actor, loan)
      const borrower = await findBorrower(tx, sql`f.id = ${loan.farmerId}`)
      if (!borrower) throw new Refused('loan.unknown_member')
      await mustBeLendable(tx, borrower)
      await limitMustHold(tx, limitOfLoan(loan))
      if (!hasWay(borrower, loan.netCents)) throw new Refused('loan.no_way')
      if (loan.netCents > left) throw new Refused('loan.fund_short')
      await keepAccount(tx, loan, borrower)
      Object.assign(seen, { loan, borrower })
    })
    const { loan, borrower } = seen
    if (!loan || !borrower) throw new Error('a loan was authorised without its lock')
    left -= loan.netCents
    movements.push(...authorised(loan))
    payouts.push(payoutOf(loan, borrower))
  }
  const outcome = await decideMany({ tx, records: decisions, decide: authorize })
  await move(tx, movements).catch((error: unknown) => {
    if (error instanceof Refused && error.code === 'ledger.overdrawn') refuseAll(outcome)
    throw error
  })
  await openPayouts(tx, payouts)
  await notifyBorrowers(
    tx,
    'loan_authorised',
    payouts.map(({ sourceId }) => sourceId),
  )
  return outcome
}

/** The fund was emptied by somebody else: what was about to be authorised is not, and what was refused keeps its reason. */
function refuseAll({ rows: all }: Outcomes): never {
  const short = new Refused('loan.fund_short')
  const refusal = { outcome: 'skipped', code: short.code, message: short.message } as const
  const left = all.map((row) => (row.outcome === 'done' ? { ...row, ...refusal } : row))
  const failed = left.filter(({ outcome }) => outcome === 'failed').length
  throw new NothingDone(short, { done: 0, skipped: left.length - failed, failed, rows: left })
}

/** Keeps where the money goes as it was when it was authorised. */
async function keepAccount(tx: Tx, { id }: LockedLoan, borrower: Borrower): Promise<void> {
  await sql`update loan_requests set payment_type = ${paymentTypeOf(borrower)}, institution_code = ${borrower.institutionCode}, institution_type = ${borrower.institutionType},
    account_number = ${borrower.accountNumber}, account_name = ${borrower.accountName}, partner_status = 'QUEUED' where id = ${id}`.execute(
    tx,
  )
}

const payoutOf = (loan: LockedLoan, borrower: Borrower): NewPayout => ({
  sourceKind: loanRequestKind.flow.kind,
  sourceId: loan.id,
  organisationId: loan.organisationId,
  lenderId: loan.lenderId,
  title: loan.title,
  amountCents: loan.netCents,
  paymentType: paymentTypeOf(borrower),
  account: {
    institutionCode: borrower.institutionCode,
    institutionType: borrower.institutionType,
    accountNumber: borrower.accountNumber,
    accountName: borrower.accountName,
  },
  narration: `LOAN ${loan.reference}`,
})

type LockedLoan = LoanMoney & { reference: string; status: string; title: string }

/** Loans by their ids, as the ledger knows them, locked. */
export const lockLoans = (tx: Tx, ids: readonly string[]) =>
  rows(
    tx,
    sql<LockedLoan>`select t.id, t.organisation_id as "organisationId", t.lender_id as "lenderId", t.farmer_id as "farmerId", t.season,
      t.amount_cents as "amountCents", t.fee_cents as "feeCents", t.net_cents as "netCents", t.reference, t.status, ${loanRequestKind.title} as title
      from loan_requests t where t.id = any (${ids}) order by t.id for update`,
  )

async function lockLoan(tx: Tx, id: string): Promise<LockedLoan> {
  const [loan] = await lockLoans(tx, [id])
  if (!loan) throw new Refused('record.not_found')
  return loan
}
