import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import type { PaymentRetry } from '#contract/schedules/paymentRetries.ts'
import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import { ledgerFindings } from '#test/kit/loans.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import type { Person } from '#test/kit/people.ts'
import { decideRetry, initiateRetry, payAgain } from '#test/kit/paymentRetries.ts'
import {
  agreeFloor,
  decideSchedule,
  detailsOf,
  fewMembers,
  fillPool,
  linesOf,
  membersOf,
  owe,
  payable,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import type { World } from '#test/kit/world.ts'

// What was refused or held is paid later: by two people, once, to an account that the bank knows as the member's.
let world: World
let maker: Person
let checker: Person
beforeAll(async () => {
  const paying = await makePayingWorld()
  world = paying.world
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
  await fewMembers(world, 12)
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.bank.clearFaults()
  await world.owner.query(
    `update communal_payments set status = 'REJECTED' where status in ('PENDING_APPROVAL', 'APPROVED', 'PARTIALLY_PAID', 'COMPLETED');
     update payment_retries set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     update change_requests set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     delete from communal_rate_limits;
     ${payable}`,
  )
})

const closed = '01109099999999'
type Member = { id: string; number: string; name: string }
const atBank = (accountNumber: string, name: string, status: 'active' | 'closed' = 'active', institutionCode = '11') =>
  world.bank.load([{ institutionCode, accountNumber, name, status }])
async function theFirst(): Promise<Member> {
  const [member] = await membersOf(world)
  const { rows } = await world.owner.query<Member>(
    'select id, member_number as number, full_name as name from farmers where id = $1',
    [member!.id],
  )
  return rows[0]!
}
const lineOf = async (id: string, { number }: Member) =>
  (await linesOf(maker, id)).find(({ memberNumber }) => memberNumber === number)!

/** A schedule that is paid but for the line of one member, whose account is closed. */
async function refusedLine(pool = 300_000) {
  const member = await theFirst()
  await world.owner.query(`update farmers set institution_code = '11', account_number = $2 where id = $1`, [
    member.id,
    closed,
  ])
  await atBank(closed, member.name, 'closed')
  await fillPool(world, 'CF4100', pool)
  await agreeFloor(world)
  const { body } = await saveSchedule(world, maker)
  if (!body.data) throw new Error(JSON.stringify(body))
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', body.data)
  await paySchedule(world, body.data.id)
  const line = await lineOf(body.data.id, member)
  expect(line.status).toBe('FAILED')
  return { member, schedule: body.data, line }
}
const stateOf = async (id: string) =>
  (await maker.get<CommunalPayment>(`/payment/communalPayment/${id}`)).body.status.statusName
const payoutsOf = async (lineId: string) =>
  (
    await world.owner.query<{ account_number: string; status: string; reference: string }>(
      `select account_number, status, reference from payouts where source_id = $1 or source_id in (select id from payment_retries where line_id = $1) order by created_at, id`,
      [lineId],
    )
  ).rows

test('as it was: another person lets it go, the member is paid once, and the schedule is paid', async () => {
  const { member, schedule, line } = await refusedLine()
  expect(await stateOf(schedule.id)).toBe('PARTIALLY_PAID')
  await atBank(closed, member.name)
  expect((await initiateRetry(checker, line.id)).status).toBe(403)
  const { body, status } = await initiateRetry(maker, line.id)
  expect([status, body.message]).toEqual([200, 'Sent for approval'])
  expect(body.data).toMatchObject({
    name: member.name,
    type: 'RETRY',
    attempt: 2,
    amount: line.netAmount,
    failure: line.reason,
    newAccountNumber: closed,
    status: { statusName: 'PENDING_RETRY_APPROVAL' },
  })
  const { body: waiting } = await checker.get<{ data: { data: PaymentRetry[] } }>(
    '/payment/fetchUnapprovedPaymentRetries',
  )
  expect(waiting.data.data.map(({ id }) => id)).toEqual([body.data.id])
  expect((await decideRetry(maker, body.data, 'APPROVE')).status).toBe(403)
  const answers = await Promise.all([1, 2].map(() => decideRetry(checker, body.data, 'APPROVE')))
  expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await payAgain(world, body.data)
  expect((await lineOf(schedule.id, member)).status).toBe('SUCCESS')
  expect(await stateOf(schedule.id)).toBe('COMPLETED')
  const payouts = await payoutsOf(line.id)
  expect(payouts.map((one) => one.status)).toEqual(['FAILED', 'PAID'])
  expect(new Set(payouts.map((one) => one.reference)).size).toBe(2)
  expect((await initiateRetry(maker, line.id)).body.code).toBe('payment_retry.nothing')
  expect(await ledgerFindings(world)).toEqual([])
})

test('while one waits no other is asked for; declined or withdrawn, the line is as it was', async () => {
  const { line } = await refusedLine()
  const { body } = await initiateRetry(maker, line.id)
  expect((await initiateRetry(maker, line.id)).body.code).toBe('change.open')
  expect((await decideRetry(checker, body.data, 'REJECT')).body.data.status.statusName).toBe('RETRY_REJECTED')
  const again = await initiateRetry(maker, line.id)
  expect((await maker.post('/payment/retry/withdraw', { id: again.body.data.id })).status).toBe(200)
  expect((await decideRetry(checker, again.body.data, 'APPROVE')).status).toBe(409)
  expect((await payoutsOf(line.id)).map((one) => one.status)).toEqual(['FAILED'])
})

test('the bank is asked five times at most', async () => {
  const { line } = await refusedLine()
  for (let attempt = 2; attempt <= 5; attempt++) {
    const { body } = await initiateRetry(maker, line.id)
    expect(body.data.attempt).toBe(attempt)
    await decideRetry(checker, body.data, 'APPROVE')
    await payAgain(world, body.data)
  }
  expect((await initiateRetry(maker, line.id)).body.code).toBe('payment_retry.too_often')
  expect(await payoutsOf(line.id)).toHaveLength(5)
})

test('what the bank has not answered for is never sent again', async () => {
  const { line } = await refusedLine()
  const { body } = await initiateRetry(maker, line.id)
  for (const status of ['PENDING', 'QUEUED', 'PROCESSING']) {
    await world.owner.query('update schedule_lines set status = $2 where id = $1', [line.id, status])
    expect((await decideRetry(checker, body.data, 'APPROVE')).body.code).toBe('payment_retry.in_doubt')
    expect((await initiateRetry(maker, line.id)).body.code).toBe('payment_retry.in_doubt')
  }
  expect(await payoutsOf(line.id)).toHaveLength(1)
})

describe('to another account', () => {
  const free = '01109098888888'

  test('that the bank knows as the member’s: paid there, and the register is changed by a request of its own', async () => {
    const { member, schedule, line } = await refusedLine()
    await atBank(free, member.name)
    const to = { type: 'UPDATE_RETRY', instId: '11', accountNumber: free, accountName: member.name }
    const { body } = await initiateRetry(maker, line.id, to)
    expect(body.data).toMatchObject({ type: 'UPDATE_RETRY', newAccountNumber: free, accountNumber: closed })
    const { body: requests } = await checker.get<UpdateRequest[]>(
      `/farmer/approve/pending_approval/${world.organisationId('CF4100')}`,
    )
    expect(requests.find(({ growerId }) => growerId === member.id)).toMatchObject({ bankAccount: free })
    await decideRetry(checker, body.data, 'APPROVE')
    await payAgain(world, body.data)
    expect(await lineOf(schedule.id, member)).toMatchObject({ status: 'SUCCESS', accountNumber: free })
    expect(await payoutsOf(line.id)).toMatchObject([{ status: 'FAILED' }, { status: 'PAID', account_number: free }])
    expect(await ledgerFindings(world)).toEqual([])
  })

  test.each([
    ['nothing filled in', {}, ['accountName', 'accountNumber', 'instId']],
    ['closed', { instId: '11', accountNumber: closed, accountName: 'X' }, ['accountNumber']],
    ['too short', { instId: '11', accountNumber: '0110', accountName: 'X' }, ['accountNumber']],
    ['at no bank', { instId: '99999', accountNumber: free, accountName: 'X' }, ['instId']],
    ['of somebody else', { instId: '11', accountNumber: '01109096666666', accountName: 'X' }, ['accountName']],
  ])('%s: refused beside the field, and nothing is opened', async (_what, to, fields) => {
    const { line } = await refusedLine()
    await atBank('01109096666666', 'QUITE SOMEBODY ELSE')
    const { body } = await initiateRetry(maker, line.id, { type: 'UPDATE_RETRY', ...to })
    expect([body.code, Object.keys(body.details?.['fields'] ?? {}).toSorted()]).toEqual(['input.invalid', fields])
    const { rows } = await world.owner.query(`select from change_requests where status = 'PENDING_APPROVAL'`)
    expect(rows).toEqual([])
  })

  test('of somebody else: both names are said', async () => {
    const { line, member } = await refusedLine()
    await atBank('01109096666667', 'QUITE SOMEBODY ELSE')
    const to = {
      type: 'UPDATE_RETRY',
      instId: '11',
      accountNumber: '01109096666667',
      accountName: 'QUITE SOMEBODY ELSE',
    }
    expect((await initiateRetry(maker, line.id, to)).body.details?.['fields']).toEqual({
      accountName: expect.stringContaining(`as QUITE SOMEBODY ELSE, not as ${member.name}, `) as string,
    })
  })

  test('a main account of a fund is no member’s, whatever the bank and the register call it', async () => {
    const { member, line } = await refusedLine()
    const { rows } = await world.owner.query<{ number: string }>('select account_number as number from funds limit 1')
    const [{ number } = { number: '' }] = rows
    await atBank(number, member.name)
    await world.owner.query('update farmers set account_number = $1 where id = $2', [number, member.id])
    try {
      const to = { type: 'UPDATE_RETRY', instId: '11', accountNumber: number, accountName: member.name }
      const { body } = await initiateRetry(maker, line.id, to)
      expect([body.code, body.details?.['fields']]).toEqual([
        'input.invalid',
        { accountNumber: `${number} cannot be the account of a member: it is a main account of a fund` },
      ])
    } finally {
      await world.owner.query('update farmers set account_number = $1 where id = $2', [closed, member.id])
    }
  })

  test('at M-PESA: whole shillings are paid, and the cents go back to the farmers’ account', async () => {
    const { member, schedule, line } = await refusedLine(300_000.77)
    const { rows } = await world.owner.query<{ mobile: string }>(
      'select mobile_number as mobile from farmers where id = $1',
      [member.id],
    )
    const mobile = rows[0]!.mobile
    await atBank(mobile, member.name, 'active', 'MPESA')
    const { rows: institutions } = await world.owner.query<{ code: string }>(
      `select code from institutions where type = 'M-PESA' limit 1`,
    )
    const before = (await detailsOf(maker)).body.data.farmerKesAccount.availableBalance
    const typed = `0${mobile.slice(3, 6)} ${mobile.slice(6)}`
    const to = { type: 'UPDATE_RETRY', instId: institutions[0]!.code, accountNumber: typed, accountName: member.name }
    const { body } = await initiateRetry(maker, line.id, to)
    await decideRetry(checker, body.data, 'APPROVE')
    await payAgain(world, body.data)
    const paid = await lineOf(schedule.id, member)
    // As the register keeps a telephone, however it was typed.
    expect([paid.status, paid.netAmount, paid.institutionType, paid.accountNumber]).toEqual([
      'SUCCESS',
      Math.floor(line.netAmount),
      'MPESA',
      mobile,
    ])
    const after = (await detailsOf(maker)).body.data.farmerKesAccount.availableBalance
    expect(Math.round((after - before) * 100)).toBe(Math.round((line.netAmount % 1) * 100))
    expect(await ledgerFindings(world)).toEqual([])
  })
})

test('a held line is paid to the account of today once nothing holds it, and says what does before', async () => {
  const member = await theFirst()
  await world.owner.query(
    `update farmers set institution_code = '11', account_number = $2, account_state = 'UNVERIFIED' where id = $1`,
    [member.id, '01109095555555'],
  )
  await atBank('01109095555555', member.name)
  await fillPool(world, 'CF4100', 300_000)
  await agreeFloor(world)
  const { data: schedule } = (await saveSchedule(world, maker)).body
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', schedule)
  await paySchedule(world, schedule.id)
  const line = await lineOf(schedule.id, member)
  const early = await initiateRetry(maker, line.id)
  expect([early.body.code, early.body.message]).toEqual(['payment_retry.held', 'The account is not verified'])
  await world.owner.query(`update farmers set account_state = 'VERIFIED' where id = $1`, [member.id])
  const { body } = await initiateRetry(maker, line.id)
  expect(body.data.attempt).toBe(1)
  await world.owner.query(`update farmers set life_state = 'DECEASED' where id = $1`, [member.id])
  expect((await decideRetry(checker, body.data, 'APPROVE')).body.message).toBe(
    'The member has died: the money waits for the next of kin',
  )
  await world.owner.query(`update farmers set life_state = 'ACTIVE' where id = $1`, [member.id])
  expect((await decideRetry(checker, body.data, 'APPROVE')).status).toBe(200)
  await payAgain(world, body.data)
  expect((await lineOf(schedule.id, member)).status).toBe('SUCCESS')
  expect(await stateOf(schedule.id)).toBe('COMPLETED')
})

test('a lender that was not paid is paid again, and keeps the next schedule from recovering the same debt before', async () => {
  const member = await theFirst()
  await owe(world, member.id, 'KPCU', 20_000n)
  const { rows } = await world.owner.query<{ number: string; name: string }>(
    `select f.account_number as number, f.name from funds f where f.organisation_id = $1`,
    [world.organisationId('KPCU')],
  )
  const fund = rows[0]!
  await atBank(fund.number, fund.name, 'closed')
  const { schedule, line } = await refusedLine()
  expect(line.loanAmount).toBe(200)
  const [lender] = (await maker.get<CommunalPayment>(`/payment/communalPayment/${schedule.id}`)).body.lenders
  expect(lender).toMatchObject({ amount: 200, status: 'FAILED' })
  expect((await detailsOf(maker)).body.data.bars.map(({ code }) => code)).toContain('lender_unpaid')
  await atBank(fund.number, fund.name)
  const { body } = await initiateRetry(maker, lender!.id)
  expect(body.data).toMatchObject({ name: lender!.name, memberNumber: '', farmerId: null, amount: 200 })
  await decideRetry(checker, body.data, 'APPROVE')
  await payAgain(world, body.data)
  const { lenders } = (await maker.get<CommunalPayment>(`/payment/communalPayment/${schedule.id}`)).body
  expect(lenders.map(({ status }) => status)).toEqual(['SUCCESS'])
  expect((await detailsOf(maker)).body.data.bars.map(({ code }) => code)).not.toContain('lender_unpaid')
  expect(await ledgerFindings(world)).toEqual([])
})

test('another society neither sees nor asks for it', async () => {
  const { line } = await refusedLine()
  const { body } = await initiateRetry(maker, line.id)
  const { danielMaker, purityChecker } = world.people
  expect((await initiateRetry(danielMaker, line.id)).status).toBe(404)
  expect((await decideRetry(purityChecker, body.data, 'APPROVE')).status).toBe(404)
  expect((await danielMaker.get(`/payment/retry/${body.data.id}`)).status).toBe(404)
})
