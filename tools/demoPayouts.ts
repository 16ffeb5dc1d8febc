import { setTimeout as sleep } from 'node:timers/promises'
import type { BorrowingMember, LoanRequest } from '#contract/loans/loanRows.ts'
import type { LoanTrack } from '#contract/loans/loanTrack.ts'
import type { PayoutCause } from '#contract/payouts/payoutStand.ts'
import { rows, sql } from '#server/kit/db.ts'
import { demoFunds } from '../db/seed/demo.ts'
import { organisationOf } from '../db/seed/organisations.ts'
import { demoPeople, type Demo } from './demoCalls.ts'

const closedAccount = '40507020'
const mostShillings = 12_000

type Borrower = { id: string; memberNumber: string; account: string }

/**
 * Payouts that stand still, each for a reason of its own: one that the member's bank refused and that came back, one that is stuck
 * in transit with a resolution that waits, one in doubt, and one held by a pause. The bank of the demo misbehaves for these alone.
 */
export async function seedDemoPayouts(demo: Demo): Promise<void> {
  const { bank } = demo
  const [refused, stuck, doubtful, held] = await borrowers(demo)
  if (!refused || !stuck || !doubtful || !held) throw new Error('too few members are paid through PesaLink')
  const refusal = { kind: 'refuse', code: closedAccount, for: { count: 1 } } as const

  await bank.setFault({ ...refusal, accounts: [refused.account] })
  await pay(demo, refused, 'REVERSED')

  await bank.setFault({ ...refusal, accounts: [stuck.account] })
  await bank.setFault({ ...refusal, accounts: [demoFunds[0].account] })
  const { stand } = await pay(demo, stuck, 'STUCK')
  const as = demoPeople(demo.address)
  await (
    await as('kpcu.maker')
  ).post(`/payouts/${stand?.payoutId}/resolution`, {
    resolution: 'RETURN_AGAIN',
    reason: 'The bank says that the block on the fund’s account is lifted',
  })

  // It is asked again and again, and says nothing of this one until the demo is started anew.
  for (const kind of ['error500', 'callbackNever'] as const) await bank.setFault({ kind, accounts: [doubtful.account] })
  await pay(demo, doubtful, 'IN_DOUBT')

  await (
    await as('bank.checker')
  ).post('/payouts/channels/pesalink/pause', { reason: 'PesaLink has announced works until this evening' })
  await pay(demo, held, 'PAUSED')
}

/** Members without a loan who are paid through PesaLink from KPCU's fund. */
async function borrowers({ address, house }: Demo): Promise<Borrower[]> {
  const clerk = await demoPeople(address)('fcs.maker')
  const candidates = await house.db.transaction('system', (tx) =>
    rows(
      tx,
      sql<Borrower>`select f.id, f.member_number as "memberNumber", f.account_number as account from farmers f join institutions i on i.code = f.institution_code
        where f.organisation_id = ${organisationOf('CF4100').id} and i.type <> 'M-PESA' and i.pic <> '0011'
          and exists (select from limit_rows l where l.farmer_id = f.id and l.granted_by = ${organisationOf('KPCU').id})
          and not exists (select from limit_rows l where l.farmer_id = f.id and l.granted_by <> ${organisationOf('KPCU').id})
          and not exists (select from loan_requests r where r.farmer_id = f.id) order by f.member_number desc`,
    ),
  )
  const found: Borrower[] = []
  for (const candidate of candidates) {
    const member = await clerk.get<BorrowingMember>(`/loan/member?memberNumber=${candidate.memberNumber}`)
    if (member.paymentType === 'PESALINK' && member.bars.length === 0 && member.limit.available >= mostShillings)
      found.push(candidate)
    if (found.length === 4) break
  }
  return found
}

/** Requests, approves and authorises a loan, and waits until its payout stands as it should. */
async function pay({ address }: Demo, { id }: Borrower, cause: PayoutCause): Promise<LoanTrack> {
  const as = demoPeople(address)
  const clerk = await as('fcs.maker')
  const { data: loan } = await clerk.post<{ data: LoanRequest }>('/loan/request', {
    farmerId: id,
    amount: mostShillings,
    narration: 'Wages of the late pickers',
    channel: 'CLERK',
  })
  await (await as('fcs.checker')).post('/disbursement/approve', [{ id: loan.id }])
  await (await as('kpcu.checker')).post('/disbursement/authorize', [{ id: loan.id }])
  for (let tries = 0; tries < 300; tries++) {
    const track = await clerk.get<LoanTrack>(`/loan/request/${loan.id}/track`)
    if (track.stand?.cause === cause) return track
    await sleep(200)
  }
  throw new Error(`no payout came to ${cause}`)
}
