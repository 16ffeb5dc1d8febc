import type { LoanStatus } from '#contract/loans/loanFlow.ts'
import { loanTracks, type LoanStage, type LoanTrack, type StageState } from '#contract/loans/loanTrack.ts'
import { payoutCauses, type PayoutStand } from '#contract/payouts/payoutStand.ts'
import { seesOwnFund } from '#contract/house/fundsInSight.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { toAmount } from '#contract/kit/money.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'
import { readPayoutStand, type LegOnWay } from '#server/payouts/payoutStand.ts'
import { paymentTypeOf } from './borrower.ts'
import { findLoan, loanRequestKind, type StoredLoan } from './loanRows.ts'

type Stages = LoanTrack['stages']
type Payout = Awaited<ReturnType<typeof readPayoutStand>>

/** The way of a loan. The record is found through the reader's own door; who can act may sit in another organisation. */
export const loanTrackRoutes = serve(
  loanTracks,
  {
    track: async ({ house, actor, params }) => {
      const loan = await house.db.transaction(scopeOf(actor), (tx) => findLoan(tx, params.id), { readOnly: true })
      const way = await house.db.transaction('system', (tx) => readWay(tx, actor, loan), { readOnly: true })
      return {
        id: loan.id,
        netAmount: toAmount(loan.netCents),
        stages: way.stages,
        // How another's fund pays is no business of who sees the own one only.
        stand: seesOwnFund(actor.organisationType) && loan.lenderId !== actor.organisationId ? null : way.stand,
      }
    },
  },
  { transactions: 'own' },
)

/** The stages of a loan and how its payout stands, with the eyes of the system: names of who can act only for a reader. */
export async function readWay(
  tx: Tx,
  actor: Actor | null,
  loan: StoredLoan,
): Promise<{ stages: Stages; stand: PayoutStand | null }> {
  const payout = await readPayoutStand(tx, actor, { kind: loanRequestKind.flow.kind, id: loan.id })
  const paymentType = loan.paymentType ?? paymentTypeOf({ ...loan, accountNumber: loan.ownNumber })
  const stages = stagesOf({ ...loan, decidedBy: await deciderOf(tx, loan.id), paymentType }, payout)
  return { stages, stand: payout?.stand ?? null }
}

/** Who authorised or refused it sits at the lender, out of sight of the society's own door. */
async function deciderOf(tx: Tx, id: string): Promise<string | null> {
  const [decider] = await rows(
    tx,
    sql<{
      name: string
    }>`select u.full_name as name from loan_requests r join users u on u.id = r.decided_by where r.id = ${id}`,
  )
  return decider?.name ?? null
}

type OnWay = Pick<
  StoredLoan,
  'status' | 'createdAt' | 'createdBy' | 'approvedAt' | 'approvedBy' | 'decidedAt' | 'decidedBy'
> & {
  paymentType: LoanTrack['stages'][number]['stage'] | 'INTERNALFT'
}

/** The stages of a loan in their order; what has not been reached carries neither time nor name. */
export function stagesOf(loan: OnWay, payout: Payout): Stages {
  const stage = (name: LoanStage, state: StageState, at: Date | null, by: string | null): Stages[number] => ({
    stage: name,
    state,
    at: at?.toISOString() ?? null,
    by,
  })
  const beforeFund = beforePayout[loan.status]
  const fund = payout ? legState(payout, ['INTERNAL']) : (beforeFund?.fund ?? 'AHEAD')
  const channel: LoanStage | null =
    loan.paymentType === 'PESALINK' || loan.paymentType === 'MPESA' ? loan.paymentType : null
  const sent = payout && fund === 'DONE' ? legState(payout, ['EXTERNAL', 'RETURN']) : 'AHEAD'
  const isPaid = payout?.stand.cause === 'PAID'
  const whoDecided = loan.status === 'APPROVED' || loan.status === 'PENDING_APPROVAL' ? null : loan.decidedBy
  return [
    stage('REQUESTED', 'DONE', loan.createdAt, loan.createdBy),
    loan.approvedAt
      ? stage('APPROVED', 'DONE', loan.approvedAt, loan.approvedBy)
      : stage('APPROVED', beforeFund?.approved ?? 'AHEAD', loan.decidedAt, whoDecided),
    loan.approvedAt ? stage('FUND', fund, loan.decidedAt, whoDecided) : stage('FUND', 'AHEAD', null, null),
    ...(channel ? [stage(channel, isPaid ? 'DONE' : sent, settledOf(payout, 'EXTERNAL'), null)] : []),
    stage('MEMBER', isPaid ? 'DONE' : 'AHEAD', isPaid ? payout.settledAt : null, null),
  ]
}

/** What a loan waits for, or where it has ended, before a payout was opened. */
const beforePayout: Partial<Record<LoanStatus, { approved: StageState; fund: StageState }>> = {
  PENDING_APPROVAL: { approved: 'NOW', fund: 'AHEAD' },
  APPROVED: { approved: 'DONE', fund: 'NOW' },
  REJECTED: { approved: 'STOPPED', fund: 'AHEAD' },
  DECLINED: { approved: 'DONE', fund: 'STOPPED' },
  EXPIRED: { approved: 'STOPPED', fund: 'STOPPED' },
}

function legState({ stand, legs }: NonNullable<Payout>, kinds: readonly LegOnWay['kind'][]): StageState {
  const own = legs.filter(({ kind }) => kinds.includes(kind))
  // A return that was paid brings nothing to the member.
  const isThrough =
    own.length > 0 &&
    own.every(({ status, kind }) => status === 'PAID' && kind !== 'RETURN') &&
    (stand.cause === 'PAID' || kinds[0] === 'INTERNAL')
  if (isThrough) return 'DONE'
  return stopsAt(stand) ? 'STOPPED' : 'NOW'
}

const stopsAt = ({ cause }: PayoutStand): boolean => payoutCauses[cause].attention

const settledOf = (payout: Payout, kind: LegOnWay['kind']): Date | null =>
  payout?.legs.findLast((leg) => leg.kind === kind && leg.status === 'PAID')?.settledAt ?? null
