import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, together, type Tx } from '#server/kit/db.ts'
import { decideMany } from '#server/kit/records/decideMany.ts'
import type { NewPayout } from '#server/kit/bank/payout.ts'
import { NothingDone, Refused, type Outcomes } from '#server/kit/refused.ts'
import { oneOf } from '#server/kit/records/pageRows.ts'
import { takeStep, type StepRequest } from '#server/kit/records/takeStep.ts'
import { takeSteps } from '#server/kit/records/takeSteps.ts'
import { balanceOf, move } from '#server/ledger/ledger.ts'
import { limitBars, limitRelease } from '#server/ledger/limits.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { findBorrowers, hasWay, paymentTypeOf, readBars, type Borrower } from './borrower.ts'
import { authorised, fundOf, limitOfLoan, type LoanMoney } from './loanMoney.ts'
import { loanRequestKind } from './loanRows.ts'
import { notifyBorrowers } from './notifyBorrowers.ts'

type Deciding = { tx: Tx; actor: Actor; request: StepRequest }
type Decision = { id: string; version?: number | undefined; approvalComment?: string | undefined }

const stepsOf = ({ tx, actor, request }: Deciding, decisions: readonly Decision[]) => ({
  tx,
  actor,
  kind: loanRequestKind,
  decisions: decisions.map(({ approvalComment: comment, ...decision }) => ({ ...decision, comment })),
  request,
})

/** The society approves: the limit must still cover the request. Whoever approved counts among the makers from now on. */
export async function approveMany(call: Deciding, decisions: readonly Decision[]) {
  const { tx } = call
  const outcome = await takeSteps({
    ...stepsOf(call, decisions),
    step: 'approve',
    effect: async (records) => {
      const loans = await lockLoans(tx, idsOf(records))
      const bars = await limitBars(tx, loans.map(limitOfLoan))
      return refusals(loans.map(({ id }, place) => [id, bars[place] ?? null]))
    },
  })
  const done = idsOf(outcome.rows.filter((row) => row.outcome === 'done'))
  await sql`update loan_requests set approved_by = decided_by, approved_at = decided_at, makers = array_append(makers, decided_by),
    decided_by = null, decided_at = null where id = any (${done}::uuid[])`.execute(tx)
  await notifyBorrowers(tx, 'loan_approved', done)
  return outcome
}

const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id)

const refusals = (found: readonly (readonly [id: string, code: ErrorCode | null])[]): Map<string, Refused> =>
  new Map(found.flatMap(([id, code]) => (code ? [[id, new Refused(code)]] : [])))

/** Rejected by the society or declined by who lends: what was reserved of the limit is free again. */
export const refuse = (
  { tx, actor, request }: Deciding,
  step: 'reject' | 'decline',
  { approvalComment: comment, ...decision }: Decision,
) =>
  takeStep({
    tx,
    actor,
    kind: loanRequestKind,
    step,
    ...decision,
    comment,
    request,
    effect: async ({ id }) => {
      const [loan] = await lockLoans(tx, [id])
      if (!loan) throw new Refused('record.not_found')
      if (step === 'decline' && !lends(actor, loan)) throw new Refused('loan.other_lender')
      await move(tx, [limitRelease(loan)])
    },
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

const lends = (actor: Actor, { lenderId }: LoanMoney): boolean => lenderId === actor.organisationId

/**
 * Who lends authorises. Everything that was checked at the request is checked again under the lock of the record; what the fund no
 * longer covers is left out. The money of all of them leaves the fund in one list at the end, so that the fund is locked last;
 * if another authorisation emptied it meanwhile, none is authorised and each says so.
 */
export async function authorizeMany(call: Deciding, decisions: readonly Decision[]) {
  const { tx, actor } = call
  const leaving: Leaving[] = []
  let left = (await balanceOf(tx, fundOf(actor.organisationId))).availableCents
  const outcome = await takeSteps({
    ...stepsOf(call, decisions),
    step: 'authorize',
    effect: async (records) => {
      const loans = await lockLoans(tx, idsOf(records))
      const [borrowers, barsOf, limits] = await together([
        findBorrowers(tx, sql`f.id = any (${loans.map(({ farmerId }) => farmerId)}::uuid[])`),
        readBars(tx),
        limitBars(tx, loans.map(limitOfLoan)),
      ])
      const members = new Map(borrowers.map((borrower) => [borrower.id, borrower]))
      const decide = (loan: LockedLoan, place: number): ErrorCode | null => {
        const borrower = members.get(loan.farmerId)
        if (!lends(actor, loan)) return 'loan.other_lender'
        if (!borrower) return 'loan.unknown_member'
        const bar = barsOf(borrower)[0] ?? limits[place]
        if (bar) return bar
        if (!hasWay(borrower, loan.netCents)) return 'loan.no_way'
        if (loan.netCents > left) return 'loan.fund_short'
        left -= loan.netCents
        leaving.push({ loan, borrower })
        return null
      }
      const refused = refusals(loans.map((loan, place) => [loan.id, decide(loan, place)]))
      await keepAccounts(tx, leaving)
      return refused
    },
  })
  await move(
    tx,
    leaving.flatMap(({ loan }) => authorised(loan)),
  ).catch((error: unknown) => {
    if (error instanceof Refused && error.code === 'ledger.overdrawn') refuseAll(outcome)
    throw error
  })
  await openPayouts(tx, leaving.map(payoutOf))
  await notifyBorrowers(
    tx,
    'loan_authorised',
    leaving.map(({ loan }) => loan.id),
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

/** A loan that is authorised, and the member as it is paid. */
type Leaving = { loan: LockedLoan; borrower: Borrower }

/** Keeps where the money goes as it was when it was authorised. */
async function keepAccounts(tx: Tx, leaving: readonly Leaving[]): Promise<void> {
  const column = (of: (borrower: Borrower) => string): string[] => leaving.map(({ borrower }) => of(borrower))
  await sql`update loan_requests l set payment_type = g.type, institution_code = g.code, institution_type = g.institution, account_number = g.number,
      account_name = g.name, partner_status = 'QUEUED'
    from unnest(${leaving.map(({ loan }) => loan.id)}::uuid[], ${column(paymentTypeOf)}::text[], ${column((of) => of.institutionCode)}::text[],
      ${column((of) => of.institutionType)}::text[], ${column((of) => of.accountNumber)}::text[], ${column((of) => of.accountName)}::text[])
      as g (id, type, code, institution, number, name) where l.id = g.id`.execute(tx)
}

const payoutOf = ({ loan, borrower }: Leaving): NewPayout => ({
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
      from loan_requests t where ${oneOf(sql`t.id`, ids)} order by t.id for update`,
  )
