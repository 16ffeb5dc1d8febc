import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { registerPayoutOwners } from '#server/kit/bank/payout.ts'
import { payoutOwners } from '#server/payoutOwners.ts'
import { settleLegs } from '#server/payouts/settleLegs.ts'
import { decideLoans, fillFund, ledgerFindings, settle, waitingLoan } from '#test/kit/loans.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import type { Person } from '#test/kit/people.ts'
import { decideRetry, initiateRetry, payAgain } from '#test/kit/paymentRetries.ts'
import {
  agreeFloor,
  decideSchedule,
  fewMembers,
  fillPool,
  linesOf,
  membersOf,
  owe,
  payable,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import { approve as approveUpdate, newAccount, addBankAccount, openRequest, rowOf } from '#test/kit/updateRequests.ts'
import type { World } from '#test/kit/world.ts'

// Two things at once about the money of one society: whoever comes first, nobody is paid twice, and nothing is lost between them.
let world: World
let maker: Person
let checker: Person
let manager: Person
const rounds = 4
beforeAll(async () => {
  const paying = await makePayingWorld()
  world = paying.world
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
  manager = world.people.margaretManager
  await fewMembers(world, 8)
})
afterAll(() => world?.close())
beforeEach(() => startAnew())

/** Whatever was saved or approved before is no longer in the way. */
async function startAnew(): Promise<void> {
  await world.bank.clearFaults()
  await world.owner.query(
    `delete from season_closings;
     update communal_payments set status = 'REJECTED' where status in ('PENDING_APPROVAL', 'APPROVED', 'PARTIALLY_PAID', 'COMPLETED');
     update payment_retries set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     update change_requests set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     delete from communal_rate_limits;
     ${payable}`,
  )
}
async function saved(more: object = {}, pool = 300_000): Promise<CommunalPayment> {
  await fillPool(world, 'CF4100', pool)
  await agreeFloor(world)
  const { status, body } = await saveSchedule(world, maker, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const approveAs = (person: Person, schedule: CommunalPayment) => decideSchedule(world, person, 'APPROVE', schedule)
const stateOf = async (id: string) =>
  (await maker.get<CommunalPayment>(`/payment/communalPayment/${id}`)).body.status.statusName
/** What reached each account for a schedule by our own payouts, in cents, and how often. */
const paidOut = async (scheduleId: string) =>
  (
    await world.owner.query<{ line: string; account: string; times: number; cents: string; net: string }>(
      `select l.id as line, l.account_number as account, count(p.id)::int as times, coalesce(sum(p.amount_cents), 0)::text as cents, l.net_cents::text as net
       from schedule_lines l left join payouts p on p.status = 'PAID' and p.account_number = l.account_number
         and (p.source_id = l.id or p.source_id in (select id from payment_retries where line_id = l.id))
       where l.communal_payment_id = $1 and l.status = 'SUCCESS' group by l.id order by l.id`,
      [scheduleId],
    )
  ).rows
const mustBePaidOnce = async (scheduleId: string) => {
  const lines = await paidOut(scheduleId)
  expect(lines.length).toBeGreaterThan(0)
  for (const { times, cents, net } of lines) expect([times, cents]).toEqual([1, net])
  expect(await ledgerFindings(world)).toEqual([])
}
/** What an organisation has outside the books, in cents. */
const outsideOf = async (code: string) =>
  BigInt(
    (
      await world.owner.query<{ cents: string }>(
        `select coalesce(sum(debits_cents - credits_cents), 0)::text as cents from ledger_accounts where kind = 'outside' and currency = 'KES' and organisation_id = $1`,
        [world.organisationId(code)],
      )
    ).rows[0]!.cents,
  )
/** The bank sends back what a schedule paid its only lender. */
async function sendBack(scheduleId: string): Promise<void> {
  const { rows } = await world.owner.query<{ id: string; organisation_id: string }>(
    'select id, organisation_id from schedule_lender_payments where communal_payment_id = $1',
    [scheduleId],
  )
  const [{ id: sourceId, organisation_id: organisationId }] = rows as [(typeof rows)[number]] // border: one lender
  const end = { partnerStatus: 'FAILED', partnerReference: null, reason: 'Returned AC04', at: new Date() } as const
  const owner = payoutOwners.find(({ sourceKind }) => sourceKind === 'schedule_lender')
  await world.house.db.transaction('system', async (tx) =>
    owner?.settled(tx, [{ sourceId, organisationId, status: 'REVERSED', ...end }]),
  )
}
/** Loans of a member as the books have them, in cents. */
const owedBy = async (farmerId: string) =>
  (
    await world.owner.query<{ cents: string }>(
      `select coalesce(sum(debits_cents - credits_cents), 0)::text as cents from ledger_accounts where kind = 'loan' and subject_id = $1`,
      [farmerId],
    )
  ).rows[0]?.cents

test('two people who approve at once: one does, and each member is paid once', async () => {
  for (let round = 0; round < 2; round += 1) {
    const schedule = await saved()
    const again = await world.newSession('fcs.manager')
    const answers = await Promise.all([manager, again, manager].map((person) => approveAs(person, schedule)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    // The job runs twice, as a queue may.
    await Promise.all([paySchedule(world, schedule.id), paySchedule(world, schedule.id)])
    expect(await stateOf(schedule.id)).toBe('COMPLETED')
    await mustBePaidOnce(schedule.id)
    await startAnew()
  }
})

test('an account that changes at the same moment: what is paid is what was approved, or nothing was approved', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [member] = await membersOf(world)
    const { account_number: before } = await rowOf(world, member!.id)
    const account = newAccount()
    const { full_name: name } = await rowOf(world, member!.id)
    await addBankAccount(world, account, String(name))
    const request = await openRequest(maker, member!, {
      bankCode: '11',
      account,
      accountName: String(name),
      reason: 'The old one is closed',
    })
    // While the change waits, the line is held.
    const schedule = await saved()
    const [change, approval] = await Promise.all([approveUpdate(checker, request), approveAs(manager, schedule)])
    expect(change.status).toBe(200)
    if (approval.status !== 200) expect(approval.body.code).toBe('schedule.stale')
    else {
      const line = (await linesOf(maker, schedule.id)).find(({ memberNumber }) => memberNumber === member!.number)
      expect([line?.status, line?.accountNumber]).toEqual(['HELD', before])
    }
    await startAnew()
  }
})

describe('a loan that changes meanwhile', () => {
  /** A loan of the fund of the state that was disbursed to a member with cherry. */
  async function disbursed(): Promise<{ loanId: string; farmerId: string }> {
    const [member] = await membersOf(world)
    await fillFund(world, 'KPCU', 100_000)
    const loan = await waitingLoan(world, member!.id, 2_000)
    await decideLoans(checker, 'approve', [loan])
    await decideLoans(world.people.mercyKpcuChecker, 'authorize', [{ id: loan.id }])
    await settle(world, loan.id, 'PAID')
    return { loanId: loan.id, farmerId: member!.id }
  }

  test('comes back before the approval: refused as stale; at the same moment: before it or after it', async () => {
    const { loanId, farmerId } = await disbursed()
    const schedule = await saved()
    await settle(world, loanId, 'REVERSED')
    expect((await approveAs(manager, schedule)).body.code).toBe('schedule.stale')
    expect(await owedBy(farmerId)).toBe('0')
    await startAnew()
    const other = await disbursed()
    const next = await saved()
    const [, approval] = await Promise.all([settle(world, other.loanId, 'REVERSED'), approveAs(manager, next)])
    if (approval.status !== 200) expect(approval.body.code).toBe('schedule.stale')
    else await paySchedule(world, next.id)
    expect(await ledgerFindings(world)).toEqual([])
  })

  test('comes back after the approval and before its lender is paid: everything ends, and no cent is missing', async () => {
    const { loanId, farmerId } = await disbursed()
    const schedule = await saved()
    expect((await approveAs(manager, schedule)).status).toBe(200)
    await settle(world, loanId, 'REVERSED')
    await paySchedule(world, schedule.id)
    expect(await stateOf(schedule.id)).toBe('COMPLETED')
    expect(await owedBy(farmerId)).toBe('0')
    await mustBePaidOnce(schedule.id)
    // What the lender had without a loan for it comes back from there, not from a loan that nobody has.
    const outside = await outsideOf('KPCU')
    await sendBack(schedule.id)
    expect([await stateOf(schedule.id), await owedBy(farmerId)]).toEqual(['PARTIALLY_PAID', '0'])
    expect((await outsideOf('KPCU')) - outside).toBeGreaterThan(0n)
    expect(await ledgerFindings(world)).toEqual([])
  })

  test('comes back after it was recovered: that is told to the books, too', async () => {
    const { loanId, farmerId } = await disbursed()
    const schedule = await saved()
    await approveAs(manager, schedule)
    await paySchedule(world, schedule.id)
    expect(await owedBy(farmerId)).toBe('0')
    await settle(world, loanId, 'REVERSED')
    expect(await owedBy(farmerId)).toBe('0')
    await mustBePaidOnce(schedule.id)
  })
})

test('a schedule that is saved while another is approved never recovers the same debt again', async () => {
  const [member] = await membersOf(world)
  for (let round = 0; round < rounds; round += 1) {
    await owe(world, member!.id, 'COOP', 30_000n)
    const first = await saved()
    const [approval, second] = await Promise.all([approveAs(manager, first), saveSchedule(world, maker)])
    expect(approval.status).toBe(200)
    expect(['change.open', 'schedule.barred', 'schedule.figures_changed']).toContain(second.body.code)
    await paySchedule(world, first.id)
    expect(await owedBy(member!.id)).toBe('0')
    await mustBePaidOnce(first.id)
    await startAnew()
  }
})

describe('a payment that was refused', () => {
  const closed = '01109097777777'
  async function refusedLine() {
    const [member] = await membersOf(world)
    const { full_name: name } = await rowOf(world, member!.id)
    const atBank = (status: 'active' | 'closed') =>
      world.bank.load([{ institutionCode: '11', accountNumber: closed, name: String(name), status }])
    await world.owner.query(`update farmers set institution_code = '11', account_number = $2 where id = $1`, [
      member!.id,
      closed,
    ])
    await atBank('closed')
    const schedule = await saved({ loansToRecover: '' })
    await approveAs(manager, schedule)
    await paySchedule(world, schedule.id)
    await atBank('active')
    const line = (await linesOf(maker, schedule.id)).find(({ memberNumber }) => memberNumber === member!.number)!
    expect(line.status).toBe('FAILED')
    return { schedule, line, member: member! }
  }
  /** The bank says of the first payment that it was paid after all. */
  async function lateSuccess(lineId: string) {
    registerPayoutOwners(payoutOwners)
    const { rows } = await world.owner.query<{ reference: string }>(
      `select l.reference from payout_legs l join payouts p on p.id = l.payout_id where p.source_id = $1 order by l.place limit 1`,
      [lineId],
    )
    return world.house.db.transaction('system', (tx) =>
      settleLegs(tx, [
        { reference: rows[0]!.reference, outcome: { outcome: 'PAID', bankReference: 'FT26LATE' }, by: 'STATUS' },
      ]),
    )
  }

  test('and of which the bank says later that it was paid, is not paid again', async () => {
    const { line } = await refusedLine()
    const { body } = await initiateRetry(maker, line.id)
    expect(await lateSuccess(line.id)).toEqual(['contradicts'])
    expect((await decideRetry(checker, body.data, 'APPROVE')).body.code).toBe('payment_retry.in_doubt')
    await maker.post('/payment/retry/withdraw', { id: body.data.id })
    expect((await initiateRetry(maker, line.id)).body.code).toBe('payment_retry.in_doubt')
  })

  test('is paid once when both that and the approval of its retry come at the same moment', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { schedule, line } = await refusedLine()
      const { body } = await initiateRetry(maker, line.id)
      const [verdicts, approval] = await Promise.all([lateSuccess(line.id), decideRetry(checker, body.data, 'APPROVE')])
      expect(verdicts).toEqual(['contradicts'])
      if (approval.status === 200) {
        await payAgain(world, body.data)
        await mustBePaidOnce(schedule.id)
      } else expect(approval.body.code).toBe('payment_retry.in_doubt')
      await startAnew()
    }
  })

  test('asked for by two at once, and approved by two at once, is sent once', async () => {
    const { schedule, line } = await refusedLine()
    const asked = await Promise.all([initiateRetry(maker, line.id), initiateRetry(maker, line.id)])
    expect(asked.map(({ body }) => body.code ?? 'asked').toSorted()).toEqual(['asked', 'change.open'])
    const retry = asked.find(({ status }) => status === 200)!.body.data
    const answers = await Promise.all([checker, manager, checker].map((one) => decideRetry(one, retry, 'APPROVE')))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    await Promise.all([payAgain(world, retry), payAgain(world, retry)])
    expect(await stateOf(schedule.id)).toBe('COMPLETED')
    await mustBePaidOnce(schedule.id)
  })
})
